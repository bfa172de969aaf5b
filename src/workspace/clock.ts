/** Time in the workspace. Every timeout of the server runs on it. */
export interface Clock {
  /** Epoch milliseconds. */
  now(): number;
  /** Runs the task once after the delay; the returned function cancels it. */
  after(delayMs: number, task: () => void): () => void;
}

export interface VirtualClock extends Clock {
  /** Moves time forward and runs what falls due on the way, in order. */
  advance(ms: number): void;
}

/** A clock that stands still until it is advanced. */
export function createVirtualClock(startMs: number): VirtualClock {
  let now = startMs;
  const timers = new Set<{ at: number; task: () => void }>();
  return {
    now: () => now,
    after(delayMs, task) {
      const timer = { at: now + delayMs, task };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    advance(ms) {
      const end = now + ms;
      for (;;) {
        const next = [...timers].sort((a, b) => a.at - b.at).find((timer) => timer.at <= end);
        if (!next) break;
        now = Math.max(now, next.at);
        timers.delete(next);
        next.task();
      }
      now = end;
    },
  };
}

/** The machine's clock. Its timers do not keep the process alive. */
export function createRealClock(): Clock {
  return {
    now: Date.now,
    after(delayMs, task) {
      const timer = setTimeout(task, delayMs);
      timer.unref();
      return () => clearTimeout(timer);
    },
  };
}
