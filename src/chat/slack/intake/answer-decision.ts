import type { AnswerQuestion, DecisionResult } from '../../../answer/answer-question.ts';
import type { Answer, Viewer } from '../../../domain.ts';
import type { ElicitationResponse } from '../../../elicitation.ts';
import type { AnswerRecords, ClaimedQuestion, QuestionRecords } from '../../../records/records.ts';
import type { NameOf } from '../name-of.ts';
import type { ApprovalOutcome } from '../posting/approval-card.ts';
import { fallbackText } from '../posting/forms.ts';
import type { SlackNotices } from '../posting/notices.ts';
import { type ReadableAnswerDeps, readableAnswer } from '../posting/readable-answer.ts';
import { respond } from '../posting/respond.ts';
import { type ShowAnswerDeps, showInThread, showPrivately } from '../posting/show-answer.ts';
import type { SlackWork, Work } from '../posting/work.ts';
import { placeOf } from './answer-message.ts';
import type { DecisionAsk } from './ask.ts';
import { type Asker, askerOf } from './make-answer.ts';
import { type Outcome, stateOf } from './outcome.ts';

export interface AnswerDecisionDeps extends ShowAnswerDeps, Pick<ReadableAnswerDeps, 'log'> {
  readonly answers: AnswerQuestion;
  readonly questions: QuestionRecords;
  readonly stored: AnswerRecords;
  readonly viewerFor: (asker: Asker) => Viewer | Promise<Viewer>;
  readonly notices: SlackNotices;
  readonly work: SlackWork;
  readonly nameOf: NameOf;
  /** The home workspace. */
  readonly home: string;
}

interface Context {
  readonly earlier?: ClaimedQuestion;
  readonly signal: AbortSignal;
}

const refusals: Readonly<Record<Exclude<DecisionResult['outcome'], 'accepted'>, string>> = {
  decided: 'That was decided before. Nothing more was done.',
  not_allowed: 'That is for others to decide. Nothing was done.',
  expired: 'The time to decide is over. Nothing was done.',
  superseded: 'A later question has made that void. Nothing was done.',
  unknown: 'I do not know that request any more. Nothing was done.',
};

/** Carries out a person's yes or no, and goes on with the answer that waited for it. */
export async function answerDecision(ask: DecisionAsk, context: Context, deps: AnswerDecisionDeps): Promise<Outcome> {
  if (ask.responseUrl !== undefined) return decidePrivately(ask, ask.responseUrl, context, deps);
  const { earlier, signal } = context;
  const { delivery, stored } = deps;
  const target = { channel: ask.channel, thread: ask.thread };
  const work = deps.work.openWork(placeOf(ask, deps.home));
  try {
    const begun = earlier?.answerId;
    // The answer goes on under the id under which it asked, so that its messages need a mark of their own.
    const mark = ask.key;
    const posted = begun === undefined ? undefined : await delivery.findPosted(target, mark, signal);
    const known = begun === undefined ? undefined : (await stored.get(begun))?.answer;
    const answer = known ?? (await decide(ask, work, signal, deps));
    if (answer === undefined) return { state: 'refused' };
    await deps.cards.settle(ask.approval, await outcomeOf(ask, signal, deps), signal);
    const stream = posted === undefined ? work.takeStream() : undefined;
    const shown = await readableAnswer(answer, askerOf(ask), deps);
    const message = await showInThread(target, shown, { posted, stream, mark }, signal, deps);
    return { state: stateOf(shown), message };
  } finally {
    await work.close();
  }
}

/** A private answer can't be read back: where it is not known whether it arrived, it isn't sent again. */
async function decidePrivately(
  ask: DecisionAsk,
  url: string,
  { earlier, signal }: Context,
  deps: AnswerDecisionDeps,
): Promise<Outcome> {
  if (earlier?.answerId !== undefined) return { state: 'failed' };
  const made = await decide(ask, undefined, signal, deps);
  if (made === undefined) return { state: 'refused' };
  const answer = await readableAnswer(made, askerOf(ask), deps);
  const card = await deps.cards.settled(ask.approval, await outcomeOf(ask, signal, deps));
  if (card) await respond(url, { text: fallbackText(card), blocks: card.blocks, replace_original: true }, signal);
  const mayShare = !ask.channel.startsWith('D');
  const shown = await showPrivately({ url, person: ask.user, mayShare, replaces: false }, answer, signal, deps);
  return { state: shown ? stateOf(answer) : 'failed' };
}

async function decide(
  ask: DecisionAsk,
  work: Work | undefined,
  signal: AbortSignal,
  { viewerFor, answers, questions, notices }: AnswerDecisionDeps,
): Promise<Answer | undefined> {
  const { approval, argsHash, verdict } = ask;
  const viewer = await viewerFor(askerOf(ask));
  const onProgress = work === undefined ? {} : { onProgress: work.show };
  const options = { signal, ...onProgress };
  const decision = ask.key;
  const result =
    ask.response === undefined
      ? await answers.decide({ decision, approval, argsHash, verdict, viewer }, options)
      : await answers.respond({ decision, elicitation: approval, response: responseOf(ask.response), viewer }, options);
  signal.throwIfAborted();
  if (result.outcome !== 'accepted') {
    await notices.tell(ask, refusals[result.outcome]);
    return undefined;
  }
  await questions.attach(ask.key, result.answer.id);
  return result.answer;
}

function responseOf({ action, content }: NonNullable<DecisionAsk['response']>): ElicitationResponse {
  return { action, ...(content === undefined ? {} : { content }) };
}

async function outcomeOf(
  { verdict, user }: DecisionAsk,
  signal: AbortSignal,
  { nameOf }: AnswerDecisionDeps,
): Promise<ApprovalOutcome> {
  return { state: verdict === 'approve' ? 'approved' : 'denied', by: await nameOf(user, signal) };
}
