/** For how long each part was at work; parts that overlap each count in full. */
export interface Stopwatch {
  /** Measures what the methods of an object take, under the name that `part` gives at the time. */
  watch<T extends object>(part: () => string, target: T): T;
  /** Seconds, by the part. */
  seconds(): ReadonlyMap<string, number>;
}

export function createStopwatch(): Stopwatch {
  const parts = new Map<string, { active: number; since: number; ms: number }>();

  function begin(name: string): () => void {
    const part = parts.get(name) ?? { active: 0, since: 0, ms: 0 };
    parts.set(name, part);
    if (part.active === 0) part.since = performance.now();
    part.active += 1;
    return () => {
      part.active -= 1;
      if (part.active === 0) part.ms += performance.now() - part.since;
    };
  }

  return {
    watch: (part, target) =>
      new Proxy(target, {
        get(of, key) {
          const value: unknown = Reflect.get(of, key);
          if (typeof value !== 'function') return value;
          return (...values: unknown[]) => {
            const end = begin(part());
            try {
              const result: unknown = Reflect.apply(value, of, values);
              if (result instanceof Promise) return result.finally(end);
              end();
              return result;
            } catch (error) {
              end();
              throw error;
            }
          };
        },
      }),
    seconds: () => new Map([...parts].map(([name, { ms }]) => [name, ms / 1000])),
  };
}
