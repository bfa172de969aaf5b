import type { Answer, Question } from '../domain.ts';
import { loggable } from '../errors.ts';
import type { Log } from '../log.ts';
import type { AnswerRecords } from '../records/records.ts';
import type { TurnResult } from './turn-result.ts';

export interface RecordAnswerDeps {
  readonly records: { readonly answers: AnswerRecords };
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly log: Log;
}

/** Records an answer; one that can't be recorded is given all the same. */
export async function recordAnswer(
  question: Pick<Question, 'text' | 'conversation'> & Partial<Pick<Question, 'viewer' | 'filter'>>,
  { retrieved, usage, ...rest }: TurnResult,
  took: number,
  { records, now, log }: RecordAnswerDeps,
): Promise<Answer> {
  const answer = { ...rest, ms: took };
  const { conversation, text, viewer } = question;
  const asker = {
    ...(viewer?.person !== undefined && { person: viewer.person }),
    ...(viewer?.place !== undefined && { place: viewer.place }),
  };
  const about = { question: text, conversation, retrieved, at: now(), ...asker };
  try {
    await records.answers.put({ answer, ...about, ...(usage && { usage }) });
  } catch (error) {
    log.error('answer.not_recorded', { answer: answer.id, reason: loggable(error) });
  }
  const { id, status, model, ms } = answer;
  log.info('answer.given', { answer: id, status, model, ms, retrieved: retrieved.length, ...usage });
  return answer;
}
