/** Resolves after that many milliseconds, rejects when the signal aborts. */
export type Sleep = (ms: number, signal: AbortSignal) => Promise<void>;

export interface IdleWatch {
  /** Aborts when the whole time has passed since the last `reset`. */
  readonly signal: AbortSignal;
  reset(): void;
  stop(): void;
}

/** Starts at once. */
export function watchIdle(idleMs: number, sleep: Sleep): IdleWatch {
  const expired = new AbortController();
  let current = new AbortController();
  const start = () => {
    const mine = new AbortController();
    current = mine;
    sleep(idleMs, mine.signal).then(
      () => mine.signal.aborted || expired.abort(),
      () => {}, // stopped or begun anew
    );
  };
  start();
  return {
    signal: expired.signal,
    reset() {
      current.abort();
      start();
    },
    stop() {
      current.abort();
    },
  };
}
