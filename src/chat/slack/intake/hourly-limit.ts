import type { AnswerRecords } from '../../../records/records.ts';

/** How many questions one person may ask within an hour. */
export interface HourlyLimit {
  /** `leave` must be called once the question has ended, if it may be asked. */
  enter(person: string): Promise<{ readonly ok: true; leave(): void } | { readonly ok: false }>;
}

const hourMs = 3_600_000;

export function createHourlyLimit(options: {
  readonly limit: number;
  readonly stored: Pick<AnswerRecords, 'count'>;
  /** Epoch milliseconds. */
  readonly now: () => number;
}): HourlyLimit {
  const { limit, stored, now } = options;
  // Not recorded yet, so that many at once are counted too.
  const underWay = new Map<string, number>();

  const add = (person: string, count: number) => {
    const left = (underWay.get(person) ?? 0) + count;
    if (left > 0) underWay.set(person, left);
    else underWay.delete(person);
  };

  return {
    async enter(person) {
      add(person, 1);
      const counts = await stored.count({ person, since: now() - hourMs });
      const asked = Object.values(counts).reduce((sum, count) => sum + count, 0);
      if (asked + (underWay.get(person) ?? 0) <= limit) return { ok: true, leave: () => add(person, -1) };
      add(person, -1);
      return { ok: false };
    },
  };
}
