import type { WebClient } from '@slack/web-api';
import type { Log } from '../../../log.ts';
import { failureName, slackCode } from '../api.ts';

/** Tells Slack that the bot is at work in a thread, by which people get a button to stop it. Decoration like the status. */
export interface SlackSessions {
  /** Resolves when Slack has it, or does not want it. */
  set(place: { channel: string; thread: string; user: string }, status: 'processing' | 'active'): Promise<void>;
}

/** What Slack answers an app that has no sessions. */
const without: ReadonlySet<string> = new Set(['not_authorized', 'unknown_method', 'missing_scope']);

export function createSlackSessions(client: WebClient, log: Log): SlackSessions {
  let isSupported = true;
  return {
    async set({ channel, thread, user }, status) {
      if (!isSupported) return;
      try {
        const session = { channel_id: channel, thread_ts: thread, status, initiator_user_id: user };
        await client.agents.sessions.setStatus(session);
      } catch (error) {
        if (without.has(slackCode(error) ?? '')) isSupported = false;
        log.debug('slack.session_failed', { failure: failureName(error) });
      }
    },
  };
}
