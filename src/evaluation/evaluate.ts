import type { AnswerQuestion } from '../answer/answer-question.ts';
import type { Answer, Passage, Question, Viewer } from '../domain.ts';
import type { Library } from '../library/library.ts';
import type { Records } from '../records/records.ts';
import type { GoldQuestion } from './gold.ts';
import { coversSpan, figures, judge, percentile, type RetrievalFigures } from './metrics.ts';

export interface EvaluateDeps {
  readonly library: Library;
  readonly records: Records;
  readonly answers: AnswerQuestion;
  readonly viewer: Viewer;
  /** Turns a document id into the id that the gold questions use. */
  readonly goldId: (document: string) => string;
  readonly signal: AbortSignal;
  readonly onProgress?: (done: number, total: number) => void;
  readonly onAnswer?: (question: GoldQuestion, answer: Answer) => void;
}

export interface Latency {
  readonly p50_ms: number;
  readonly p95_ms: number;
}

/** Every question falls into one: `right`, refused though answerable, or anything else. */
export interface AnswerFigures {
  readonly right: number;
  readonly abstained: number;
  readonly wrong: number;
}

/** Enough passages for ten distinct documents where several passages of one come first. */
const passagesAsked = 100;

export interface JudgedQuestion {
  readonly question: GoldQuestion;
  readonly hits: readonly boolean[];
  readonly ms: number;
}

/** Searches for each answerable question and judges what comes back. */
export async function judgeRetrieval(
  questions: readonly GoldQuestion[],
  deps: EvaluateDeps,
): Promise<JudgedQuestion[]> {
  const judged: JudgedQuestion[] = [];
  const answerable = questions.filter((question) => question.answerable);
  for (const question of answerable) {
    deps.signal.throwIfAborted();
    const began = performance.now();
    const { hits } = await deps.library.search({
      text: question.text,
      limit: passagesAsked,
      audienceKeys: deps.viewer.audienceKeys,
      on: deps.viewer.on,
      filter: scopeFilter(question),
      signal: deps.signal,
    });
    const ms = performance.now() - began;
    const passages = hits.flatMap(({ passage, copies = [] }) => [passage, ...copies.map((copy) => copy.passage)]);
    const retrieved = passages.map((passage) => ({ ...spanOf(passage), document: deps.goldId(passage.document) }));
    judged.push({ question, hits: judge(question, retrieved), ms });
    deps.onProgress?.(judged.length, answerable.length);
  }
  return judged;
}

export function summarize(judged: readonly JudgedQuestion[]): RetrievalFigures & Latency {
  const ms = judged.map((row) => row.ms);
  return { ...figures(judged), p50_ms: tenths(percentile(ms, 0.5)), p95_ms: tenths(percentile(ms, 0.95)) };
}

/** Answers every question and counts how the answers compare with the gold. */
export async function judgeAnswers(questions: readonly GoldQuestion[], deps: EvaluateDeps): Promise<AnswerFigures> {
  const counts = { right: 0, abstained: 0, wrong: 0 };
  for (const [i, question] of questions.entries()) {
    const answer = await deps.answers.ask(questionFor(question, deps.viewer), { signal: deps.signal });
    counts[await grade(question, answer, deps)] += 1;
    deps.onAnswer?.(question, answer);
    deps.onProgress?.(i + 1, questions.length);
  }
  return counts;
}

/** As someone would ask it, in a conversation of its own. */
export function questionFor(gold: GoldQuestion, viewer: Viewer): Question {
  const conversation = `evaluate:${crypto.randomUUID()}`;
  const asker = gold.asker === undefined ? viewer : { ...viewer, profile: gold.asker };
  return { text: gold.text, viewer: asker, filter: scopeFilter(gold), conversation };
}

async function grade(question: GoldQuestion, answer: Answer, deps: EvaluateDeps): Promise<keyof AnswerFigures> {
  // Asking back for what a rule depends on states nothing either.
  const isHeldBack = answer.status === 'not_found' || answer.status === 'needs_input';
  if (isHeldBack) return question.answerable ? 'abstained' : 'right';
  if (answer.status !== 'answered' || !question.answerable) return 'wrong';
  return (await citesGold(question, answer, deps)) ? 'right' : 'wrong';
}

/** Whether an answer cites a passage that is known to answer. */
export async function citesGold(
  question: GoldQuestion,
  answer: Answer,
  deps: Pick<EvaluateDeps, 'records' | 'goldId'>,
): Promise<boolean> {
  const passages = await deps.records.documents.passages(answer.citations.map((citation) => citation.passage));
  const cited = [...passages.values()].map((passage) => ({
    ...spanOf(passage),
    document: deps.goldId(passage.document),
  }));
  return cited.some((result) =>
    question.span === undefined ? question.relevant.includes(result.document) : coversSpan(question, result),
  );
}

function scopeFilter({ scope }: GoldQuestion) {
  return scope === undefined ? [] : [{ field: 'tag', op: '=', value: scope } as const];
}

function spanOf({ start, end }: Passage) {
  return { start, end };
}

function tenths(value: number): number {
  return Math.round(value * 10) / 10;
}
