import { diffArrays, diffWordsWithSpace } from 'diff';
import { likeness, wordsOf } from './comparable.ts';
import type { Sentence } from './sections.ts';

/** One sentence beside its counterpart. */
export type SentenceChange =
  | { readonly kind: 'same'; readonly before: Sentence; readonly after: Sentence }
  | {
      readonly kind: 'changed';
      readonly before: Sentence;
      readonly after: Sentence;
      readonly words: readonly WordChange[];
    }
  | { readonly kind: 'removed'; readonly before: Sentence }
  | { readonly kind: 'added'; readonly after: Sentence };

/** A stretch of a changed sentence, white space included. */
export interface WordChange {
  readonly kind: 'same' | 'removed' | 'added';
  readonly text: string;
}

// Beyond this many differences two texts have nothing to do with each other, and comparing them takes long.
const maxDifferences = 1000;
const alike = 0.4;
// How far ahead a counterpart is looked for.
const reach = 20;

/** The sentences of two texts in order: those that went before those that came, at each place. */
export function compareSentences(before: readonly Sentence[], after: readonly Sentence[]): SentenceChange[] {
  const runs = diffArrays(
    before.map(({ key }) => key),
    after.map(({ key }) => key),
    { maxEditLength: maxDifferences },
  );
  if (runs === undefined) return changesOf(before, after);
  const changes: SentenceChange[] = [];
  let [i, j] = [0, 0];
  let gone: Sentence[] = [];
  let come: Sentence[] = [];
  const flush = () => {
    changes.push(...changesOf(gone, come));
    [gone, come] = [[], []];
  };
  for (const { added, removed, count } of runs) {
    if (removed) gone.push(...before.slice(i, i + count));
    if (added) come.push(...after.slice(j, j + count));
    if (!removed && !added) {
      flush();
      changes.push(...pairsOf(before.slice(i, i + count), after.slice(j, j + count)));
    }
    if (!added) i += count;
    if (!removed) j += count;
  }
  flush();
  return changes;
}

function pairsOf(before: readonly Sentence[], after: readonly Sentence[]): SentenceChange[] {
  return before.flatMap((sentence, at): SentenceChange[] => {
    const same = after[at];
    return same === undefined ? [] : [{ kind: 'same', before: sentence, after: same }];
  });
}

/** Sentences that are alike count as one that changed. */
function changesOf(gone: readonly Sentence[], come: readonly Sentence[]): SentenceChange[] {
  const changes: SentenceChange[] = [];
  let next = 0;
  for (const before of gone) {
    const words = wordsOf(before.key);
    const ahead = come.slice(next, next + reach);
    const found = next + ahead.findIndex((each) => likeness(words, wordsOf(each.key)) >= alike);
    const after = found < next ? undefined : come[found];
    if (after === undefined) {
      changes.push({ kind: 'removed', before });
      continue;
    }
    changes.push(...come.slice(next, found).map((each) => ({ kind: 'added', after: each }) as const));
    changes.push({ kind: 'changed', before, after, words: compareWords(before.key, after.key) });
    next = found + 1;
  }
  return [...changes, ...come.slice(next).map((after) => ({ kind: 'added', after }) as const)];
}

function compareWords(before: string, after: string): WordChange[] {
  return diffWordsWithSpace(before, after).map(({ added, removed, value }) => ({
    kind: added ? 'added' : removed ? 'removed' : 'same',
    text: value,
  }));
}
