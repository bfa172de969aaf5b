import type { Collection } from 'chromadb';
import { BylawError } from '../errors.ts';
import { type CallOptions, type ChromaConnection, isChromaError } from './chroma-client.ts';
import { bylawPrefix, createCollectionNames, spaceOf } from './collection-names.ts';
import { createGate, type Gate } from './gate.ts';
import { type DensePassage, type FoundWindow, nearestWindows, passagesOf } from './nearest-windows.ts';

/** One embedded window of a passage. */
export interface StoredWindow {
  /** The version's `vectorKey`. */
  readonly version: string;
  readonly n: number;
  readonly window: number;
  readonly vector: Float32Array;
}

export interface DenseQuery {
  readonly vector: Float32Array;
  readonly audienceKeys: readonly string[];
  /** Vector keys that alone may come back. */
  readonly only?: ReadonlySet<string>;
}

/**
 * The vectors of one space in Chroma, one collection for each audience set. Chroma gets vectors and hashed version
 * keys, nothing readable. Other installations may use the same server; nothing but `dropOtherInstallations` touches
 * their collections.
 */
export interface VectorStore {
  /** Throws `embedder_failed` for a vector that is not finite, zero or of another size, before anything is sent. */
  upsert(audienceKey: string, windows: readonly StoredWindow[], options?: CallOptions): Promise<void>;
  /** At most 200 passages, best first. */
  query(query: DenseQuery, options?: CallOptions): Promise<DensePassage[]>;
  /** From the collections of every space. */
  remove(versions: readonly string[]): Promise<void>;
  /** How many windows the collections of every space hold of these versions. */
  countOf(versions: readonly string[]): Promise<number>;
  /** How many windows each audience set holds; sets without a collection are absent. */
  counts(audienceKeys: readonly string[]): Promise<Map<string, number>>;
  /** Deletes windows of versions that are not among those of their audience set. */
  sweep(versions: ReadonlyMap<string, ReadonlySet<string>>): Promise<void>;
  dropSpace(): Promise<void>;
  /** Deletes the collections of other spaces and names those. */
  dropOtherSpaces(): Promise<string[]>;
  /** Deletes the collections of every other installation: for a server that no other one uses. */
  dropOtherInstallations(): Promise<void>;
}

// Chroma Cloud's limits, kept to everywhere.
const batch = 300;
const maxWindows = 300;
const maxPassages = 200;
const maxInWhere = 1_000;
const page = 300;
const atOnce = 10;
// Where there are no such limits: of a filter that is too broad to send along, this many before it is applied here.
const overfetched = 1_500;

// Of the 300 nearest of 12,000 windows of handbooks, Chroma's own width of the search finds 99.1 %, this one 99.97 %. A
// denser graph (24 neighbours, 200 while it is built) finds 99.98 %, and takes half again the time to write.
const hnsw = { space: 'cosine', ef_search: 1_000 } as const;

