import type { AnswerQuestion } from '../answer/answer-question.ts';
import { confidenceIn } from '../answer/refusal-gate.ts';
import type { EvaluateDeps } from './evaluate.ts';
import { citesGold, questionFor } from './evaluate.ts';
import type { GoldQuestion } from './gold.ts';

/** What quoting says to a question when it may not refuse, and how sure it is. */
export interface JudgedRefusal {
  readonly answerable: boolean;
  /** From 0 to 1; 0 where there is nothing to quote. */
  readonly confidence: number;
  /** What it would have to be in a library of that size. */
  readonly usualLeast: number;
  /** Whether a passage that answers is cited. */
  readonly right: boolean;
}

/** At a threshold: how much is answered, and how often wrongly. */
export interface RefusalPoint {
  readonly threshold: number;
  /** Share of the answerable questions that are answered. */
  readonly coverage: number;
  /** Share of the answerable questions that are answered from a passage that answers. */
  readonly right: number;
  /** Share of the unanswerable questions that are answered all the same. */
  readonly falseAnswers: number;
}

/** Asks every question of quotes that refuse nothing. `deps.answers` has to be without a threshold. */
export async function judgeRefusals(
  questions: readonly GoldQuestion[],
  deps: EvaluateDeps & { readonly answers: AnswerQuestion },
): Promise<JudgedRefusal[]> {
  const judged: JudgedRefusal[] = [];
  for (const [i, gold] of questions.entries()) {
    const question = questionFor(gold, deps.viewer);
    const answer = await deps.answers.ask(question, { signal: deps.signal });
    const quotes = answer.citations.map(({ quote }) => quote);
    const isAnswered = answer.status === 'answered' && quotes.length > 0;
    const sure = await confidenceIn(question, quotes, deps.library, deps.signal);
    judged.push({
      ...{ ...sure, answerable: gold.answerable },
      ...(isAnswered ? {} : { confidence: 0 }),
      right: isAnswered && gold.answerable && (await citesGold(gold, answer, deps)),
    });
    deps.onProgress?.(i + 1, questions.length);
  }
  return judged;
}

export function pointAt(judged: readonly JudgedRefusal[], threshold: number): RefusalPoint {
  const share = (of: readonly JudgedRefusal[], among: readonly JudgedRefusal[]) =>
    among.length === 0 ? 0 : of.length / among.length;
  const answerable = judged.filter((row) => row.answerable);
  const unanswerable = judged.filter((row) => !row.answerable);
  const isGiven = ({ confidence }: JudgedRefusal) => confidence > 0 && confidence >= threshold;
  return {
    threshold,
    coverage: share(answerable.filter(isGiven), answerable),
    right: share(
      answerable.filter((row) => isGiven(row) && row.right),
      answerable,
    ),
    falseAnswers: share(unanswerable.filter(isGiven), unanswerable),
  };
}

/** Every threshold at which something changes, the highest first. */
export function riskCoverage(judged: readonly JudgedRefusal[]): RefusalPoint[] {
  const thresholds = [...new Set(judged.map(({ confidence }) => confidence).filter((confidence) => confidence > 0))];
  return thresholds.sort((a, b) => b - a).map((threshold) => pointAt(judged, threshold));
}

/** The lowest threshold, in steps of a hundredth, with at most this share of false answers. */
export function chooseThreshold(judged: readonly JudgedRefusal[], mostFalse: number): number {
  for (let step = 0; step <= 100; step += 1) {
    if (pointAt(judged, step / 100).falseAnswers <= mostFalse) return step / 100;
  }
  return 1;
}
