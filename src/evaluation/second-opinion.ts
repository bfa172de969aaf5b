import type { Doubt, Judgement } from '../answer/judge-answer.ts';
import type { Answer } from '../domain.ts';

export interface AnsweredQuestion {
  /** Of the gold question. */
  readonly id: string;
  readonly text: string;
  readonly answer: Answer;
}

export interface SecondOpinion {
  /** Answers and statements that were judged; those that got no usable judgement are not among them. */
  readonly judged_answers: number;
  readonly judged_statements: number;
  readonly doubts: readonly (Doubt & { readonly question: string })[];
}

export interface SecondOpinionDeps {
  readonly judge: (question: string, answer: Answer, signal: AbortSignal) => Promise<Judgement | undefined>;
  readonly signal: AbortSignal;
  readonly onProgress?: (done: number, total: number) => void;
}

/** Has a sample of the answers judged: at most `count` of those that state something, spread evenly over all. */
export async function getSecondOpinion(
  given: readonly AnsweredQuestion[],
  count: number,
  { judge, signal, onProgress }: SecondOpinionDeps,
): Promise<SecondOpinion> {
  const sample = spread(
    given.filter(({ answer }) => answer.status === 'answered'),
    count,
  );
  const judgements: (Judgement & { readonly question: string })[] = [];
  for (const [i, { id, text, answer }] of sample.entries()) {
    signal.throwIfAborted();
    const judgement = await judge(text, answer, signal);
    if (judgement !== undefined) judgements.push({ ...judgement, question: id });
    onProgress?.(i + 1, sample.length);
  }
  return {
    judged_answers: judgements.length,
    judged_statements: judgements.reduce((sum, { statements }) => sum + statements, 0),
    doubts: judgements.flatMap(({ question, doubts }) => doubts.map((doubt) => ({ question, ...doubt }))),
  };
}

function spread<T>(all: readonly T[], count: number): T[] {
  const step = Math.max(1, all.length / count);
  return Array.from({ length: Math.min(count, all.length) }, (_, i) => all[Math.floor(i * step)]).filter(
    (each) => each !== undefined,
  );
}
