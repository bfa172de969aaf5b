import type { AnswerQuestion, Referral } from '../../../answer/answer-question.ts';
import type { AnswerRecords, ClaimedQuestion, QuestionRecords } from '../../../records/records.ts';
import type { SlackDelivery } from '../posting/deliver.ts';
import { formatAnswer } from '../posting/format.ts';
import type { SlackNotices } from '../posting/notices.ts';
import { conversationOf, type SlackAsk, threadOf } from './ask.ts';
import type { Outcome } from './outcome.ts';

export interface ReferPrivatelyDeps {
  readonly answers: AnswerQuestion;
  readonly questions: QuestionRecords;
  readonly stored: AnswerRecords;
  readonly delivery: SlackDelivery;
  readonly notices: SlackNotices;
}

/** Says whom to turn to. A command's answer is private anyway; in a channel nothing is posted that others could see. */
export async function referPrivately(
  ask: SlackAsk,
  referral: Referral,
  { earlier, signal }: { readonly earlier?: ClaimedQuestion; readonly signal: AbortSignal },
  { answers, questions, stored, delivery, notices }: ReferPrivatelyDeps,
): Promise<Outcome> {
  const known = earlier?.answerId === undefined ? undefined : (await stored.get(earlier.answerId))?.answer;
  const answer = known ?? (await answers.refer(referral, { conversation: conversationOf(ask) }));
  await questions.attach(ask.key, answer.id);
  if (ask.kind === 'direct') {
    const target = { channel: ask.channel, thread: threadOf(ask) };
    const posted = known && (await delivery.findPosted(target, known.id, signal));
    const parts = formatAnswer(answer, []);
    return { state: 'delivered', message: await delivery.deliver(target, { id: answer.id, parts, posted }, signal) };
  }
  const told = (await notices.tell(ask, answer.text)) || (await notices.tellDirectly(ask, answer.text));
  return { state: told ? 'delivered' : 'failed' };
}
