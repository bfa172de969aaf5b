/** Runs work of the same key in the order it came, and work of different keys side by side. */
export interface OneAtATime {
  /** Throws the signal's reason if it aborts before the work's turn has come. */
  run<T>(key: string, signal: AbortSignal, work: () => Promise<T>): Promise<T>;
}

export function createOneAtATime(): OneAtATime {
  const tails = new Map<string, Promise<unknown>>();
  return {
    run: async (key, signal, work) => {
      const before = tails.get(key) ?? Promise.resolve();
      const turn = before.then(() => {
        signal.throwIfAborted();
        return work();
      });
      const tail = turn
        .catch(() => undefined)
        .then(() => {
          if (tails.get(key) === tail) tails.delete(key);
        });
      tails.set(key, tail);
      return unlessAborted(turn, before, signal);
    },
  };
}

/** Whoever gives up in the queue is told at once; work that has begun sees the signal itself. */
async function unlessAborted<T>(turn: Promise<T>, before: Promise<unknown>, signal: AbortSignal): Promise<T> {
  const aborted = Promise.withResolvers<never>();
  const onAbort = () => aborted.reject(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  if (signal.aborted) onAbort();
  turn.catch(() => undefined);
  try {
    await Promise.race([before, aborted.promise]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
  return turn;
}
