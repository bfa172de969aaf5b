import type { Log } from '../../../log.ts';
import { failureName, type SlackApi } from '../api.ts';
import type { SlackNotices } from '../posting/notices.ts';
import type { SlackWork } from '../posting/work.ts';
import { placeOf } from './answer-message.ts';
import { type SlackAsk, threadOf } from './ask.ts';
import type { EndedAsk, SlackPipeline } from './pipeline.ts';

/** Ends answers that people no longer want. Both return how many questions were ended; a second time that is none. */
export interface SlackStopping {
  /** Everything that is under way in a thread: nothing more is delivered, and "Stopped." says so there. */
  stopThread(channel: string, thread: string, by: string): Promise<number>;
  /** Everything that a person asked and that is under way, wherever it was asked. */
  stopPerson(person: string): Promise<number>;
}

const stopped = 'Stopped.';
const postWithinMs = 30_000;

export function createSlackStopping(options: {
  readonly pipeline: Pick<SlackPipeline, 'end'>;
  readonly api: SlackApi;
  readonly work: Pick<SlackWork, 'clearWork'>;
  /** The home workspace. */
  readonly home: string;
  readonly notices: SlackNotices;
  readonly now: () => number;
  readonly signal: AbortSignal;
  readonly log: Log;
}): SlackStopping {
  const { pipeline, api, work, home, notices, now, signal, log } = options;

  async function say(ended: readonly EndedAsk[]): Promise<number> {
    const threads = new Map<string, { readonly channel: string; readonly thread: string }>();
    for (const { ask, wasHere } of ended) {
      if (ask.kind === 'command') {
        await notices.tell(ask, stopped);
        continue;
      }
      threads.set(`${ask.channel}:${threadOf(ask)}`, { channel: ask.channel, thread: threadOf(ask) });
      if (!wasHere) await work.clearWork(placeOf(ask, home));
    }
    await Promise.all([...threads.values()].map(sayInThread));
    return ended.length;
  }

  async function sayInThread({ channel, thread }: { readonly channel: string; readonly thread: string }) {
    const message = { channel, thread_ts: thread, text: stopped, unfurl_links: false, unfurl_media: false };
    try {
      await api.call((client) => client.chat.postMessage(message), { deadline: now() + postWithinMs, signal });
    } catch (error) {
      log.warn('slack.notice_failed', { failure: failureName(error) });
    }
  }

  return {
    async stopThread(channel, thread, by) {
      const inThread = (ask: SlackAsk) => ask.kind !== 'command' && ask.channel === channel && threadOf(ask) === thread;
      const ended = await pipeline.end(inThread, 'stopped');
      log.info('slack.stopped', { questions: ended.length, by });
      return say(ended);
    },
    async stopPerson(person) {
      const ended = await pipeline.end((ask) => ask.user === person, 'stopped');
      log.info('slack.stopped', { questions: ended.length, by: person });
      return say(ended);
    },
  };
}
