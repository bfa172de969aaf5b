import type { Version } from '../domain.ts';
import type { Embedder } from '../embeddings/embedder.ts';
import { loggable } from '../errors.ts';
import { createLeaseOwner } from '../lease.ts';
import type { Log } from '../log.ts';
import type { Records } from '../records/records.ts';
import { type ChromaOptions, createChromaConnection } from './chroma-client.ts';
import { createChromaServer } from './chroma-server.ts';
import { embedPending } from './embed-pending.ts';
import { vectorKey } from './keyword-database.ts';
import type { EmbedProgress } from './library.ts';
import type { DensePassage } from './nearest-windows.ts';
import { checkVectors } from './vector-check.ts';
import { createVectorStore } from './vector-store.ts';
import { noteWindows } from './windows.ts';

/** The vectors of one embedder: Chroma and embedder are started when there is something for them to do. */
export interface VectorShelf {
  /** Whether a question can be compared with anything. */
  hasVectors(): Promise<boolean>;
  /** Whether store and embedder are only on their way up, so that a question that waited in vain says nothing yet. */
  isStarting(): boolean;
  /** The passages nearest to the question, best first. Throws where embedder or store fail. */
  query(question: DenseQuestion): Promise<DensePassage[]>;
  embedPending(options: {
    signal?: AbortSignal;
    onProgress?: (progress: EmbedProgress) => void;
  }): Promise<EmbedProgress>;
  /** To be called when versions come (back), so that they are embedded, or find their vectors in the cache. */
  expect(versions: readonly Version[]): Promise<void>;
  remove(versions: readonly Version[]): Promise<void>;
  /** As `remove`; an embedded store is begun anew, since it keeps what was deleted in its log and its graphs. */
  erase(versions: readonly Version[]): Promise<void>;
  /** How many windows the store holds of them; undefined where there is no store. */
  countOf(versions: readonly Version[]): Promise<number | undefined>;
  /** Where the embedded store is gone altogether, its versions are pending again; costs nothing to find out. */
  noticeLoss(): Promise<void>;
  /** Reaches the store and checks it; returns what had to be repaired since this process began, if anything. */
  check(): Promise<string | undefined>;
  stop(): Promise<void>;
}

export interface DenseQuestion {
  readonly text: string;
  readonly audienceKeys: readonly string[];
  readonly versionIds?: readonly string[];
  readonly signal: AbortSignal;
}

// Embedders read far less than this.
const maxQuestionChars = 4_000;

