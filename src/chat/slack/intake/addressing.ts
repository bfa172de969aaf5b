import type { MessageEvent } from './events.ts';

export type Addressing =
  | { readonly kind: 'mention' | 'direct' }
  | { readonly kind: 'ignored'; readonly reason: IgnoredReason };

export type IgnoredReason = 'own' | 'bot' | 'slackbot' | 'hidden' | 'subtype' | 'no_user' | 'not_addressed';

const answeredSubtypes: ReadonlySet<string> = new Set(['file_share', 'thread_broadcast', 'me_message']);

/** Whether a message is a question to the bot, from the event alone. What is ignored here must not be claimed. */
export function decideAddressing(
  event: MessageEvent,
  self: { readonly user: string; readonly bot: string },
): Addressing {
  const ignored = (reason: IgnoredReason): Addressing => ({ kind: 'ignored', reason });
  if (event.hidden) return ignored('hidden');
  if (event.user === self.user || event.bot_id === self.bot) return ignored('own');
  if (event.bot_id || event.subtype === 'bot_message') return ignored('bot');
  if (event.user === 'USLACKBOT') return ignored('slackbot');
  if (event.subtype !== undefined && !answeredSubtypes.has(event.subtype)) return ignored('subtype');
  if (!event.user) return ignored('no_user');
  // An app_mention names no channel type; ids of direct channels begin with D.
  if (event.channel_type === 'im' || event.channel.startsWith('D')) return { kind: 'direct' };
  if (event.type === 'app_mention' || event.text.includes(`<@${self.user}>`)) return { kind: 'mention' };
  return ignored('not_addressed');
}
