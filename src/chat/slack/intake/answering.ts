import type { AnswerProgress, AnswerQuestion, Referral } from '../../../answer/answer-question.ts';
import type { Answer, Viewer } from '../../../domain.ts';
import { BylawError } from '../../../errors.ts';
import type { Log } from '../../../log.ts';
import type { AnswerRecords, ClaimedQuestion, QuestionRecords } from '../../../records/records.ts';
import { failureName } from '../api.ts';
import { asBlocks, DeliveryError, fallbackText, type SlackDelivery } from '../posting/deliver.ts';
import { formatAnswer } from '../posting/format.ts';
import { help, type SlackNotices } from '../posting/notices.ts';
import { respond } from '../posting/respond.ts';
import type { ThreadStatus } from '../posting/status.ts';
import { readSlackText } from '../posting/text.ts';
import type { SlackAccess } from './access.ts';
import { type CommandAsk, type MessageAsk, type SlackAsk, threadOf } from './events.ts';
import type { Turn } from './queue.ts';

/** How a claimed question ended. */
export interface Outcome {
  readonly state: 'delivered' | 'refused' | 'failed';
  /** The ts of the answer's last message. */
  readonly message?: string;
}

/** Who asks and where. Without a place the answer is read by the asker alone. */
export interface Asker {
  readonly person: string;
  readonly place?: string;
}

export interface AnsweringDeps {
  readonly answers: AnswerQuestion;
  readonly questions: QuestionRecords;
  readonly stored: AnswerRecords;
  readonly viewerFor: (asker: Asker) => Viewer | Promise<Viewer>;
  readonly access: SlackAccess;
  readonly delivery: SlackDelivery;
  readonly notices: SlackNotices;
  readonly openStatus: (channel: string, thread: string) => ThreadStatus;
  readonly botUser: string;
  readonly now: () => number;
  readonly log: Log;
}

/** Answers one claimed question, from the access check to the delivery. Throws if it should be tried again later. */
export type AnswerAsk = (
  ask: SlackAsk,
  context: { readonly turn: Turn; readonly earlier?: ClaimedQuestion; readonly signal: AbortSignal },
) => Promise<Outcome>;

const maxAttempts = 10;
/** Slack takes an answer to a command for thirty minutes; the rest is for making it. */
const commandLivesMs = 28 * 60_000;
/** Slack takes five answers to a command, and each may have to be sent in another form. */
const maxResponses = 4;

const failed = 'I could not answer your question because something went wrong here. Please ask again in a few minutes.';
const uncertain =
  'I was interrupted while I was answering your question. If you see no answer to it, please ask again.';
const unwritable =
  'I could not answer in the channel where you asked, since I may not write there. Please ask me here.';

const progressTexts: Readonly<Record<AnswerProgress['step'], string>> = {
  searching: 'is searching the policies…',
  reading: 'is reading the policies…',
  found: 'is reading the policies…',
  calculating: 'is calculating…',
  acting: 'is working in another system…',
  writing: 'is writing an answer…',
  checking: 'is checking the sources…',
};

