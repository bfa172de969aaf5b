import type { CommandAsk, MessageAsk } from '../intake/ask.ts';
import type { Press } from './press.ts';

/** What was asked by pressing a button: where the button stands, and as privately. Undefined where that can't be told. */
export function askFromPress(
  press: Press,
  asked: { readonly key: string; readonly text: string; readonly at: number },
): CommandAsk | MessageAsk | undefined {
  const { isPrivate, responseUrl, channel, ts, thread, person, team } = press;
  if (channel === undefined) return undefined;
  const own = { ...asked, user: person, ...(team === undefined ? {} : { team }), channel };
  if (isPrivate) return responseUrl === undefined ? undefined : { ...own, kind: 'command', responseUrl };
  if (ts === undefined) return undefined;
  const kind = channel.startsWith('D') ? 'direct' : 'mention';
  return { ...own, kind, ts, ...(thread === undefined ? {} : { thread }), files: [], isPressed: true };
}