export function createVectorStore(deps: {
  readonly connection: ChromaConnection;
  /** Stands in the names of all collections. */
  readonly installation: () => Promise<string>;
  readonly space: string;
  readonly dimension: number;
  /** Chroma Cloud answers with 300 windows at most. */
  readonly isCloud?: boolean;
}): VectorStore {
  const { connection, space, dimension } = deps;
  const names = createCollectionNames(deps);
  /** Own collections by name, as of the last listing. */
  let known: Map<string, string> | undefined;

  async function listAll(options?: CallOptions): Promise<Map<string, string>> {
    const found = new Map<string, string>();
    for (let offset = 0; ; offset += 100) {
      const some = await connection.call((client) => client.listCollections({ limit: 100, offset }), options);
      for (const { name, id } of some) if (name.startsWith(bylawPrefix)) found.set(name, id);
      if (some.length < 100) break;
    }
    return found;
  }

  async function list(options?: CallOptions): Promise<Map<string, string>> {
    const own = await names.ownPrefix();
    known = new Map([...(await listAll(options))].filter(([name]) => name.startsWith(own)));
    return known;
  }

  /** Another process may have made or dropped collections, so a name not found is looked for again. */
  async function find(audienceKeys: readonly string[], options?: CallOptions): Promise<string[]> {
    const wanted = await Promise.all(audienceKeys.map(names.of));
    const listed = known && wanted.every((name) => known?.has(name)) ? known : await list(options);
    return wanted.flatMap((name) => listed.get(name) ?? []);
  }

  const gates = { read: new Map<string, Gate>(), write: new Map<string, Gate>() };

  async function inCollection<T>(
    id: string,
    kind: keyof typeof gates,
    work: (collection: Collection) => Promise<T>,
    options?: CallOptions,
  ): Promise<T> {
    const gate = gates[kind].get(id) ?? createGate(atOnce);
    gates[kind].set(id, gate);
    try {
      return await gate.through(
        () => connection.call((client) => work(client.collection(id)), options),
        options?.signal,
      );
    } catch (error) {
      if (isChromaError(error, 'ChromaNotFoundError')) known = undefined;
      throw error;
    }
  }

  /** Once more where a collection was dropped or made anew by another process. */
  async function again<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (!isChromaError(error, 'ChromaNotFoundError')) throw error;
      return await work();
    }
  }

  async function open(audienceKey: string, options?: CallOptions): Promise<string> {
    const name = await names.of(audienceKey);
    const id = known?.get(name);
    if (id !== undefined) return id;
    const made = await connection.call(
      (client) =>
        client.getOrCreateCollection({
          name,
          embeddingFunction: null,
          configuration: { hnsw },
          metadata: { space, dimension },
        }),
      options,
    );
    known ??= await list(options);
    known.set(name, made.id);
    return made.id;
  }

  /** By their ids: one delete by version may concern more records than one write may. */
  async function removeFrom(id: string, versions: readonly string[]): Promise<void> {
    const where = { version: { $in: [...versions] } };
    for (;;) {
      const { ids } = await inCollection(id, 'read', (collection) =>
        collection.get({ where, include: [], limit: batch }),
      );
      if (ids.length > 0) await inCollection(id, 'write', (collection) => collection.delete({ ids }));
      if (ids.length < batch) return;
    }
  }

  async function drop(collections: readonly string[]): Promise<void> {
    for (const name of collections) {
      try {
        await connection.call((client) => client.deleteCollection({ name }));
      } catch (error) {
        if (!isChromaError(error, 'ChromaNotFoundError')) throw error;
      }
      known?.delete(name);
    }
  }

  return {
    async upsert(audienceKey, windows, options) {
      for (const { vector } of windows) checkVector(vector, dimension, space);
      for (const part of chunksOf(windows, batch)) {
        const records = {
          ids: part.map(({ version, n, window }) => `${version}.${n}.${window}`),
          embeddings: part.map(({ vector }) => Array.from(vector)),
          metadatas: part.map(({ version }) => ({ version })),
        };
        await again(async () => {
          const id = await open(audienceKey, options);
          await inCollection(id, 'write', (collection) => collection.upsert(records), options);
        });
      }
    },
    async query({ vector, audienceKeys, only }, options) {
      checkVector(vector, dimension, space);
      const asksAll = only === undefined || only.size > maxInWhere;
      const request = {
        queryEmbeddings: [Array.from(vector)],
        // Ids alone say which passage it is; metadata would double the time.
        include: ['distances' as const],
        where: asksAll ? undefined : { version: { $in: [...only] } },
      };
      const ask = async (id: string, nResults: number): Promise<FoundWindow[]> => {
        const found = await inCollection(
          id,
          'read',
          (collection) => collection.query({ ...request, nResults }),
          options,
        );
        return (found.ids[0] ?? []).flatMap((id, i) => {
          const distance = found.distances[0]?.[i];
          return typeof distance === 'number' ? [{ id, cosine: 1 - distance }] : [];
        });
      };
      const windows = await again(async () => {
        const ids = await find(audienceKeys, options);
        return await nearestWindows(ids, only && asksAll && !deps.isCloud ? overfetched : maxWindows, ask);
      });
      const passages = passagesOf(windows).filter(({ version }) => only?.has(version) ?? true);
      return passages.slice(0, maxPassages);
    },
    async remove(versions) {
      for (const id of (await list()).values()) {
        for (const part of chunksOf(versions, maxInWhere)) await removeFrom(id, part);
      }
    },
    async countOf(versions) {
      let count = 0;
      for (const id of (await list()).values()) {
        for (const version of versions) {
          const { ids } = await inCollection(id, 'read', (collection) =>
            collection.get({ where: { version }, include: [], limit: page }),
          );
          count += ids.length;
        }
      }
      return count;
    },
    async counts(audienceKeys) {
      const counts = new Map<string, number>();
      const listed = await list();
      for (const audienceKey of audienceKeys) {
        const id = listed.get(await names.of(audienceKey));
        if (id !== undefined)
          counts.set(audienceKey, await inCollection(id, 'read', (collection) => collection.count()));
      }
      return counts;
    },
    async sweep(versions) {
      const expected = new Map<string, ReadonlySet<string>>();
      for (const [audienceKey, ofSet] of versions) expected.set(await names.of(audienceKey), ofSet);
      for (const [name, id] of await list()) {
        if (!name.startsWith(await names.spacePrefix())) continue;
        const orphans: string[] = [];
        for (let offset = 0; ; offset += page) {
          const { ids } = await inCollection(id, 'read', (collection) =>
            collection.get({ include: [], limit: page, offset }),
          );
          orphans.push(...ids.filter((window) => !expected.get(name)?.has(window.split('.')[0] ?? '')));
          if (ids.length < page) break;
        }
        for (const part of chunksOf(orphans, batch)) {
          await inCollection(id, 'write', (collection) => collection.delete({ ids: [...part] }));
        }
      }
    },
    async dropSpace() {
      const ofSpace = await names.spacePrefix();
      await drop([...(await list()).keys()].filter((name) => name.startsWith(ofSpace)));
    },
    async dropOtherSpaces() {
      const ofSpace = await names.spacePrefix();
      const others = [...(await list()).keys()].filter((name) => !name.startsWith(ofSpace));
      await drop(others);
      return [...new Set(others.flatMap((name) => spaceOf(name) ?? []))];
    },
    async dropOtherInstallations() {
      const own = await names.ownPrefix();
      await drop([...(await listAll()).keys()].filter((name) => !name.startsWith(own)));
    },
  };
}

/** Chroma itself takes NaN and answers with distances that are null. */
export function checkVector(vector: Float32Array, dimension: number, space: string): void {
  const fault =
    vector.length !== dimension
      ? `has ${vector.length} dimensions instead of ${dimension}`
      : !vector.every(Number.isFinite)
        ? 'holds a value that is no number'
        : vector.every((value) => value === 0)
          ? 'is zero'
          : undefined;
  if (fault === undefined) return;
  throw new BylawError('embedder_failed', `a vector of ${space} ${fault}: check the embeddings settings`);
}

function chunksOf<T>(items: readonly T[], size: number): (readonly T[])[] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, i) => items.slice(i * size, (i + 1) * size));
}
