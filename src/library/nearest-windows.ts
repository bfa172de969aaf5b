/** A window that a collection found: its id, which is `version.n.window`, and the cosine to the question. */
export interface FoundWindow {
  readonly id: string;
  readonly cosine: number;
}

export interface DensePassage {
  readonly version: string;
  readonly n: number;
  /** Of its best window. */
  readonly cosine: number;
}

/**
 * The best `count` windows of several collections. Each result costs, so of many collections each is first asked for
 * its share, and again for all that is wanted only where even the last one it named is among the best.
 */
export async function nearestWindows<Collection>(
  collections: readonly Collection[],
  count: number,
  ask: (collection: Collection, count: number) => Promise<FoundWindow[]>,
): Promise<FoundWindow[]> {
  const share = Math.min(count, Math.max(100, Math.ceil((2 * count) / collections.length)));
  const first = await Promise.all(collections.map((collection) => ask(collection, share)));
  const cut = best(first.flat(), count).at(-1)?.cosine ?? 0;
  const complete = first.map((found, i) => {
    const collection = collections[i];
    const hasMore = share < count && found.length >= share && (found.at(-1)?.cosine ?? cut) >= cut;
    return hasMore && collection !== undefined ? ask(collection, count) : found;
  });
  return best((await Promise.all(complete)).flat(), count);
}

/** Passages by their best window, best first. */
export function passagesOf(windows: readonly FoundWindow[]): DensePassage[] {
  const passages = new Map<string, DensePassage>();
  for (const { id, cosine } of best(windows, windows.length)) {
    const [version = '', n] = id.split('.');
    const passage = `${version}.${n}`;
    if (!passages.has(passage)) passages.set(passage, { version, n: Number(n), cosine });
  }
  return [...passages.values()];
}

function best(windows: readonly FoundWindow[], count: number): FoundWindow[] {
  return windows.toSorted((a, b) => b.cosine - a.cosine).slice(0, count);
}
