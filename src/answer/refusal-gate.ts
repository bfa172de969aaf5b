import type { Question } from '../domain.ts';
import type { Library } from '../library/library.ts';
import type { Log } from '../log.ts';
import { termsOf } from '../question-terms.ts';
import { wordStem } from '../word-stem.ts';

/** How sure quotes are, and how sure they have to be in a library of that size, each from 0 to 1. */
export interface Confidence {
  readonly confidence: number;
  readonly usualLeast: number;
}

/**
 * How surely quotes answer a question: half of it how well the best passage of the library fits the question (its
 * keyword score by the most that it could be), half how much of the question, by the rarity of its words, stands in the
 * quoted sentence that holds most of it.
 */
export async function confidenceIn(
  question: Question,
  quotes: readonly string[],
  library: Pick<Library, 'search'>,
  signal: AbortSignal,
): Promise<Confidence> {
  const { viewer, text, filter } = question;
  const { coverage, rarity, passages } = await library.search({
    ...{ text, limit: 1, audienceKeys: viewer.audienceKeys, on: viewer.on, signal },
    ...(filter && { filter }),
  });
  const confidence = (Math.min(1, coverage) + shareHeld(text, quotes, rarity)) / 2;
  return { confidence, usualLeast: usualLeastFor(passages) };
}

export interface RefusalDeps {
  readonly library: Pick<Library, 'search'>;
  /**
   * Quotes that are less sure than this, from 0 to 1, are no answer; what is usual for the size of the library where it
   * gives none. Without it nothing is refused.
   */
  readonly refuseBelow?: () => Promise<number | undefined>;
  readonly log: Log;
}

/** Whether quotes answer a question surely enough to be given: they may be right about something else. */
export async function isSureOf(
  question: Question,
  quotes: readonly string[],
  { library, refuseBelow, log }: RefusalDeps,
  signal: AbortSignal,
): Promise<boolean> {
  const set = await refuseBelow?.();
  if (refuseBelow === undefined || set === 0) return true;
  const { confidence, usualLeast } = await confidenceIn(question, quotes, library, signal);
  const least = set ?? usualLeast;
  if (confidence < least) log.info('answer.unsure', { confidence: hundredths(confidence), least: hundredths(least) });
  return confidence >= least;
}

function hundredths(share: number): number {
  return Math.round(share * 100) / 100;
}

const small = { passages: 150, least: 0.45 } as const;
const large = { passages: 700, least: 0.8 } as const;

/**
 * Less sure quotes are no answer, unless something else is configured or was calibrated. The more passages there are, the
 * better the best of those that don't answer. Chosen on question sets of which some questions have no answer, each left
 * out once; docs/benchmarks.md.
 */
export function usualLeastFor(passages: number): number {
  const share = Math.log(passages / small.passages) / Math.log(large.passages / small.passages);
  return small.least + Math.min(1, Math.max(0, share)) * (large.least - small.least);
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
