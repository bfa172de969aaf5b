import type { App } from '@slack/bolt';
import type { ListenerDeps } from '../listener.ts';
import { type Addressing, decideAddressing } from './addressing.ts';
import { askFromMessage, conversationOf, correctionKey, type MessageAsk, messageKey, threadOf } from './ask.ts';
import { decideEdit } from './edits.ts';
import { type MessageChange, type MessageEvent, parseMessageChange, parseMessageEvent } from './events.ts';

/** Questions in messages: asked, put in other words, or taken back. */
export function listenToMessages(app: App, deps: ListenerDeps): void {
  const { log } = deps;
  const onMessage = async ({ event }: { event: unknown }) => {
    const change = parseMessageChange(event);
    const deleted = change && deletedMessage(change);
    if (deleted !== undefined) return takeBack(deleted, deps);
    if (change?.subtype === 'message_changed') return correct(change, deps);
    const message = parseMessageEvent(event);
    if (message) await hear(message, deps);
    else log.warn('slack.ignored', { reason: 'unknown_shape' });
  };
  app.event('app_mention', onMessage);
  app.event('message', onMessage);
}

async function hear(event: MessageEvent, deps: ListenerDeps): Promise<void> {
  const { self, rules, accept, log } = deps;
  const addressing = decideAddressing(event, { self, rules });
  if (addressing.kind === 'ignored') {
    // Everything that is written in its channels reaches the bot.
    const isUsual = addressing.reason === 'not_addressed' || addressing.reason === 'own';
    log[isUsual ? 'debug' : 'info']('slack.ignored', { reason: addressing.reason });
    return;
  }
  const ask = askOf(event, addressing, deps);
  const admit = async () => {
    const facts = { turns: await turnsOf(ask, deps), isAskedBack: await isAskedBack(ask, deps) };
    const decided = decideAddressing(event, { self, rules, facts });
    if (decided.kind !== 'ignored') log.info('slack.addressed', { key: ask.key, how: decided.kind });
    else log[decided.reason === 'not_addressed' ? 'debug' : 'info']('slack.ignored', { reason: decided.reason });
    return decided.kind !== 'ignored';
  };
  if (addressing.kind !== 'undecided') log.info('slack.addressed', { key: ask.key, how: addressing.kind });
  await accept(ask, addressing.kind === 'undecided' ? admit : undefined);
}

function askOf(event: MessageEvent, addressing: Addressing, { self, now }: ListenerDeps): MessageAsk {
  return askFromMessage(event, addressing.kind === 'direct' ? 'direct' : 'mention', self.team, now());
}

/** How often the author has asked in this thread, counting what is still being answered. */
async function turnsOf(ask: MessageAsk, { pipeline, records }: ListenerDeps): Promise<number> {
  const present = pipeline
    .underWay()
    .filter(
      (each) =>
        each.kind !== 'command' &&
        each.key !== ask.key &&
        each.user === ask.user &&
        each.channel === ask.channel &&
        threadOf(each) === threadOf(ask),
    );
  const counts = await records.answers.count({ conversation: conversationOf(ask), person: ask.user });
  return present.length + Object.values(counts).reduce((sum, count) => sum + count, 0);
}

/** Whether the last that the author was told is a question of the bot in this thread. */
async function isAskedBack(ask: MessageAsk, { answers, records }: ListenerDeps): Promise<boolean> {
  const [last] = await records.answers.list({ person: ask.user, limit: 1 });
  if (last?.answer.choice === undefined || last.conversation !== conversationOf(ask)) return false;
  return (await answers.mayChoose(last.answer.id, ask.user)) === 'open';
}

async function correct(
  change: Extract<MessageChange, { subtype: 'message_changed' }>,
  deps: ListenerDeps,
): Promise<void> {
  const { self, rules, records, pipeline, accept, log } = deps;
  const edit = decideEdit(change, self);
  if (edit.kind === 'ignored') {
    log.info('slack.ignored', { reason: `edit_${edit.reason}` });
    return;
  }
  const addressing = decideAddressing(edit.event, { self, rules });
  const ask = askOf(edit.event, addressing, deps);
  const isKnown = (await records.questions.get(ask.key)) !== undefined;
  if (!isKnown) {
    // It was no question before: the bot is mentioned only now, or the change has overtaken the message.
    if (addressing.kind !== 'mention' && addressing.kind !== 'direct') {
      log.info('slack.ignored', { reason: 'edit_of_no_question' });
      return;
    }
    // The message itself may have come in between.
    if ((await accept(ask)) || pipeline.underWay().some(({ key, text }) => key === ask.key && text === ask.text))
      return;
  }
  const isFirst = await accept({ ...ask, key: correctionKey(ask.key), corrects: ask.key });
  if (isFirst) await pipeline.end(({ key }) => key === ask.key, 'corrected');
}

/** A message that opens a thread with replies is not gone when it is deleted: a tombstone takes its place. */
function deletedMessage(change: MessageChange): { readonly channel: string; readonly ts: string } | undefined {
  const { channel } = change;
  if (change.subtype === 'message_deleted') return { channel, ts: change.deleted_ts };
  return change.message.subtype === 'tombstone' ? { channel, ts: change.message.ts } : undefined;
}

async function takeBack(
  { channel, ts }: { readonly channel: string; readonly ts: string },
  { self, pipeline }: ListenerDeps,
): Promise<void> {
  const key = messageKey(self.team, channel, ts);
  await pipeline.end((ask) => ask.key === key || ask.key === correctionKey(key), 'deleted');
}
