import { join } from 'node:path';
import type { Embedder } from '../embeddings/embedder.ts';
import { loggable } from '../errors.ts';
import type { Log } from '../log.ts';
import type { Records } from '../records/records.ts';
import type { ChromaOptions } from './chroma-client.ts';
import { findTraces } from './find-traces.ts';
import type { Glossary } from './glossary.ts';
import { createKeywordShelf } from './keyword-shelf.ts';
import type { HealthLine, Library } from './library.ts';
import { searchPassages } from './search-passages.ts';
import { unlessAborted } from './unless-aborted.ts';
import { createVectorShelf } from './vector-shelf.ts';

export interface LibraryOptions {
  /** Holds the keyword index and the embedded Chroma. */
  readonly stateDir: string;
  readonly records: Records;
  /** Started when first needed and stopped with the library; without it search is by keyword only. */
  readonly embedder?: Embedder;
  readonly chroma: ChromaOptions;
  /** Words that mean the same; absent means that questions are searched by their own. */
  readonly glossary?: Glossary | undefined;
  readonly log: Log;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** How long a question waits for vectors before it is answered by keyword alone. */
  readonly vectorDeadlineMs?: number;
}

// After a failure questions don't wait for vectors again at once.
const restAfterFailureMs = 15_000;

/** Searches by keyword and by vector, fused by score; where vectors fail it answers by keyword alone. */
export function createLibrary(options: LibraryOptions): Library {
  const { records, embedder, log, now, vectorDeadlineMs = 3_000 } = options;
  const keywords = createKeywordShelf({ path: join(options.stateDir, 'keywords.sqlite'), records, log });
  const vectors = embedder && createVectorShelf({ ...options, embedder });
  let restUntil = 0;

  function failed(error: unknown): undefined {
    if (!vectors?.isStarting()) restUntil = now() + restAfterFailureMs;
    log.warn('search.keyword-only', { error: loggable(error) });
  }

  return {
    async start() {
      const opening = await keywords.open();
      if (opening.rebuilt) log.info('keywords.rebuilt', { detail: opening.detail });
      await vectors?.noticeLoss();
      return opening;
    },
    async stop() {
      await vectors?.stop();
      await keywords.close();
    },
    async add(versions) {
      const archived = versions.filter(({ isPast }) => isPast);
      await vectors?.remove(archived);
      await Promise.all([keywords.add(versions), vectors?.expect(versions)]);
    },
    async remove(versions) {
      await keywords.remove(versions);
      await vectors?.remove(versions);
    },
    async erase(versions) {
      await keywords.erase(versions);
      await vectors?.erase(versions);
    },
    traces: (wanted) => findTraces({ stateDir: options.stateDir, keywords, vectors }, wanted),
    embedPending: async (request) => (await vectors?.embedPending(request)) ?? { embedded: 0, pending: 0 },
    countPending: async () => (embedder ? await records.vectors.countPending(embedder.space) : 0),
    search: (query) =>
      searchPassages(
        {
          records,
          keywords,
          weight: embedder?.weight ?? 0,
          glossary: options.glossary,
          async findNearest(versionIds, audienceKeys) {
            if (!vectors || now() < restUntil || !(await vectors.hasVectors())) return undefined;
            const deadline = AbortSignal.timeout(vectorDeadlineMs);
            const signal = query.signal ? AbortSignal.any([query.signal, deadline]) : deadline;
            const { text } = query;
            try {
              return await unlessAborted(signal, vectors.query({ text, audienceKeys, versionIds, signal }));
            } catch (error) {
              query.signal?.throwIfAborted();
              return failed(error);
            }
          },
        },
        query,
      ),
    async health() {
      const { versions, passages, archived } = await keywords.count();
      const ofThem = archived === 0 ? '' : `, ${archived} of them in the archive`;
      const detail = `${passages} passages of ${versions} versions${ofThem}`;
      const keywordLine = { name: 'keyword index', ok: true, detail };
      return [keywordLine, await vectorHealth()];
    },
  };

  async function vectorHealth(): Promise<HealthLine> {
    const name = 'vector store';
    if (!embedder || !vectors) return { name, ok: true, detail: 'off: no embedder is configured' };
    const where =
      options.chroma.url === undefined ? 'embedded Chroma' : `Chroma at ${new URL(options.chroma.url).host}`;
    try {
      const repaired = await vectors.check();
      const marked = [...(await records.vectors.marked(embedder.space)).values()];
      const pending = await records.vectors.countPending(embedder.space);
      const windows = marked.reduce((sum, count) => sum + count, 0);
      const detail = `${where}, ${embedder.space}: ${windows} vectors, ${pending} versions pending`;
      return { name, ok: true, detail: repaired === undefined ? detail : `${detail}; ${repaired}` };
    } catch (error) {
      const fix = 'until it answers, questions are answered by keyword alone; then run index';
      return { name, ok: false, detail: loggable(error), fix };
    }
  }
}
