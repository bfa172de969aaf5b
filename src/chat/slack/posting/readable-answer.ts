import type { AnswerQuestion } from '../../../answer/answer-question.ts';
import type { Answer, Viewer } from '../../../domain.ts';
import type { Log } from '../../../log.ts';
import type { Asker } from '../intake/make-answer.ts';

export interface ReadableAnswerDeps {
  readonly answers: Pick<AnswerQuestion, 'mayRead'>;
  readonly viewerFor: (asker: Asker) => Viewer | Promise<Viewer>;
  readonly log: Log;
}

const changed = 'Who may read what I found has changed while I was answering. Please ask again.';

/**
 * The answer, if whoever will see it may still read all that it rests on: people leave groups and join channels while it
 * is made, and it may have waited for someone's yes. Otherwise one that only says so.
 */
export async function readableAnswer(
  answer: Answer,
  asker: Asker,
  { answers, viewerFor, log }: ReadableAnswerDeps,
): Promise<Answer> {
  if (answer.citations.length === 0 && answer.passages.length === 0 && answer.named === undefined) return answer;
  if (await answers.mayRead(answer, await viewerFor(asker))) return answer;
  log.info('slack.answer_withheld', { answer: answer.id });
  const { id, model, ms } = answer;
  return { id, model, ms, status: 'failed', text: changed, citations: [], passages: [] };
}
