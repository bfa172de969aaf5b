import type { KnownBlock } from '@slack/types';
import type { TicketDesk } from '../../../connectors/ticket-connector.ts';
import { BylawError } from '../../../errors.ts';
import type { AnswerRecord } from '../../../records/records.ts';
import { decodeAction } from '../action-ids.ts';
import { failureName, judgePostFailure } from '../api.ts';
import { button, row } from '../posting/buttons.ts';
import type { Target } from '../posting/find-posted.ts';
import { respond } from '../posting/respond.ts';
import { threadIn } from '../posting/tell-of-ticket.ts';
import { escapeMrkdwn } from '../posting/text.ts';
import { callWithinMs, type InteractionDeps } from './interaction-deps.ts';
import { once } from './once.ts';
import type { Press } from './press.ts';
import { readableRecord } from './readable-record.ts';

/** The desk that takes this person's tickets where the question was asked; undefined where there is none. */
export async function deskFor(
  { person }: Press,
  { place }: Pick<AnswerRecord, 'place'>,
  deps: InteractionDeps,
): Promise<TicketDesk | undefined> {
  const viewer = await deps.viewerFor({ person, ...(place !== undefined && { place }) });
  return deps.tickets?.deskFor(viewer);
}

/** Shows the person alone exactly what a ticket would say and who would receive it; nothing is sent before their yes. */
export async function offerTicket(
  press: Press,
  record: AnswerRecord,
  desk: TicketDesk,
  deps: InteractionDeps,
): Promise<void> {
  const shown = desk.preview(draftOf(record, press));
  const lines = Object.entries(shown).map(([name, value]) => `*${name}*\n${escapeMrkdwn(String(value))}`);
  const agree = button('open_ticket', 'Open the ticket', { answer: record.answer.id }, 'primary');
  const text = `I can open a ticket. This would be sent to ${escapeMrkdwn(desk.recipient)}:`;
  const blocks: KnownBlock[] = [
    { type: 'section', text: { type: 'mrkdwn', text } },
    ...lines.map((line): KnownBlock => ({ type: 'section', text: { type: 'mrkdwn', text: line.slice(0, 3_000) } })),
    ...(agree === undefined ? [] : [row([agree])]),
  ];
  await show(press, { text, blocks }, deps);
}

/** Opens the ticket that was shown. The same answer opens the same one, however often the button is pressed. */
export async function openTicket(press: Press, deps: InteractionDeps): Promise<void> {
  const pressed = decodeAction('open_ticket', press.value);
  const kept = pressed && (await deps.records.answers.get(pressed.answer));
  const record = kept && (await readableRecord(kept, press.person, deps));
  const desk = record && (await deskFor(press, record, deps));
  if (record === undefined || desk === undefined) {
    await deps.reply.tell(press, 'The ticket was not opened: what it was for is no longer here. Please ask again.');
    return;
  }
  const { answer, conversation } = record;
  // Where others read along, all of them hear the number.
  const thread = record.place === undefined ? undefined : threadIn(conversation);
  // The answer to a button in a private message would stand outside of the thread.
  const there = thread === undefined ? press : { ...press, ...thread, isPrivate: false };
  const { log, records, signal, now } = deps;
  try {
    const draft = { ...draftOf(record, press), idempotencyKey: `ask_person:${answer.id}`, agreedBy: press.person };
    const ticket = await desk.open(draft, signal);
    await deps.tickets?.opened({ ...ticket, conversation });
    log.info('ticket.opened', { answer: answer.id, connector: ticket.connector });
    const link = ticket.url === undefined ? '' : ` ${ticket.url}`;
    const told = `Ticket ${ticket.ticket} is open (${ticket.status}).${link} I will tell here what becomes of it.`;
    const tellAll = () => post(thread, told, deps);
    const isFirst = await once(`ticket:${answer.id}`, tellAll, { ledger: records.ledger, now });
    if (!isFirst || thread === undefined) await deps.reply.tell(there, told);
  } catch (error) {
    log.warn('ticket.not_opened', { answer: answer.id, failure: failureName(error) });
    const why = error instanceof BylawError ? ` ${error.message}` : '';
    await deps.reply.tell(there, `The ticket could not be opened.${why} Pressing again opens no second one.`);
  }
}

function draftOf({ question, answer }: AnswerRecord, { person }: Press) {
  const title = question.replace(/\s+/g, ' ').trim();
  const titles = [...new Set(answer.citations.map((citation) => citation.title))];
  const found = titles.length === 0 ? 'No policy answered it.' : `Bylaw answered from: ${titles.join('; ')}.`;
  return {
    title: title.length > 120 ? `${title.slice(0, 119)}…` : title,
    text: `${question.slice(0, 2_000)}\n\nAsked in Slack by ${person}. ${found}`,
  };
}

/** False if it reached nobody, and may be tried again. */
async function post(thread: Target | undefined, text: string, { api, now, signal }: InteractionDeps): Promise<boolean> {
  if (thread === undefined) return true;
  const where = { channel: thread.channel, thread_ts: thread.thread };
  const message = { ...where, text: escapeMrkdwn(text), unfurl_links: false, unfurl_media: false };
  try {
    await api.call((client) => client.chat.postMessage(message), { deadline: now() + callWithinMs, signal });
    return true;
  } catch (error) {
    return judgePostFailure(error) === 'uncertain';
  }
}

async function show(
  press: Press,
  shown: { readonly text: string; readonly blocks: KnownBlock[] },
  { api, now, signal }: InteractionDeps,
): Promise<void> {
  const { channel, person, responseUrl, thread } = press;
  if (press.isPrivate && responseUrl !== undefined) {
    await respond(responseUrl, { ...shown, replace_original: false }, signal);
  } else {
    const where = thread === undefined ? {} : { thread_ts: thread };
    const message = { channel: channel ?? person, user: person, ...shown, ...where };
    await api.call((client) => client.chat.postEphemeral(message), { deadline: now() + callWithinMs, signal });
  }
}
