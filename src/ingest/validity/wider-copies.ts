import type { Version } from '../../domain.ts';

/**
 * Of files that are the same to the last byte, those that more people may read than another of them lets in, each with why
 * it is not used: whoever kept the one narrow may not know of the other.
 */
export function widerCopies(newest: readonly Version[]): Map<string, string> {
  const problems = new Map<string, string>();
  const active = newest.filter(
    ({ metadata, contentHash }) => metadata.status === 'active' && contentHash !== undefined,
  );
  for (const copies of Map.groupBy(active, ({ contentHash }) => contentHash).values()) {
    const readers = [...new Map(copies.map((version) => [version.audienceKey, version])).values()];
    if (readers.length < 2) continue;
    for (const version of copies) {
      const narrower = readers.find((other) => letsInFewer(other, version));
      if (narrower === undefined) continue;
      problems.set(
        version.document,
        `is the same file as ${narrower.document}, which fewer people may read: give both the same readers, or keep one`,
      );
    }
  }
  return problems;
}

function letsInFewer({ metadata: { audience: few } }: Version, { metadata: { audience } }: Version): boolean {
  if (few.length === 0) return false;
  return audience.length === 0 || audience.some((group) => !few.includes(group));
}
