import type { Span } from '../domain.ts';
import type { SentenceChange } from './compare-sentences.ts';
import { compareSections, type VersionContent } from './compare-versions.ts';
import type { Sentence } from './sections.ts';

/** What became of a clause in another version. */
export type ClauseFate =
  | { readonly kind: 'same' }
  /** What stands there instead, in its order. */
  | { readonly kind: 'changed'; readonly sentences: readonly Sentence[] }
  | { readonly kind: 'gone' };

// What takes the place of a sentence is shown up to here; the rest can be read in the document.
const mostSentences = 3;

/**
 * Follows a stretch of one version's text into another version, whichever is the later. Changes that only the eye sees
 * leave it the same, and so does another place of the same words.
 */
export function followClause(version: VersionContent, clause: Span, other: VersionContent): ClauseFate {
  const sections = compareSections(version, other);
  const keys = new Set(sections.flatMap(({ sentences }) => sentences.flatMap((change) => keyAfter(change))));
  const found = new Map<number, Sentence>();
  let isTouched = false;
  for (const { sentences } of sections) {
    for (const [at, change] of sentences.entries()) {
      if (!('before' in change) || change.kind === 'same' || !overlaps(change.before, clause)) continue;
      if (keys.has(change.before.key)) continue;
      isTouched = true;
      const instead = change.kind === 'changed' ? [change.after] : addedBeside(sentences, at);
      for (const sentence of instead) found.set(sentence.start, sentence);
    }
  }
  if (!isTouched) return { kind: 'same' };
  const sentences = [...found.values()].toSorted((a, b) => a.start - b.start).slice(0, mostSentences);
  return sentences.length === 0 ? { kind: 'gone' } : { kind: 'changed', sentences };
}

function keyAfter(change: SentenceChange): string[] {
  return 'after' in change ? [change.after.key] : [];
}

function overlaps(sentence: Span, clause: Span): boolean {
  return sentence.start < clause.end && clause.start < sentence.end;
}

/** What came at the place of a sentence that went: new sentences up to the next that stayed. */
function addedBeside(changes: readonly SentenceChange[], at: number): Sentence[] {
  const isGap = (index: number) => changes[index]?.kind === 'added' || changes[index]?.kind === 'removed';
  let start = at;
  while (isGap(start - 1)) start -= 1;
  let end = at;
  while (isGap(end)) end += 1;
  return changes.slice(start, end).flatMap((change) => (change.kind === 'added' ? [change.after] : []));
}
