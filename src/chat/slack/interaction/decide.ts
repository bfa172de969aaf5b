import { decodeAction } from '../action-ids.ts';
import type { InteractionDeps } from './interaction-deps.ts';
import type { Press } from './press.ts';

/** Claims a person's yes or no, so that it is carried out once, also when the bot dies in the middle. */
export async function decide(press: Press, deps: InteractionDeps): Promise<void> {
  const pressed = decodeAction('approval_decide', press.value);
  const { channel, ts, thread, team, responseUrl } = press;
  if (pressed === undefined || channel === undefined || ts === undefined) return;
  await deps.accept({
    kind: 'decision',
    key: `${deps.self.team}:press:${press.trigger}`,
    user: press.person,
    ...(team === undefined ? {} : { team }),
    channel,
    text: '',
    ts,
    thread: thread ?? ts,
    ...(press.isPrivate && responseUrl !== undefined ? { responseUrl } : {}),
    approval: pressed.approval,
    argsHash: pressed.argsHash,
    verdict: pressed.verdict,
    at: deps.now(),
  });
}
