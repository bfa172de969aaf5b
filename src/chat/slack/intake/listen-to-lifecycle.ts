import type { App } from '@slack/bolt';
import { z } from 'zod';
import { failureName } from '../api.ts';
import type { ListenerDeps } from '../listener.ts';

const joined = z.object({ user: z.string(), channel: z.string(), event_ts: z.string() });
const revoked = z.object({ tokens: z.object({ bot: z.array(z.string()).nullish() }) });

const postWithinMs = 30_000;

/** What happens to the app itself: it joins a channel, loses its tokens, or is told what it has no use for. */
export function listenToLifecycle(app: App, deps: ListenerDeps): void {
  const { health, log } = deps;
  app.event('member_joined_channel', async ({ event }: { event: unknown }) => {
    const found = joined.safeParse(event).data;
    if (found && found.user === deps.self.user) await greet(found, deps);
  });
  app.event('tokens_revoked', async ({ event }: { event: unknown }) => {
    // Tokens of people are not the app's own.
    if ((revoked.safeParse(event).data?.tokens.bot ?? []).length > 0) health.lost('tokens_revoked');
  });
  app.event('app_uninstalled', async () => health.lost('app_uninstalled'));
  // Slack sends these to every agent and warns where they are not subscribed to; nothing follows from them here.
  const note = async ({ event }: { event: { readonly type: string } }) =>
    log.debug('slack.noted', { type: event.type });
  app.event('app_context_changed', note);
  app.event('agent_session_title_changed', note);
}

/** In a shared channel the bot says at once that it will not answer there; elsewhere it says nothing unasked. */
async function greet({ channel, event_ts }: z.infer<typeof joined>, deps: ListenerDeps): Promise<void> {
  const { access, api, self, records, now, signal, log } = deps;
  const decision = await access.checkChannel(channel, signal);
  if (decision.allowed || decision.reason !== 'shared_channel' || decision.notice === undefined) return;
  const key = `${self.team}:joined:${channel}:${event_ts}`;
  if (!(await records.questions.claim({ key, payload: '', owner: key, leaseUntil: now(), now: now() }))) return;
  // Ended before it is said, so that it is never said twice.
  await records.questions.finish(key, { state: 'refused' });
  try {
    const message = { channel, text: decision.notice, unfurl_links: false, unfurl_media: false };
    await api.call((client) => client.chat.postMessage(message), { deadline: now() + postWithinMs, signal });
  } catch (error) {
    log.warn('slack.notice_failed', { key, failure: failureName(error) });
  }
}
