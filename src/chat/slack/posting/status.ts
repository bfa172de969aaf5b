import { WebAPIRateLimitedError, type WebClient } from '@slack/web-api';
import type { Log } from '../../../log.ts';
import { failureName } from '../api.ts';
import type { After } from './after.ts';

/** The line under a thread that says what the bot is doing. It is decoration: no failure of it reaches the caller. */
export interface ThreadStatus {
  show(text: string): void;
  /** Resolves once nothing of it is on its way. */
  shown(): Promise<void>;
  /** Clears the line, after whatever was still on its way. */
  close(): Promise<void>;
}

export interface SlackStatuses {
  open(channel: string, thread: string): ThreadStatus;
  /** Clears a line that a process before left, where none is shown from here. */
  clear(channel: string, thread: string): Promise<void>;
}

// Slack drops a status after two minutes.
const renewMs = 90_000;
const clearAgainMs = 3_000;
const maxClearings = 4;

/** The client must not be the one that posts answers: a rate limit on a status would hold them up. */
export function createSlackStatuses(options: {
  readonly client: WebClient;
  readonly after: After;
  readonly log: Log;
}): SlackStatuses {
  const { client, after, log } = options;
  /** The status that each thread shows, or is to lose. */
  const latest = new Map<string, object>();

  async function send(channel: string, thread: string, status: string): Promise<number | undefined> {
    try {
      await client.assistant.threads.setStatus({ channel_id: channel, thread_ts: thread, status });
      return undefined;
    } catch (error) {
      log.debug('slack.status_failed', { failure: failureName(error) });
      return error instanceof WebAPIRateLimitedError ? error.retryAfter * 1_000 : clearAgainMs;
    }
  }

  return {
    async clear(channel, thread) {
      if (!latest.has(`${channel}:${thread}`)) await send(channel, thread, '');
    },

    open(channel, thread) {
      const place = `${channel}:${thread}`;
      const own = {};
      latest.set(place, own);
      let wanted = '';
      /** Counts what was wanted, so that a renewal during a call is not taken for done. */
      let asked = 0;
      let answered = 0;
      let sending: Promise<void> | undefined;
      let pauseMs: number | undefined;

      async function sendWanted(): Promise<void> {
        while (answered !== asked) {
          const sent = asked;
          pauseMs = await send(channel, thread, wanted);
          answered = sent;
        }
        sending = undefined;
      }

      function want(text: string, again = false): Promise<void> {
        if (text !== wanted || again) asked += 1;
        wanted = text;
        if (answered !== asked) sending ??= sendWanted();
        return sending ?? Promise.resolve();
      }

      /** Nobody waits for it; a line that shows again by then is another's. */
      function clearLater(afterMs: number, left: number): void {
        after(afterMs, async () => {
          if (latest.get(place) !== own) return;
          const again = await send(channel, thread, '');
          if (again !== undefined && left > 1) clearLater(again, left - 1);
          else if (latest.get(place) === own) latest.delete(place);
        });
      }

      let stopRenewing = after(renewMs, renew);
      function renew(): void {
        stopRenewing = after(renewMs, renew);
        void want(wanted, true);
      }

      return {
        show: (text) => void want(text),
        shown: () => sending ?? Promise.resolve(),
        async close() {
          stopRenewing();
          await want('');
          if (pauseMs !== undefined) clearLater(pauseMs, maxClearings);
          else if (latest.get(place) === own) latest.delete(place);
        },
      };
    },
  };
}
