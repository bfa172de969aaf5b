import type { App } from '@slack/bolt';
import { z } from 'zod';
import type { ListenerDeps } from '../listener.ts';

const stopped = z.object({ channel: z.string(), user: z.string(), thread_ts: z.string() });

/** The stop button that Slack shows while an answer is in the making. */
export function listenToStops(app: App, { stopping, log }: Pick<ListenerDeps, 'stopping' | 'log'>): void {
  app.event('agent_session_stopped', async ({ event }: { event: unknown }) => {
    const found = stopped.safeParse(event).data;
    if (found) await stopping.stopThread(found.channel, found.thread_ts, found.user);
    else log.warn('slack.ignored', { reason: 'unknown_shape' });
  });
}
