/** Lets so many at once through; the others wait in the order they came. */
export interface Gate {
  /** Throws the signal's reason where it aborts before the turn comes. */
  through<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T>;
}

export function createGate(atOnce: number): Gate {
  let free = atOnce;
  const waiting: (() => void)[] = [];
  return {
    async through(work, signal) {
      if (free > 0) free -= 1;
      else await turn(waiting, signal);
      try {
        return await work();
      } finally {
        const next = waiting.shift();
        if (next === undefined) free += 1;
        else next();
      }
    },
  };
}

function turn(waiting: (() => void)[], signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const leave = () => {
      waiting.splice(waiting.indexOf(enter), 1);
      reject(signal?.reason);
    };
    const enter = () => {
      signal?.removeEventListener('abort', leave);
      resolve();
    };
    signal?.addEventListener('abort', leave, { once: true });
    waiting.push(enter);
  });
}