export function createVectorShelf(deps: {
  readonly stateDir: string;
  readonly embedder: Embedder;
  readonly records: Records;
  readonly chroma: ChromaOptions;
  readonly log: Log;
  readonly now: () => number;
}): VectorShelf {
  const { embedder, records, log, chroma, now } = deps;
  const { space, dimension } = embedder;
  const server = createChromaServer(deps);
  const connection = createChromaConnection({
    chroma,
    server,
    onLost: () => {
      if (!verifying) ready = undefined;
    },
  });
  const store = createVectorStore({
    ...{ connection, space, dimension },
    installation: () => records.installation(),
    isCloud: chroma.apiKey !== undefined,
  });
  const owner = createLeaseOwner();
  const stopping = new AbortController();
  const removed = new Set<string>();
  let hadVectors = false;
  let ready: Promise<void> | undefined;
  let verifying = false;
  let embedderReady: Promise<void> | undefined;
  let embedderStarting = false;
  let repaired: string | undefined;
  let embedding: Promise<unknown> = Promise.resolve();
  let writing: Promise<void> = Promise.resolve();

  function makeReady(): Promise<void> {
    if (ready) return ready;
    verifying = true;
    const mine = verify().finally(() => {
      verifying = false;
    });
    ready = mine;
    mine.catch(() => {
      if (ready === mine) ready = undefined;
    });
    return mine;
  }

  async function verify(): Promise<void> {
    if (chroma.url === undefined) {
      try {
        await server.ensure();
      } catch (error) {
        if (stopping.signal.aborted || !server.hasStore()) throw error;
        await repair('it does not open');
      }
    }
    const lost = await checkVectors({ store, records, space, dimension });
    if (lost !== undefined) await repair(lost);
    // The embedded server serves this state folder alone: other installations there are this one before its records
    // were begun anew. On a shared server they may be someone's whole index, so that leftovers stay there.
    if (chroma.url === undefined) await store.dropOtherInstallations();
  }

  /** The vectors come back from the cache of embeddings: nothing is embedded twice. */
  async function repair(reason: string): Promise<void> {
    if (chroma.url === undefined) await server.renewStore();
    await store.dropSpace();
    await forget(reason);
    embedMissing({}).catch((error) => log.error('vectors.embed', { error: loggable(error) }));
  }

  async function forget(reason: string): Promise<void> {
    log.warn('vectors.lost', { reason });
    await records.vectors.clear(space);
    hadVectors = false;
    repaired = `the vector store was begun anew: ${reason}`;
  }

  async function hasVectors(): Promise<boolean> {
    hadVectors ||= (await records.vectors.marked(space)).size > 0;
    return hadVectors;
  }

  const embedMissing: VectorShelf['embedPending'] = async ({ signal, onProgress }) => {
    const before = embedding;
    const work = async (): Promise<EmbedProgress> => {
      await before;
      if ((await records.vectors.countPending(space)) === 0) return { embedded: 0, pending: 0 };
      const prepare = async () => {
        await Promise.all([makeReady(), startEmbedder()]);
      };
      return await embedPending(
        { embedder, records, store, owner, now, prepare, exclusively, isRemoved: (id) => removed.has(id) },
        { signal: signal ? AbortSignal.any([signal, stopping.signal]) : stopping.signal, onProgress },
      );
    };
    const mine = work();
    embedding = mine.catch(() => undefined);
    return await mine;
  };

  function startEmbedder(): Promise<void> {
    if (embedderReady) return embedderReady;
    embedderStarting = true;
    embedderReady = embedder
      .start()
      .catch((error) => {
        embedderReady = undefined;
        throw error;
      })
      .finally(() => {
        embedderStarting = false;
      });
    return embedderReady;
  }

  function exclusively(work: () => Promise<void>): Promise<void> {
    const mine = writing.then(work);
    writing = mine.catch(() => undefined);
    return mine;
  }

  return {
    hasVectors,
    isStarting: () => verifying || embedderStarting,
    async query({ text, audienceKeys, versionIds, signal }) {
      const asking = startEmbedder().then(() =>
        embedder.embed([text.slice(0, maxQuestionChars).toWellFormed()], { purpose: 'question', signal }),
      );
      const [[vector = new Float32Array()]] = await Promise.all([asking, makeReady()]);
      // A repair in between leaves nothing to ask.
      if (!(await hasVectors())) return [];
      const only = versionIds && new Set(versionIds.map(vectorKey));
      return await store.query({ vector, audienceKeys, only }, { signal });
    },
    embedPending: embedMissing,
    async expect(versions) {
      for (const { id } of versions) removed.delete(id);
      await noteWindows({ embedder, records }, versions);
    },
    async remove(versions) {
      if (versions.length === 0) return;
      for (const { id } of versions) removed.add(id);
      if (chroma.url === undefined && !server.hasStore()) return;
      await exclusively(async () => {
        await store.remove(versions.map(({ id }) => vectorKey(id)));
      });
    },
    async erase(versions) {
      for (const { id } of versions) removed.add(id);
      if (chroma.url === undefined && !server.hasStore()) return;
      await exclusively(async () => {
        await store.remove(versions.map(({ id }) => vectorKey(id)));
        if (chroma.url !== undefined || !(await server.renewStore('deleted'))) return;
        ready = undefined;
        await store.dropSpace();
        await records.vectors.clear(space);
        hadVectors = false;
      });
    },
    async countOf(versions) {
      if (chroma.url === undefined && !server.hasStore()) return undefined;
      return await store.countOf(versions.map(({ id }) => vectorKey(id)));
    },
    async noticeLoss() {
      if (chroma.url !== undefined || server.hasStore()) return;
      if ((await records.vectors.marked(space)).size === 0) return;
      await forget('it was gone');
    },
    async check() {
      await makeReady();
      return repaired;
    },
    async stop() {
      stopping.abort();
      await embedding;
      await writing;
      await embedderReady?.then(() => embedder.stop()).catch(() => undefined);
      await server.stop();
    },
  };
}
