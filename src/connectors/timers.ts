/** Time as the connectors use it, so that tests decide what time it is. */
export interface Timers {
  /** Milliseconds. */
  now(): number;
  /** Returns how to cancel it. */
  after(ms: number, run: () => void): () => void;
}

export const realTimers: Timers = {
  now: () => Date.now(),
  after: (ms, run) => {
    const timer = setTimeout(run, ms);
    timer.unref();
    return () => clearTimeout(timer);
  },
};
