import type { WebClient } from '@slack/web-api';
import type { AnswerProgress } from '../../../answer/answer-question.ts';
import type { Log } from '../../../log.ts';
import { failureName } from '../api.ts';
import { type After, after as afterMs } from './after.ts';
import { eventType, type Reply, readReplies, type Target } from './find-posted.ts';
import { createSlackSessions } from './session.ts';
import { createSlackStatuses } from './status.ts';
import { createOpenStream, type StreamPlace, type WorkStream } from './work-stream.ts';
import { createWorkTasks, statusText, taskPrefix } from './work-tasks.ts';

/** Where a question is worked on, and for whom. */
export interface WorkPlace extends StreamPlace {
  /** The question's own key, the same after a crash. */
  readonly key: string;
}

/** What people see while an answer is made. It is decoration: no failure of it reaches the caller, and nothing waits for it. */
export interface Work {
  show(progress: AnswerProgress): void;
  /** The open message with the cards, for the answer to end it; undefined if there is none. Cards stand still then. */
  takeStream(): WorkStream | undefined;
  /** Clears the line, the session and a message that no answer ended, after whatever was still on its way. */
  close(): Promise<void>;
}

export interface SlackWork {
  /** Shows at once that the bot is at work; cards come once it takes longer. */
  openWork(place: WorkPlace): Work;
  /** Clears what a process that died left of its work on this question. */
  clearWork(place: WorkPlace): Promise<void>;
  /** Clears the line and the session of a thread in which nobody is at work any more. */
  clearEnded(place: Target): Promise<void>;
}

/** An answer that is there sooner needs no cards. */
const cardsAfterMs = 1_500;
/** Steps that pass sooner are not shown: nobody could read them, and each would cost two calls. */
const changesEveryMs = 300;

/** The client must not be the one that posts answers: a rate limit on decoration would hold them up. */
export function createSlackWork(options: {
  readonly client: WebClient;
  readonly bot: string;
  readonly log: Log;
  readonly after?: After;
}): SlackWork {
  const { client, bot, log, after = afterMs } = options;
  const statuses = createSlackStatuses({ client, after, log });
  const sessions = createSlackSessions({ client, after, log });

  return {
    openWork(place) {
      const status = statuses.open(place.channel, place.thread);
      status.show(statusText({ step: 'searching' }));
      // After the line, which people wait for.
      const processing = status.shown().then(() => sessions.set(place, 'processing'));
      const tasks = createWorkTasks(place.key);
      const stream = createOpenStream(client, place, tasks, log);
      let isSlow = false;
      let latest: AnswerProgress | undefined;
      let stopShowing: (() => void) | undefined;
      function showLatest(): void {
        stopShowing = undefined;
        if (latest) status.show(statusText(latest));
        if (isSlow) stream.flush();
      }
      const dropCards = after(cardsAfterMs, () => {
        isSlow = true;
        stream.flush();
      });
      return {
        show(progress) {
          latest = progress;
          tasks.note(progress);
          stopShowing ??= after(changesEveryMs, showLatest);
        },
        takeStream() {
          dropCards();
          stopShowing?.();
          return stream.take();
        },
        async close() {
          dropCards();
          stopShowing?.();
          const idle = processing.then(() => sessions.set(place, 'active'));
          await Promise.all([stream.discard(), status.close(), idle]);
        },
      };
    },

    async clearEnded(place) {
      await Promise.all([statuses.clear(place.channel, place.thread), sessions.end(place)]);
    },

    async clearWork(place) {
      const { channel, thread, key } = place;
      const status = statuses.open(channel, thread);
      status.show(statusText({ step: 'searching' }));
      const removeLeft = async () => {
        const left = (await readReplies(client, place, askedAt(place))).filter((reply) => isLeft(reply, bot, key));
        await Promise.all(left.map(({ ts }) => client.chat.delete({ channel, ts })));
      };
      const removing = removeLeft().catch((error) => log.debug('slack.stream_failed', { failure: failureName(error) }));
      await Promise.all([removing, status.close(), sessions.set(place, 'active')]);
    },
  };
}

/** A question's key ends with the ts of its message, and its cards come after it; other keys tell nothing. */
function askedAt({ key, thread }: WorkPlace): string {
  return /\d+\.\d{6}$/.exec(key)?.[0] ?? thread;
}

/** A message with the cards of this question that no answer ended: such an end leaves its mark. */
function isLeft({ bot_id, metadata, blocks }: Reply, bot: string, key: string): boolean {
  return bot_id === bot && metadata?.event_type !== eventType && JSON.stringify(blocks ?? []).includes(taskPrefix(key));
}
