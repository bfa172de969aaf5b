import { decodeAction } from '../action-ids.ts';
import { escapeMrkdwn } from '../posting/text.ts';
import type { InteractionDeps } from './interaction-deps.ts';
import type { Press } from './press.ts';
import { askFromPress } from './press-ask.ts';

/** Asks a suggested question for the person who pressed it: where the button stands, and as privately. */
export async function askFollowUp(press: Press, deps: InteractionDeps): Promise<void> {
  const pressed = decodeAction('follow_up', press.value);
  if (pressed === undefined) return;
  const ask = askFromPress(press, {
    key: `${deps.self.team}:press:${press.trigger}`,
    // As if it had been typed: an ask holds text the way that Slack sends it.
    text: escapeMrkdwn(pressed.text),
    at: deps.now(),
  });
  if (ask !== undefined) await deps.accept(ask);
}
