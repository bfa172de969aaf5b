import type { Records } from '../../src/records/records.ts';

export class Tripped extends Error {}

/** Throws after the given call of records about documents or of the library took effect; looks on after every one. */
export function trip<L extends object>(records: Records, library: L, step: number, watch: () => Promise<void>) {
  let calls = 0;
  const wrap = <T extends object>(target: T): T =>
    new Proxy(target, {
      get: (object, key) => {
        const member = Reflect.get(object, key);
        if (typeof member !== 'function') return member;
        return async (...args: unknown[]) => {
          const result: unknown = await Reflect.apply(member, object, args);
          await watch();
          calls += 1;
          if (calls === step) throw new Tripped();
          return result;
        };
      },
    });
  return {
    records: { ...records, documents: wrap(records.documents), forgetting: wrap(records.forgetting) },
    library: wrap(library),
  };
}
