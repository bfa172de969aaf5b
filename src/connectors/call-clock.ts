import type { Timers } from './timers.ts';

/** The time that one call may take; waiting for a person does not count. */
export interface CallClock {
  /** Aborts when the time is up or the caller gives up. */
  readonly signal: AbortSignal;
  /** Why the time was up; undefined while it isn't. */
  expired(): string | undefined;
  /** A sign of life. */
  alive(): void;
  /** Stops the time until the promise settles. */
  pauseFor<T>(waiting: Promise<T>): Promise<T>;
  end(): void;
}

export function startCallClock(
  limits: { readonly idleMs: number; readonly callMs: number },
  caller: AbortSignal,
  timers: Timers,
): CallClock {
  const stopping = new AbortController();
  let expired: string | undefined;
  let left = limits.callMs;
  let running = false;
  let since = 0;
  let paused = 0;
  let cancelIdle = () => {};
  let cancelTotal = () => {};

  const stop = () => {
    if (running) left -= timers.now() - since;
    running = false;
    cancelIdle();
    cancelTotal();
  };
  const expire = (why: string) => {
    stop();
    expired = why;
    stopping.abort(new Error(why));
  };
  const watchIdle = () => {
    cancelIdle();
    cancelIdle = timers.after(limits.idleMs, () => expire(`gave no sign of life for ${seconds(limits.idleMs)}`));
  };
  const run = () => {
    if (stopping.signal.aborted) return;
    running = true;
    since = timers.now();
    watchIdle();
    cancelTotal = timers.after(left, () => expire(`took longer than ${seconds(limits.callMs)}`));
  };
  const giveUp = () => {
    stop();
    stopping.abort(caller.reason);
  };
  if (caller.aborted) giveUp();
  else {
    caller.addEventListener('abort', giveUp, { once: true });
    run();
  }
  return {
    signal: stopping.signal,
    expired: () => expired,
    alive: () => {
      if (running) watchIdle();
    },
    pauseFor: async (waiting) => {
      paused++;
      stop();
      try {
        return await waiting;
      } finally {
        paused--;
        if (paused === 0) run();
      }
    },
    end: () => {
      stop();
      caller.removeEventListener('abort', giveUp);
    },
  };
}

function seconds(ms: number): string {
  return ms % 1000 === 0 ? `${ms / 1000} s` : `${ms} ms`;
}
