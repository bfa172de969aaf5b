import type { Version } from '../domain.ts';
import type { Embedder } from '../embeddings/embedder.ts';
import type { Records } from '../records/records.ts';
import { vectorKey } from './keyword-database.ts';
import { shelfKey } from './shelf-key.ts';
import { checkVector, type StoredWindow, type VectorStore } from './vector-store.ts';
import { readWindows, type Window } from './windows.ts';

const textsAtOnce = 32;
const hashesAtOnce = 500;

/**
 * Embeds the windows of versions, and returns what stores them and marks the versions. In this order an interruption
 * costs nothing: each vector is cached before it is stored, and a version is marked when all its vectors are stored. Of
 * past versions only what is cached is stored: embedding what hardly anyone asks about would cost too much.
 */
export async function embedVersions(
  deps: {
    readonly embedder: Embedder;
    readonly records: Records;
    readonly store: VectorStore;
    /** Keeps removals from happening between the last look at a version and its mark. */
    readonly exclusively: (work: () => Promise<void>) => Promise<void>;
    readonly isRemoved: (versionId: string) => boolean;
  },
  versions: readonly Version[],
  options: EmbedOptions,
): Promise<() => Promise<void>> {
  const { embedder, records, store } = deps;
  const windows = await readWindows(deps, versions);
  const past = new Set(versions.filter(({ isPast }) => isPast).map(({ id }) => id));
  const vectors = await findVectors(deps, windows, { ...options, past });
  const storeAll = async () => {
    const now = await records.documents.versions(versions.map(({ id }) => id));
    // One may have been archived meanwhile, and then belongs elsewhere.
    const kept = versions.filter(({ id, isPast }) => !deps.isRemoved(id) && now.get(id)?.isPast === isPast);
    const found = windows.filter(({ hash }) => vectors.has(hash));
    for (const key of new Set(kept.map(shelfKey))) {
      const ids = new Set(kept.filter((version) => shelfKey(version) === key).map((version) => version.id));
      const stored = found.filter((window) => ids.has(window.versionId)).map((window) => withVector(window, vectors));
      await store.upsert(key, stored, { signal: options.signal });
    }
    const counts = new Map<string, number>();
    for (const { versionId } of found) counts.set(versionId, (counts.get(versionId) ?? 0) + 1);
    await records.vectors.mark(
      embedder.space,
      kept.map(({ id }) => ({ versionId: id, vectors: counts.get(id) ?? 0 })),
    );
  };
  return () => deps.exclusively(storeAll);
}

interface EmbedOptions {
  readonly signal?: AbortSignal;
  /** Hears after each batch how many texts the embedder was asked for. */
  readonly onEmbedded: (texts: number) => void;
}

async function findVectors(
  { embedder, records }: { embedder: Embedder; records: Records },
  windows: readonly Window[],
  { signal, onEmbedded, past }: EmbedOptions & { readonly past: ReadonlySet<string> },
): Promise<Map<string, Float32Array>> {
  const texts = new Map(windows.map(({ hash, text }) => [hash, text]));
  const hashes = [...texts.keys()];
  const live = new Set(windows.flatMap(({ hash, versionId }) => (past.has(versionId) ? [] : [hash])));
  const vectors = new Map<string, Float32Array>();
  for (let from = 0; from < hashes.length; from += hashesAtOnce) {
    const cached = await records.embeddings.get(embedder.space, hashes.slice(from, from + hashesAtOnce));
    for (const [hash, vector] of cached) vectors.set(hash, vector);
  }
  const missing = hashes.filter((hash) => live.has(hash) && !vectors.has(hash));
  for (let from = 0; from < missing.length; from += textsAtOnce) {
    signal?.throwIfAborted();
    const part = missing.slice(from, from + textsAtOnce);
    const made = await embedder.embed(
      part.map((hash) => texts.get(hash) ?? ''),
      { purpose: 'passage', signal },
    );
    const rows = part.map((hash, i) => ({ hash, vector: made[i] ?? new Float32Array() }));
    for (const { vector } of rows) checkVector(vector, embedder.dimension, embedder.space);
    await records.embeddings.put(embedder.space, rows);
    for (const { hash, vector } of rows) vectors.set(hash, vector);
    onEmbedded(part.length);
  }
  return vectors;
}

function withVector({ versionId, n, window, hash }: Window, vectors: ReadonlyMap<string, Float32Array>): StoredWindow {
  return { version: vectorKey(versionId), n, window, vector: vectors.get(hash) ?? new Float32Array() };
}
