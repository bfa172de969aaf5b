import { readSlackText } from '../posting/text.ts';
import type { MessageChange, MessageEvent } from './events.ts';

export type Edit =
  /** The message as it reads now. */
  | { readonly kind: 'correction'; readonly event: MessageEvent }
  | { readonly kind: 'ignored'; readonly reason: 'own' | 'bot' | 'not_by_author' | 'same_text' | 'too_late' };

const withinS = 300;

/** Whether a changed message is a question put in other words by who asked it, soon after it was asked. */
export function decideEdit(
  change: Extract<MessageChange, { subtype: 'message_changed' }>,
  self: { readonly user: string; readonly bot: string },
): Edit {
  const { message, previous_message: before, channel, channel_type } = change;
  const ignored = (reason: Extract<Edit, { kind: 'ignored' }>['reason']): Edit => ({ kind: 'ignored', reason });
  if (message.user === self.user || message.bot_id === self.bot) return ignored('own');
  if (message.bot_id || message.subtype === 'bot_message') return ignored('bot');
  // A preview that Slack adds to a link is a change as well, by nobody.
  if (message.edited === undefined || message.edited.user !== message.user) return ignored('not_by_author');
  const read = (text: string) => readSlackText(text, self.user).replace(/\s+/g, ' ');
  if (before === undefined || read(before.text) === read(message.text)) return ignored('same_text');
  if (!(Number(message.edited.ts) - Number(message.ts) <= withinS)) return ignored('too_late');
  const { edited: _, ...rest } = message;
  return {
    kind: 'correction',
    event: { ...rest, type: 'message', channel, ...(channel_type !== undefined && { channel_type }) },
  };
}
