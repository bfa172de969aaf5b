import type { WebClient } from '@slack/web-api';
import type { Log } from '../../../log.ts';
import { failureName } from '../api.ts';

// Slack drops a status after two minutes.
const renewMs = 90_000;

/** The line under a thread that says what the bot is doing. It is decoration: no failure of it reaches the caller. */
export interface ThreadStatus {
  show(text: string): void;
  /** Clears the line, after whatever was still on its way. */
  close(): Promise<void>;
}

/** The client must not be the one that posts answers: a rate limit on a status would hold them up. */
export function openStatus(client: WebClient, channel: string, thread: string, log: Log): ThreadStatus {
  let wanted = '';
  let shown = '';
  let sending: Promise<void> | undefined;

  async function send(): Promise<void> {
    while (shown !== wanted) {
      const status = wanted;
      try {
        await client.assistant.threads.setStatus({ channel_id: channel, thread_ts: thread, status });
      } catch (error) {
        log.debug('slack.status_failed', { failure: failureName(error) });
      }
      shown = status;
    }
    sending = undefined;
  }

  function want(text: string): Promise<void> {
    wanted = text;
    sending ??= send();
    return sending;
  }

  const renewal = setInterval(() => {
    shown = '';
    void want(wanted);
  }, renewMs);
  renewal.unref();

  return {
    show: (text) => void want(text),
    async close() {
      clearInterval(renewal);
      await want('');
    },
  };
}
