import type { Answer } from '../../../domain.ts';
import type { AnswerRecords, ClaimedQuestion } from '../../../records/records.ts';
import { DeliveryError } from '../posting/delivery-error.ts';
import type { Target } from '../posting/find-posted.ts';
import { type ReadableAnswerDeps, readableAnswer } from '../posting/readable-answer.ts';
import { type ShowAnswerDeps, showInThread } from '../posting/show-answer.ts';
import type { SlackWork, Work, WorkPlace } from '../posting/work.ts';
import { correctionKey, type DecisionAsk, type MessageAsk, threadOf } from './ask.ts';
import type { AttachmentReader } from './attachments.ts';
import { askerOf, type MakeAnswerDeps, makeAnswer } from './make-answer.ts';
import { type Outcome, stateOf } from './outcome.ts';
import type { ThreadReader } from './thread-reader.ts';

export interface AnswerMessageDeps extends MakeAnswerDeps, ShowAnswerDeps, Pick<ReadableAnswerDeps, 'log'> {
  readonly stored: AnswerRecords;
  readonly work: SlackWork;
  /** The home workspace. */
  readonly home: string;
  readonly readThread: ThreadReader;
  readonly readAttachments: AttachmentReader;
  /** Whether some documents are for certain people only. */
  readonly hasRestricted: () => Promise<boolean>;
}

export interface AskContext {
  readonly earlier?: ClaimedQuestion;
  /** Is called once people see that the question is worked on; again it does nothing. */
  readonly received: () => void;
  readonly signal: AbortSignal;
}

/** Answers a message in its thread, and shows there that it is at work. */
export async function answerMessage(
  ask: MessageAsk,
  text: string,
  { earlier, received, signal }: AskContext,
  deps: AnswerMessageDeps,
): Promise<Outcome> {
  const { delivery, stored, questions } = deps;
  const target = { channel: ask.channel, thread: threadOf(ask) };
  const work = deps.work.openWork(placeOf(ask, deps.home));
  received();
  try {
    const begun = earlier?.answerId;
    const posted = begun === undefined ? undefined : await delivery.findPosted(target, begun, signal);
    const known = begun === undefined ? undefined : (await stored.get(begun))?.answer;
    const last = posted?.get(Math.max(...posted.keys()));
    // What was posted of an answer that is no longer known can't be completed, and a second one must not follow.
    if (!known && last !== undefined) return { state: 'delivered', message: last };
    const answer = known ?? (await answerNow(ask, text, work, signal, deps));
    const replace = await firstAnswer(ask, target, signal, deps);
    // Another process may have been told that it was stopped, deleted or corrected.
    const claim = await questions.get(ask.key);
    if (claim?.state !== 'claimed' || (await isCorrected(ask, deps))) return { state: 'refused' };
    const stream = replace === undefined && posted === undefined ? work.takeStream() : undefined;
    const question = ask.isPressed ? text : undefined;
    const shown = await readableAnswer(answer, askerOf(ask), deps);
    const message = await showInThread(target, shown, { posted, replace, stream, question }, signal, deps);
    return { state: stateOf(shown), message };
  } finally {
    await work.close();
  }
}

/** Where a question is worked on. */
export function placeOf(ask: MessageAsk | DecisionAsk, home: string): WorkPlace {
  return { channel: ask.channel, thread: threadOf(ask), user: ask.user, team: ask.team ?? home, key: ask.key };
}

async function answerNow(
  ask: MessageAsk,
  text: string,
  work: Work,
  signal: AbortSignal,
  deps: AnswerMessageDeps,
): Promise<Answer> {
  const [context, files] = await Promise.all([deps.readThread(ask, signal), deps.readAttachments(ask.files, signal)]);
  const question = {
    text,
    ...(context.messages.length > 0 && { thread: context.messages }),
    ...(files.attachments.length > 0 && { attachments: files.attachments }),
  };
  const answer = await makeAnswer(ask, question, { signal, onProgress: work.show }, deps);
  const hint = await hintFor(ask, answer, deps);
  return withNotices(answer, [context.notice, ...files.notices, hint]);
}

/** Where others read along; the same for every question that is not answered, so that it tells nothing about any. */
async function hintFor(ask: MessageAsk, { status }: Answer, deps: AnswerMessageDeps): Promise<string | undefined> {
  if (ask.kind !== 'mention' || status !== 'not_found') return undefined;
  return (await deps.hasRestricted()) ? forSomeOnly : undefined;
}

const forSomeOnly = 'Some documents are for certain people only: ask me directly.';

function withNotices(answer: Answer, notices: readonly (string | undefined)[]): Answer {
  const all = [answer.notice, ...notices].filter((each) => each !== undefined);
  return all.length === 0 ? answer : { ...answer, notice: all.join(' ') };
}

/** Where the answer to the first wording of a corrected question stands; its claim ends with this. */
async function firstAnswer(
  ask: MessageAsk,
  target: Target,
  signal: AbortSignal,
  { questions, delivery }: AnswerMessageDeps,
): Promise<ReadonlyMap<number, string> | undefined> {
  if (ask.corrects === undefined) return undefined;
  await questions.finish(ask.corrects, { state: 'refused' });
  const first = await questions.get(ask.corrects);
  if (first?.answerId === undefined) return undefined;
  try {
    return await delivery.findPosted(target, first.answerId, signal);
  } catch (error) {
    if (!(error instanceof DeliveryError) || error.failure !== 'unverifiable') throw error;
    return first.message === undefined ? undefined : new Map([[1, first.message]]);
  }
}

async function isCorrected(ask: MessageAsk, { questions }: AnswerMessageDeps): Promise<boolean> {
  return ask.corrects === undefined && (await questions.get(correctionKey(ask.key))) !== undefined;
}
