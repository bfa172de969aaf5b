import type { Version } from '../domain.ts';
import type { SearchHit } from './library.ts';

// What short passages say ("Yes.", "See above.") depends on where they stand.
const leastChars = 80;

/**
 * Passages that say the same, word for word and number for number, under the same title become one, in the place of the
 * best: a document that lies in two sources, or a copy in another format. The one kept applies to fewer people, or is the
 * newer; the others are its `copies`. Nothing is collapsed across audience sets, so that none is named beside another,
 * and nothing across countries, companies or contracts that exclude each other.
 */
export function collapseCopies(hits: readonly SearchHit[]): SearchHit[] {
  const kept: SearchHit[] = [];
  const places = new Map<string, number[]>();
  for (const hit of hits) {
    const key = keyOf(hit);
    const same = key === undefined ? [] : (places.get(key) ?? []);
    const at = same.find((place) => areCompatible(kept[place]?.version, hit.version));
    const earlier = at === undefined ? undefined : kept[at];
    if (at === undefined || earlier === undefined) {
      if (key !== undefined) places.set(key, [...same, kept.length]);
      kept.push(hit);
      continue;
    }
    kept[at] = isBetter(hit.version, earlier.version)
      ? merge(hit, earlier, earlier.score)
      : merge(earlier, hit, earlier.score);
  }
  return kept;
}

function merge(shown: SearchHit, other: SearchHit, score: number): SearchHit {
  const { passage, version } = other;
  return { ...shown, score, copies: [...(shown.copies ?? []), ...(other.copies ?? []), { passage, version }] };
}

function keyOf({ passage, version }: SearchHit): string | undefined {
  const text = plain(passage.text);
  if (text.length < leastChars) return undefined;
  return JSON.stringify([version.audienceKey, plain(version.metadata.title), text]);
}

/** Signs that change what is said, such as % and €, stay; case, spacing, punctuation and Markdown's marks don't count. */
function plain(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s*_#>|`~"'’‘“”()[\]:;!?]+|[-.,](?!\d)/gu, ' ')
    .replace(/ +/g, ' ')
    .trim();
}

const limits = ['country', 'entity', 'employment'] as const;

function areCompatible(a: Version | undefined, b: Version): boolean {
  if (a === undefined) return false;
  return limits.every((limit) => {
    const [of, with_] = [a.metadata[limit] ?? [], b.metadata[limit] ?? []];
    return of.length === 0 || with_.length === 0 || of.join() === with_.join();
  });
}

function isBetter(a: Version, b: Version): boolean {
  const specific = (version: Version) => limits.filter((limit) => (version.metadata[limit] ?? []).length > 0).length;
  if (specific(a) !== specific(b)) return specific(a) > specific(b);
  return dateOf(a) > dateOf(b);
}

function dateOf({ metadata, validFrom }: Version): string {
  return metadata.effectiveFrom ?? metadata.updated ?? validFrom ?? '';
}
