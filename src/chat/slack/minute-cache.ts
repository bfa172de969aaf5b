/** Keeps what was found out for a minute, and makes one call for all who ask at the same time; failures are not kept. */
export function createMinuteCache<Value>(now: () => number): {
  get(key: string, find: () => Promise<Value>): Promise<Value>;
} {
  const kept = new Map<string, { readonly until: number; readonly value: Promise<Value> }>();
  return {
    get(key, find) {
      const known = kept.get(key);
      if (known && known.until > now()) return known.value;
      if (kept.size >= mostKept) kept.clear();
      const value = find();
      const entry = { until: now() + keptMs, value };
      kept.set(key, entry);
      value.catch(() => {
        if (kept.get(key) === entry) kept.delete(key);
      });
      return value;
    },
  };
}

const keptMs = 60_000;
const mostKept = 5_000;
