import type { Log } from '../../../log.ts';
import { failureName, type SlackApi } from '../api.ts';
import { respond } from '../posting/respond.ts';
import { escapeMrkdwn } from '../posting/text.ts';
import type { Press } from './press.ts';

/** Tells the person who pressed something, and nobody else. Never throws: what fails is logged. */
export interface PressReply {
  tell(press: Press, text: string): Promise<void>;
}

const tellWithinMs = 10_000;

export function createPressReply(options: {
  readonly api: SlackApi;
  readonly now: () => number;
  readonly log: Log;
  readonly signal: AbortSignal;
}): PressReply {
  const { api, now, log, signal } = options;

  async function send(press: Press, text: string): Promise<void> {
    const { channel, person, responseUrl } = press;
    const limits = { deadline: now() + tellWithinMs, signal };
    if (press.isPrivate && responseUrl !== undefined) {
      await respond(responseUrl, { text, replace_original: false }, signal);
    } else if (channel === undefined) {
      await api.call((client) => client.chat.postMessage({ channel: person, text, ...bare }), limits);
    } else {
      // Only where the person looks: in the thread of a message that stands in one, not below one that may open it.
      const where = press.thread === undefined || press.thread === press.ts ? {} : { thread_ts: press.thread };
      await api.call((client) => client.chat.postEphemeral({ channel, user: person, text, ...where }), limits);
    }
  }

  return {
    async tell(press, text) {
      try {
        await send(press, escapeMrkdwn(text));
      } catch (error) {
        log.warn('slack.notice_failed', { action: press.action, failure: failureName(error) });
      }
    },
  };
}

const bare = { unfurl_links: false, unfurl_media: false };
