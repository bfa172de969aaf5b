import type { Version } from '../domain.ts';

/** Two documents whose files are the same to the last byte. */
export interface Duplicate {
  readonly version: Version;
  /** The one that comes first by id. */
  readonly of: Version;
}

/** Of the newest versions, those that another document holds too, such as one that lies in two sources. */
export function findDuplicates(newest: readonly Version[]): Duplicate[] {
  const first = new Map<string, Version>();
  const sorted = newest.toSorted((a, b) => (a.document < b.document ? -1 : 1));
  return sorted.flatMap((version) => {
    if (version.contentHash === undefined) return [];
    const of = first.get(version.contentHash);
    if (of === undefined) first.set(version.contentHash, version);
    return of === undefined ? [] : [{ version, of }];
  });
}
