/** A place in line: `ready` resolves once everyone before has left. */
export interface Turn {
  readonly isFirst: boolean;
  readonly ready: Promise<void>;
  leave(): void;
}

/** Lines by key, so that the questions of one thread are answered one at a time, in the order they came. */
export interface Queue {
  /** Takes the next place at once, without waiting for it. */
  take(key: string): Turn;
}

export function createQueue(): Queue {
  const tails = new Map<string, Promise<void>>();
  return {
    take(key) {
      const before = tails.get(key);
      const ready = before ?? Promise.resolve();
      const own = Promise.withResolvers<void>();
      const tail = ready.then(() => own.promise);
      tails.set(key, tail);
      void tail.then(() => {
        if (tails.get(key) === tail) tails.delete(key);
      });
      return { isFirst: before === undefined, ready, leave: own.resolve };
    },
  };
}
