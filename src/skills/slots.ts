export interface Slots {
  /** Runs when fewer than the most allowed run, in the order of calls; `undefined` where the signal came first. */
  use<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T | undefined>;
}

/** Lets at most `most` pieces of work run at once. */
export function createSlots(most: number): Slots {
  const waiting: (() => void)[] = [];
  let free = most;
  const release = () => {
    const next = waiting.shift();
    if (next === undefined) free++;
    else next();
  };
  return {
    async use(signal, work) {
      if (signal.aborted) return undefined;
      if (free > 0) free--;
      else if (!(await turn(waiting, signal))) return undefined;
      try {
        return await work();
      } finally {
        release();
      }
    },
  };
}

function turn(waiting: (() => void)[], signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const leave = () => {
      waiting.splice(waiting.indexOf(enter), 1);
      resolve(false);
    };
    const enter = () => {
      signal.removeEventListener('abort', leave);
      resolve(true);
    };
    waiting.push(enter);
    signal.addEventListener('abort', leave, { once: true });
  });
}
