import { createHash } from 'node:crypto';

/** The audience set of documents that everyone may read. */
export const everyone = 'everyone';

/** The group of a document whose front matter could not be read: nobody is in it. */
export const unknownReaders = 'unknown';

/** The group of a document that excludes everyone. */
export const nobody = 'nobody';

/** Names an audience set; equal sets have equal keys. Takes the groups sorted and distinct, as metadata holds them. */
export function audienceKey(audience: readonly string[]): string {
  if (audience.length === 0) return everyone;
  return `a-${createHash('sha256').update(audience.join('\0')).digest('hex').slice(0, 12)}`;
}

/**
 * Whoever is among both. Where two groups are named, whoever is in both of them is written as one group, `hr + c0leads`.
 * An empty list stands for everyone, as in metadata; what can't be read stays so.
 */
export function narrowAudience(own: readonly string[], only: readonly string[]): readonly string[] {
  if (own.length === 0) return only;
  if (only.length === 0) return own;
  for (const none of [unknownReaders, nobody]) if (own.includes(none) || only.includes(none)) return [none];
  if (own.length * only.length > mostPairs) return [nobody];
  const pairs = own.flatMap((mine) =>
    only.map((theirs) => [...new Set([...partsOf(mine), ...partsOf(theirs)])].sort()),
  );
  const wide = pairs.filter((pair) => !pairs.some((other) => other.length < pair.length && isWithin(other, pair)));
  return [...new Set(wide.map((parts) => parts.join(both)))].sort();
}

/** The groups that a person must all be in. */
export function partsOf(group: string): readonly string[] {
  return group.split(both);
}

const both = ' + ';
const mostPairs = 400;

function isWithin(inner: readonly string[], outer: readonly string[]): boolean {
  return inner.every((part) => outer.includes(part));
}