export function createAnswerAsk(deps: AnsweringDeps): AnswerAsk {
  const { answers, questions, stored, access, delivery, notices, log } = deps;

  async function makeAnswer(ask: SlackAsk, text: string, status: ThreadStatus | undefined, signal: AbortSignal) {
    const place = ask.kind === 'mention' ? { place: ask.channel } : {};
    const viewer = await deps.viewerFor({ person: ask.user, ...place });
    const answer = await answers.ask(
      { text, viewer, conversation: conversationOf(ask) },
      { signal, onProgress: ({ step }) => status?.show(progressTexts[step]) },
    );
    signal.throwIfAborted();
    await questions.attach(ask.key, answer.id);
    return answer;
  }

  async function answerMessage(
    ask: MessageAsk,
    text: string,
    earlier: ClaimedQuestion | undefined,
    signal: AbortSignal,
  ): Promise<Outcome> {
    const target = { channel: ask.channel, thread: threadOf(ask) };
    const status = deps.openStatus(target.channel, target.thread);
    status.show(progressTexts.searching);
    try {
      const begun = earlier?.answerId;
      const posted = begun === undefined ? undefined : await delivery.findPosted(target, begun, signal);
      const known = begun === undefined ? undefined : (await stored.get(begun))?.answer;
      const last = posted?.get(Math.max(...posted.keys()));
      // What was posted of an answer that is no longer known can't be completed, and a second one must not follow.
      if (!known && last !== undefined) return { state: 'delivered', message: last };
      const answer = known ?? (await makeAnswer(ask, text, status, signal));
      const parts = formatAnswer(answer, ask.files);
      const message = await delivery.deliver(target, { id: answer.id, parts, ...(known && { posted }) }, signal);
      return { state: stateOf(answer), message };
    } finally {
      await status.close();
    }
  }

  async function answerCommand(
    ask: CommandAsk,
    text: string,
    earlier: ClaimedQuestion | undefined,
    signal: AbortSignal,
  ): Promise<Outcome> {
    if (deps.now() - ask.at > commandLivesMs) return { state: 'failed' };
    if (earlier?.answerId !== undefined) {
      // A private answer can't be read back: whether it arrived is not known, so it isn't sent again.
      await notices.tell(ask, uncertain, { keepOriginal: true });
      return { state: 'failed' };
    }
    const answer = await makeAnswer(ask, text, undefined, signal);
    const all = formatAnswer(answer, []);
    const parts = all.length <= maxResponses ? all : [...all.slice(0, maxResponses - 1), ...all.slice(-1)];
    for (const [at, part] of parts.entries()) {
      const response = { text: fallbackText(part), replace_original: at === 0 };
      if (await respond(ask.responseUrl, { ...response, blocks: asBlocks(part) }, signal)) continue;
      if (!(await respond(ask.responseUrl, response, signal))) return { state: 'failed' };
    }
    return { state: stateOf(answer) };
  }

  /** A command's answer is private anyway; in a channel nothing is posted that others could see. */
  async function referPrivately(
    ask: SlackAsk,
    referral: Referral,
    earlier: ClaimedQuestion | undefined,
    signal: AbortSignal,
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

  async function explain(ask: SlackAsk, error: unknown): Promise<Outcome> {
    log.error('slack.answer_failed', { key: ask.key, failure: failureName(error), code: codeOf(error) });
    if (!(error instanceof DeliveryError)) {
      await notices.tell(ask, error instanceof BylawError ? error.message : failed);
    } else if (error.failure === 'refused') await notices.tellDirectly(ask, unwritable);
    else await notices.tell(ask, uncertain);
    return { state: 'failed' };
  }

  return async (ask, { turn, earlier, signal }) => {
    if (earlier && earlier.attempts >= maxAttempts) return explain(ask, new Error('too many attempts'));
    const decision = await access.check(ask, signal);
    if (!decision.allowed) {
      log.info('slack.refused', { key: ask.key, reason: decision.reason });
      if (decision.notice !== undefined) await notices.tell(ask, decision.notice);
      return { state: 'refused' };
    }
    if (ask.referral !== undefined) {
      try {
        return await referPrivately(ask, ask.referral, earlier, signal);
      } catch (error) {
        if (signal.aborted || (error instanceof DeliveryError && error.failure === 'later')) throw error;
        return explain(ask, error);
      }
    }
    const text = readSlackText(ask.text, deps.botUser);
    if (text === '') {
      await notices.tell(ask, help);
      return { state: 'delivered' };
    }
    await abortable(turn.ready, signal);
    try {
      if (ask.kind === 'command') return await answerCommand(ask, text, earlier, signal);
      return await answerMessage(ask, text, earlier, signal);
    } catch (error) {
      if (signal.aborted || (error instanceof DeliveryError && error.failure === 'later')) throw error;
      return explain(ask, error);
    }
  };
}

function conversationOf(ask: SlackAsk): string {
  return ask.kind === 'command' ? `slack:${ask.key}` : `slack:${ask.channel}:${threadOf(ask)}`;
}

function stateOf(answer: Answer): Outcome['state'] {
  return answer.status === 'failed' ? 'failed' : 'delivered';
}

function codeOf(error: unknown): string | undefined {
  return error instanceof BylawError ? error.code : undefined;
}

function abortable(promise: Promise<void>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    void promise.then(() => {
      signal.removeEventListener('abort', abort);
      resolve();
    });
  });
}
