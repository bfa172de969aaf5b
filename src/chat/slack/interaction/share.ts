import type { KnownBlock } from '@slack/types';
import type { AnswerRecord } from '../../../records/records.ts';
import { decodeAction } from '../action-ids.ts';
import { failureName, judgePostFailure, slackCode } from '../api.ts';
import { formatAnswer } from '../posting/format.ts';
import { fallbackText } from '../posting/forms.ts';
import type { SlackPart } from '../posting/parts.ts';
import { respond } from '../posting/respond.ts';
import { escapeInline } from '../posting/text.ts';
import { callWithinMs, type InteractionDeps } from './interaction-deps.ts';
import { once } from './once.ts';
import type { Press } from './press.ts';

/**
 * Shows a private answer to the channel that it was asked in, once. Who reads along, and whether all of them may read
 * what it cites, is looked at in this moment and not when the answer was made.
 */
export async function shareAnswer(press: Press, deps: InteractionDeps): Promise<void> {
  const { reply, records, answers, signal } = deps;
  const { person, channel } = press;
  const pressed = decodeAction('share_answer', press.value);
  const record = pressed && (await records.answers.get(pressed.answer));
  if (record?.person !== person || channel === undefined) {
    await reply.tell(press, 'That answer is no longer kept. Please ask again.');
    return;
  }
  const place = { kind: 'mention', key: press.trigger, ts: '', files: [], text: '', at: deps.now() } as const;
  const team = press.team === undefined ? {} : { team: press.team };
  const decision = await deps.access.check({ ...place, user: person, channel, ...team }, signal);
  if (!decision.allowed) {
    await reply.tell(press, decision.notice ?? 'I may not answer here.');
    return;
  }
  if (!(await answers.maySee(record.answer, await deps.viewerFor({ person, place: channel })))) {
    await reply.tell(
      press,
      'Not everyone here may read what this answer rests on, or it has changed since. Please ask again.',
    );
    return;
  }
  const shared = await once(`share:${record.answer.id}:${channel}`, () => post(press, channel, record, deps), {
    ledger: records.ledger,
    now: deps.now,
  });
  if (!shared) await reply.tell(press, 'I have shared this answer here already.');
}

/** False if the channel did not get it. */
async function post(press: Press, channel: string, record: AnswerRecord, deps: InteractionDeps): Promise<boolean> {
  const { api, now, signal, log, reply, indexedOn } = deps;
  const parts = formatAnswer({ ...record.answer, notice: sharedNotice(record) }, [], { indexedOn: await indexedOn() });
  try {
    let thread: string | undefined;
    for (const part of parts) {
      const where = { channel, ...(thread !== undefined && { thread_ts: thread }) };
      const message = { ...where, ...content(part), unfurl_links: false, unfurl_media: false };
      const { ts } = await api.call((client) => client.chat.postMessage(message), {
        deadline: now() + callWithinMs,
        signal,
      });
      thread ??= ts;
    }
    return true;
  } catch (error) {
    if (judgePostFailure(error) === 'uncertain') return true;
    const isOutside = ['not_in_channel', 'channel_not_found'].includes(slackCode(error) ?? '');
    if (isOutside && press.responseUrl !== undefined && (await respondToAll(press.responseUrl, parts, signal)))
      return true;
    log.warn('slack.not_shared', { answer: record.answer.id, failure: failureName(error) });
    await reply.tell(press, 'I could not post in this channel. Invite me to it, then share the answer again.');
    return false;
  }
}

/** Where the bot is no member, only the address of the command can write to the channel. */
async function respondToAll(url: string, parts: readonly SlackPart[], signal: AbortSignal): Promise<boolean> {
  for (const part of parts) {
    const shown = { response_type: 'in_channel', replace_original: false, ...content(part) } as const;
    if (!(await respond(url, shown, signal))) return false;
  }
  return true;
}

function content(part: SlackPart): { readonly text: string; readonly blocks: KnownBlock[] } {
  return { text: fallbackText(part), blocks: [...part.blocks] };
}

function sharedNotice({ question, answer: { notice } }: AnswerRecord): string {
  const asked = `Shared from a private answer to: “${escapeInline(question.slice(0, 300))}”`;
  return notice === undefined ? asked : `${asked} ${notice}`;
}
