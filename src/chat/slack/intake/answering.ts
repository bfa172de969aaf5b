import { BylawError } from '../../../errors.ts';
import type { Log } from '../../../log.ts';
import type { FlagRecords } from '../../../records/records.ts';
import { failureName } from '../api.ts';
import { DeliveryError } from '../posting/delivery-error.ts';
import { help, type SlackNotices } from '../posting/notices.ts';
import { readSlackText } from '../posting/text.ts';
import type { Access, SlackAccess } from './access.ts';
import { type AnswerCommandDeps, answerCommand } from './answer-command.ts';
import { type AnswerDecisionDeps, answerDecision } from './answer-decision.ts';
import { type AnswerMessageDeps, type AskContext, answerMessage, placeOf } from './answer-message.ts';
import type { SlackAsk } from './ask.ts';
import type { HourlyLimit } from './hourly-limit.ts';
import type { Outcome } from './outcome.ts';
import type { Turn } from './queue.ts';
import { type ReferPrivatelyDeps, referPrivately } from './refer-privately.ts';
import { unlessAborted } from './unless-aborted.ts';

export interface AnsweringDeps extends AnswerMessageDeps, AnswerCommandDeps, AnswerDecisionDeps, ReferPrivatelyDeps {
  readonly access: SlackAccess;
  readonly limit: HourlyLimit;
  readonly flags: Pick<FlagRecords, 'get'>;
  readonly botUser: string;
  readonly log: Log;
}

/** Answers one claimed question, from the access check to the delivery. Throws if it should be tried again later. */
export type AnswerAsk = (ask: SlackAsk, context: AskContext & { readonly turn: Turn }) => Promise<Outcome>;

/** The flag that is set while an administrator has paused the bot. */
export const pausedFlag = 'paused';

const maxAttempts = 10;

const failed = 'I could not answer your question because something went wrong here. Please ask again in a few minutes.';
const uncertain =
  'I was interrupted while I was answering your question. If you see no answer to it, please ask again.';
const unwritable =
  'I could not answer in the channel where you asked, since I may not write there. Please ask me here.';
const paused = 'I am paused at the moment, so I am not answering. Please ask again later.';
const overLimit =
  'You have asked as many questions as I answer one person within an hour. Please go on a little later.';

export function createAnswerAsk(deps: AnsweringDeps): AnswerAsk {
  const { access, limit, flags, notices, log } = deps;

  async function refuse(ask: SlackAsk, { reason, notice }: Extract<Access, { allowed: false }>): Promise<Outcome> {
    log.info('slack.refused', { key: ask.key, reason });
    if (notice !== undefined && !isBot(ask)) await tellSomehow(ask, notice, notices);
    return { state: 'refused' };
  }

  async function explain(ask: SlackAsk, error: unknown): Promise<Outcome> {
    log.error('slack.answer_failed', { key: ask.key, failure: failureName(error), code: codeOf(error) });
    if (isBot(ask)) return { state: 'failed' };
    if (!(error instanceof DeliveryError)) {
      await tellSomehow(ask, error instanceof BylawError ? error.message : failed, notices);
    } else if (error.failure === 'refused') await notices.tellDirectly(ask, unwritable);
    // A private answer that came through all the same must stay.
    else await tellSomehow(ask, uncertain, notices, { keepOriginal: true });
    return { state: 'failed' };
  }

  async function answer(ask: SlackAsk, context: Parameters<AnswerAsk>[1]): Promise<Outcome> {
    if (ask.referral !== undefined) return referPrivately(ask, ask.referral, context, deps);
    if ((await flags.get(pausedFlag)) !== undefined) {
      return refuse(ask, { allowed: false, reason: 'paused', notice: paused });
    }
    if (ask.kind === 'decision') return answerDecision(ask, context, deps);
    const text = readSlackText(ask.text, deps.botUser);
    if (text === '') {
      await notices.tell(ask, help);
      return { state: 'delivered' };
    }
    // One that was begun before was let in then.
    const place = context.earlier ? ({ ok: true, leave() {} } as const) : await limit.enter(ask.user);
    if (!place.ok) return refuse(ask, { allowed: false, reason: 'over_limit', notice: overLimit });
    // What waits for another answer of its thread, or has nothing to show, holds nobody up.
    if (!context.turn.isFirst || ask.kind === 'command') context.received();
    try {
      await unlessAborted(context.turn.ready, context.signal);
      if (ask.kind === 'command') return await answerCommand(ask, text, context, deps);
      return await answerMessage(ask, text, context, deps);
    } finally {
      place.leave();
    }
  }

  return async (ask, context) => {
    const { earlier, signal } = context;
    if (earlier && ask.kind !== 'command') await deps.work.clearWork(placeOf(ask, deps.home));
    if (earlier && earlier.attempts >= maxAttempts) return explain(ask, new Error('too many attempts'));
    const decision = await access.check(ask, signal);
    if (!decision.allowed) return refuse(ask, decision);
    try {
      return await answer(ask, context);
    } catch (error) {
      if (signal.aborted || (error instanceof DeliveryError && error.failure === 'later')) throw error;
      return explain(ask, error);
    }
  };
}

/** Where only the asker reads it: at the place of the question, or else by direct message. */
async function tellSomehow(
  ask: SlackAsk,
  text: string,
  notices: SlackNotices,
  options: Parameters<SlackNotices['tell']>[2] = {},
): Promise<void> {
  if (!(await notices.tell(ask, text, options))) await notices.tellDirectly(ask, text);
}

function isBot(ask: SlackAsk): boolean {
  return 'byBot' in ask && ask.byBot === true;
}

function codeOf(error: unknown): string | undefined {
  return error instanceof BylawError ? error.code : undefined;
}
