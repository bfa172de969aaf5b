import type { ListenerDeps } from '../listener.ts';
import { parseAsk, threadKey } from './ask.ts';

/** Slack itself ends a session that is not told of for an hour. */
const sessionLivesMs = 3_600_000;
/** The newest; a process that died had no more to clear than it had just answered. */
const maxThreads = 200;

/**
 * Clears the line and the session of threads whose questions have ended: the process before may have died while it
 * waited to do so. Threads in which anybody is at work are left alone.
 */
export async function clearEnded(
  { records: { questions }, work, now }: Pick<ListenerDeps, 'records' | 'work' | 'now'>,
  signal: AbortSignal,
): Promise<void> {
  const places = await questions.ended(now() - sessionLivesMs, maxThreads);
  for (const place of places) {
    if (signal.aborted) return;
    // Asked anew each time, since questions come in meanwhile.
    const open = (await questions.unfinished(Number.MAX_SAFE_INTEGER)).map(({ payload }) => parseAsk(payload));
    if (open.some((ask) => ask && threadKey(ask) === place)) continue;
    const at = place.lastIndexOf(':');
    await work.clearEnded({ channel: place.slice(0, at), thread: place.slice(at + 1) });
  }
}
