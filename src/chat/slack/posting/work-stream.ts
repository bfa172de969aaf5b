import type { TaskUpdateChunk } from '@slack/types';
import type { WebClient } from '@slack/web-api';
import type { Log } from '../../../log.ts';
import { failureName } from '../api.ts';
import type { WorkTasks } from './work-tasks.ts';

/** An open message that shows what is done for an answer, handed over to be ended by the answer itself. */
export interface WorkStream {
  readonly ts: string;
  /** The cards as they shall stay. */
  readonly chunks: readonly TaskUpdateChunk[];
  /** From now on whoever took it sees to its end. */
  settle(): void;
}

export interface OpenStream {
  /** Sends what changed; opens the message with the first cards. */
  flush(): void;
  /** Undefined if no message is open. Nothing more is sent to it. */
  take(): WorkStream | undefined;
  /** Removes the message unless it was taken and settled. */
  discard(): Promise<void>;
}

export interface StreamPlace {
  readonly channel: string;
  readonly thread: string;
  /** Who asks, and their own workspace: Slack streams to one person. */
  readonly user: string;
  readonly team: string;
}

/**
 * The cards of one answer in a streamed message. It holds no word of the answer, so that nothing is lost or doubled if
 * it never gets further. A call that fails ends it; the one that opens it may then have been applied, and is removed
 * when its reply comes late.
 */
export function createOpenStream(client: WebClient, place: StreamPlace, tasks: WorkTasks, log: Log): OpenStream {
  const { channel, thread, user, team } = place;
  let ts: string | undefined;
  let isOver = false;
  let isSettled = false;
  let isSending = false;
  let sent: Promise<void> | undefined;

  async function send(): Promise<void> {
    isSending = true;
    while (!isOver) {
      const chunks = tasks.takeChanged();
      if (chunks.length === 0) break;
      try {
        if (ts === undefined) ts = await start(chunks);
        else await client.chat.appendStream({ channel, ts, chunks });
      } catch (error) {
        log.debug('slack.stream_failed', { failure: failureName(error) });
        // A refused card may be sent with the next; a refused start means that there is no streaming here.
        if (ts === undefined) isOver = true;
      }
    }
    isSending = false;
  }

  async function start(chunks: TaskUpdateChunk[]): Promise<string | undefined> {
    const opened = await client.chat.startStream({
      channel,
      thread_ts: thread,
      recipient_user_id: user,
      recipient_team_id: team,
      task_display_mode: 'timeline',
      chunks,
    });
    return opened.ts;
  }

  return {
    flush() {
      if (!isOver && !isSending) sent = send();
    },
    take() {
      isOver = true;
      if (ts === undefined) return undefined;
      return { ts, chunks: tasks.finished(), settle: () => (isSettled = true) };
    },
    async discard() {
      isOver = true;
      await sent;
      if (ts === undefined || isSettled) return;
      try {
        await client.chat.delete({ channel, ts });
      } catch (error) {
        log.debug('slack.stream_failed', { failure: failureName(error) });
      }
    },
  };
}
