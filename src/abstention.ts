import type { AnswerRecords } from './records/records.ts';

/** How many questions of a time got no answer. */
export interface Abstention {
  /** Those that could be decided: without small talk, asking back, and what is for people to answer. */
  readonly questions: number;
  readonly notFound: number;
  readonly failed: number;
}

/** From `since` until before `until`, epoch milliseconds. */
export async function readAbstention(
  answers: Pick<AnswerRecords, 'count'>,
  since: number,
  until: number,
): Promise<Abstention> {
  const { answered = 0, awaiting_approval = 0, not_found = 0, failed = 0 } = await answers.count({ since, until });
  return { questions: answered + awaiting_approval + not_found + failed, notFound: not_found, failed };
}

/** From 0 to 1; 0 if nothing was asked. */
export function unansweredShare({ questions, notFound, failed }: Abstention): number {
  return questions === 0 ? 0 : (notFound + failed) / questions;
}

/** Fewer questions say nothing about what is usual. */
const leastQuestions = 20;
const jump = 1.5;
/** What is usual is taken to be at least this, so that two questions more are no jump. */
const leastShare = 0.05;
/** What counts as usual where too little was asked before: a bot that knows half of it is worth a look. */
const unknownShare = 1 / 3;

const roundingError = 1e-9;

/** Whether so much more goes without an answer than before that someone should look. */
export function hasJumped(recent: Abstention, before: Abstention): boolean {
  if (recent.questions < leastQuestions) return false;
  const usual = before.questions < leastQuestions ? unknownShare : Math.max(unansweredShare(before), leastShare);
  return unansweredShare(recent) >= usual * jump - roundingError;
}
