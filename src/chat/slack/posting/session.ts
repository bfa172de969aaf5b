import { WebAPIRateLimitedError, type WebClient } from '@slack/web-api';
import type { Log } from '../../../log.ts';
import { failureName, slackCode } from '../api.ts';
import type { After } from './after.ts';

/** Tells Slack that the bot is at work in a thread, by which people get a button to stop it. Decoration like the status. */
export interface SlackSessions {
  /**
   * Resolves when Slack has it, or does not want it, or could not be told. That work has ended is then told again a
   * little later, unless other work has begun in the thread.
   */
  set(place: SessionPlace & { readonly user: string }, status: 'processing' | 'active'): Promise<void>;
  /** Ends a session that a process before left, where none goes on here. */
  end(place: SessionPlace): Promise<void>;
}

interface SessionPlace {
  readonly channel: string;
  readonly thread: string;
}

/** What Slack answers an app that has no sessions. */
const without: ReadonlySet<string> = new Set(['not_authorized', 'unknown_method', 'missing_scope']);
const againMs = 3_000;
/** Slack itself ends a session that is not told of for an hour. */
const maxRepeats = 60;

export function createSlackSessions(options: {
  readonly client: WebClient;
  readonly after: After;
  readonly log: Log;
}): SlackSessions {
  const { client, after, log } = options;
  /** What each thread was set to last, by what set it. */
  const latest = new Map<string, object>();
  let isSupported = true;

  /** In how many milliseconds to try again; undefined if there is nothing to try. */
  async function send(session: Parameters<typeof client.agents.sessions.setStatus>[0]): Promise<number | undefined> {
    try {
      await client.agents.sessions.setStatus(session);
      return undefined;
    } catch (error) {
      log.debug('slack.session_failed', { failure: failureName(error) });
      const code = slackCode(error);
      if (without.has(code ?? '')) isSupported = false;
      if (error instanceof WebAPIRateLimitedError) return error.retryAfter * 1_000;
      return code === undefined ? againMs : undefined;
    }
  }

  async function set(
    { channel, thread }: SessionPlace,
    status: 'processing' | 'active',
    initiator: { readonly initiator_user_id?: string },
  ): Promise<void> {
    if (!isSupported) return;
    const place = `${channel}:${thread}`;
    const own = {};
    latest.set(place, own);
    const session = { channel_id: channel, thread_ts: thread, status, ...initiator };
    const attempt = async (left: number): Promise<void> => {
      const pauseMs = await send(session);
      if (latest.get(place) !== own) return;
      if (status === 'active' && pauseMs !== undefined && left > 0) {
        after(pauseMs, () => {
          if (latest.get(place) === own) void attempt(left - 1);
        });
      } else if (status === 'active') latest.delete(place);
    };
    await attempt(maxRepeats);
  }

  return {
    set: (place, status) => set(place, status, { initiator_user_id: place.user }),
    async end(place) {
      if (!latest.has(`${place.channel}:${place.thread}`)) await set(place, 'active', {});
    },
  };
}
