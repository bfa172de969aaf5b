import { decodeAction } from '../action-ids.ts';
import type { SlackAsk } from '../intake/ask.ts';
import { escapeMrkdwn } from '../posting/text.ts';
import type { InteractionDeps } from './interaction-deps.ts';
import type { Press } from './press.ts';

/** Asks a suggested question for the person who pressed it: where the button stands, and as privately. */
export async function askFollowUp(press: Press, deps: InteractionDeps): Promise<void> {
  const pressed = decodeAction('follow_up', press.value);
  if (pressed === undefined || press.channel === undefined) return;
  const asked = {
    key: `${deps.self.team}:press:${press.trigger}`,
    user: press.person,
    ...(press.team === undefined ? {} : { team: press.team }),
    channel: press.channel,
    // As if it had been typed: an ask holds text the way that Slack sends it.
    text: escapeMrkdwn(pressed.text),
    at: deps.now(),
  };
  const ask = askOf(press, asked);
  if (ask !== undefined) await deps.accept(ask);
}

type Asked = Pick<SlackAsk, 'key' | 'user' | 'team' | 'channel' | 'text' | 'at'>;

function askOf({ isPrivate, responseUrl, channel, ts, thread }: Press, asked: Asked): SlackAsk | undefined {
  if (isPrivate) return responseUrl === undefined ? undefined : { ...asked, kind: 'command', responseUrl };
  if (ts === undefined) return undefined;
  const kind = channel?.startsWith('D') ? 'direct' : 'mention';
  return { ...asked, kind, ts, ...(thread === undefined ? {} : { thread }), files: [], isPressed: true };
}
