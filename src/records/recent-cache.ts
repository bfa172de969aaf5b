export interface RecentCache<Value> {
  get(key: string): Value | undefined;
  set(key: string, value: Value): void;
  clear(): void;
}

/** Keeps what was used last, up to a total weight. */
export function createRecentCache<Value>(maxWeight: number, weigh: (value: Value) => number): RecentCache<Value> {
  const values = new Map<string, Value>();
  let weight = 0;

  function drop(key: string): void {
    const value = values.get(key);
    if (value === undefined) return;
    weight -= weigh(value);
    values.delete(key);
  }

  return {
    get(key) {
      const value = values.get(key);
      if (value === undefined) return undefined;
      // A Map lists its keys in the order of insertion, so the first one is the one not used for longest.
      values.delete(key);
      values.set(key, value);
      return value;
    },
    set(key, value) {
      drop(key);
      values.set(key, value);
      weight += weigh(value);
      for (const oldest of values.keys()) {
        if (weight <= maxWeight) break;
        drop(oldest);
      }
    },
    clear() {
      values.clear();
      weight = 0;
    },
  };
}
