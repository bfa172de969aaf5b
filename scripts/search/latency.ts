/** How long each took, in milliseconds, so many at a time; each worker takes the next one when it is done. */
export async function timeEach<T>(
  items: readonly T[],
  atOnce: number,
  work: (item: T) => Promise<unknown>,
): Promise<number[]> {
  const times: number[] = [];
  const left = items.values();
  const worker = async (): Promise<void> => {
    for (const item of left) {
      const began = performance.now();
      await work(item);
      times.push(performance.now() - began);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return times;
}

/** To a tenth. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return Math.round((sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0) * 10) / 10;
}
