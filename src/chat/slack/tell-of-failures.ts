import type { App } from '@slack/bolt';
import { failureName } from './api.ts';
import { decideAddressing } from './intake/addressing.ts';
import { askFromCommand, askFromMessage, type SlackAsk } from './intake/ask.ts';
import { parseMessageEvent } from './intake/events.ts';
import type { ListenerDeps } from './listener.ts';

const failed = 'Something went wrong here. Please ask again in a few minutes.';

/** A listener that fails has been acknowledged already, so the person would wait for nothing. */
export function tellOfFailures(app: App, deps: ListenerDeps): void {
  app.error(async ({ error, body }: { error: Error; body: unknown }) => {
    deps.log.error('slack.listener_failed', { failure: failureName(error) });
    const ask = askOf(body, deps);
    if (ask && !(await deps.notices.tell(ask, failed))) await deps.notices.tellDirectly(ask, failed);
  });
}

/** The question in what Slack sent, if it certainly is one. */
function askOf(body: unknown, { self, rules, now }: ListenerDeps): SlackAsk | undefined {
  if (typeof body !== 'object' || body === null || !('event' in body)) return askFromCommand(body, self.team, now());
  const event = parseMessageEvent(body.event);
  const addressing = event && decideAddressing(event, { self, rules });
  if (!event || (addressing?.kind !== 'mention' && addressing?.kind !== 'direct')) return undefined;
  return askFromMessage(event, addressing.kind, self.team, now());
}
