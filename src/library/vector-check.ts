import { setTimeout as delay } from 'node:timers/promises';
import type { Records } from '../records/records.ts';
import { isChromaError } from './chroma-client.ts';
import { vectorKey } from './keyword-database.ts';
import { shelfKey } from './shelf-key.ts';
import type { VectorStore } from './vector-store.ts';

// Another process may be removing a version just now: it leaves the store first and the records next.
const confirmAfterMs = 300;

/**
 * Compares the vector store with the marks in the records and asks each collection a real question. Returns what is
 * wrong if vectors are lost, which is repaired by embedding them again; windows that nothing in the records stands
 * for are swept out. Throws where the store can't be reached.
 */
export async function checkVectors(deps: {
  readonly store: VectorStore;
  readonly records: Records;
  readonly space: string;
  readonly dimension: number;
}): Promise<string | undefined> {
  try {
    let found = await compare(deps);
    if (found.lost === undefined) found = await probe(deps, found);
    if (found.lost !== undefined) {
      await delay(confirmAfterMs);
      found = await compare(deps);
      if (found.lost === undefined) found = await probe(deps, found);
    }
    if (found.lost === undefined && found.surplus) await deps.store.sweep(found.versions);
    return found.lost;
  } catch (error) {
    if (isChromaError(error, 'ChromaServerError', 'ChromaClientError')) return 'it answers with errors';
    throw error;
  }
}

interface Comparison {
  readonly lost?: string;
  readonly surplus: boolean;
  /** By audience set, vector keys of the versions that may have vectors in it. */
  readonly versions: ReadonlyMap<string, ReadonlySet<string>>;
  /** Audience sets that should hold vectors. */
  readonly audienceKeys: readonly string[];
}

type Deps = Parameters<typeof checkVectors>[0];

async function compare({ store, records, space }: Deps): Promise<Comparison> {
  const marked = await records.vectors.marked(space);
  const { staged } = await records.documents.leftovers();
  const versions = [...(await records.documents.searchable()), ...staged];
  const expected = new Map<string, number>();
  const keys = new Map<string, Set<string>>();
  for (const version of versions) {
    const [{ id }, audienceKey] = [version, shelfKey(version)];
    keys.set(audienceKey, (keys.get(audienceKey) ?? new Set()).add(vectorKey(id)));
    expected.set(audienceKey, (expected.get(audienceKey) ?? 0) + (marked.get(id) ?? 0));
  }
  const counts = await store.counts([...expected.keys()]);
  const short = [...expected].find(([audienceKey, vectors]) => (counts.get(audienceKey) ?? 0) < vectors);
  const lost = short && `${counts.get(short[0]) ?? 0} of ${short[1]} vectors are there`;
  return {
    lost,
    surplus: [...counts].some(([audienceKey, count]) => count > (expected.get(audienceKey) ?? 0)),
    versions: keys,
    audienceKeys: [...expected].filter(([, vectors]) => vectors > 0).map(([audienceKey]) => audienceKey),
  };
}

async function probe({ store, dimension }: Deps, comparison: Comparison): Promise<Comparison> {
  const vector = new Float32Array(dimension).fill(1);
  for (const audienceKey of comparison.audienceKeys) {
    const found = await store.query({ vector, audienceKeys: [audienceKey] });
    if (found.length === 0) return { ...comparison, lost: 'a question to it finds nothing' };
  }
  return comparison;
}
