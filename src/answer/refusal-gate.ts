import type { Question } from '../domain.ts';
import type { Library } from '../library/library.ts';
import { termsOf } from '../question-terms.ts';
import { wordStem } from '../word-stem.ts';

/**
 * Below it, a question that is answered by quotes alone is refused instead. Chosen on question sets of which some
 * questions have no answer, each set left out once; docs/benchmarks.md.
 */
export const defaultRefuseBelow = 0.78;

/**
 * How surely quotes answer a question, from 0 to 1: half of it how well the best passage of the library fits the
 * question (its keyword score by the most that it could be), half how much of the question, by the rarity of its words,
 * stands in the quoted sentence that holds most of it.
 */
export async function confidenceIn(
  question: Question,
  quotes: readonly string[],
  library: Pick<Library, 'search'>,
  signal: AbortSignal,
): Promise<number> {
  const { viewer, text, filter } = question;
  const { coverage, rarity } = await library.search({
    ...{ text, limit: 1, audienceKeys: viewer.audienceKeys, on: viewer.on, signal },
    ...(filter && { filter }),
  });
  return (Math.min(1, coverage) + shareHeld(text, quotes, rarity)) / 2;
}

/** Of the question's words, by rarity, the largest share that one quote holds. */
export function shareHeld(question: string, quotes: readonly string[], rarity: ReadonlyMap<string, number>): number {
  const weights = new Map<string, number>();
  for (const [word] of question
    .normalize('NFKC')
    .toLowerCase()
    .matchAll(/[\p{L}\p{N}]+/gu)) {
    const weight = rarity.get(wordStem(word));
    if (weight === undefined) continue;
    for (const term of termsOf(word)) weights.set(term, weight);
  }
  const total = [...weights.values()].reduce((sum, weight) => sum + weight, 0);
  if (total === 0) return 0;
  const shares = quotes.map((quote) => {
    const held = termsOf(quote);
    return [...weights].reduce((sum, [term, weight]) => sum + (held.has(term) ? weight : 0), 0) / total;
  });
  return Math.max(0, ...shares);
}
