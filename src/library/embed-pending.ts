import { setTimeout as delay } from 'node:timers/promises';
import type { Embedder } from '../embeddings/embedder.ts';
import { acquireLease } from '../lease.ts';
import type { Records } from '../records/records.ts';
import { embedVersions } from './embed-versions.ts';
import type { EmbedProgress } from './library.ts';
import { unlessAborted } from './unless-aborted.ts';
import type { VectorStore } from './vector-store.ts';

const versionsAtOnce = 32;
const leaseMs = 60_000;
const renewMs = 15_000;
const lookAgainMs = 500;

/**
 * Embeds what the space lacks, until nothing is pending or the signal aborts. One process does so at a time, since
 * two would embed the same texts; the other waits and sees the number fall.
 */
export async function embedPending(
  deps: {
    readonly embedder: Embedder;
    readonly records: Records;
    readonly store: VectorStore;
    /** Names this process and library in the lease. */
    readonly owner: string;
    /** Epoch milliseconds. */
    readonly now: () => number;
    /** Makes sure of store and embedder; called when there is something to embed. */
    readonly prepare: () => Promise<void>;
    readonly exclusively: (work: () => Promise<void>) => Promise<void>;
    readonly isRemoved: (versionId: string) => boolean;
  },
  options: { readonly signal: AbortSignal; readonly onProgress?: (progress: EmbedProgress) => void },
): Promise<EmbedProgress> {
  const { records, store, embedder, owner, now } = deps;
  const { space } = embedder;
  const { signal } = options;
  const lease = `embed:${space}`;
  let progress = { embedded: 0, pending: 0 };
  const report = (change: Partial<EmbedProgress>) => {
    progress = { ...progress, ...change };
    options.onProgress?.(progress);
  };
  const reportPending = async () => report({ pending: await records.vectors.countPending(space) });
  const acquire = () => acquireLease(records.leases, { name: lease, owner, until: now() + leaseMs, now: now() });

  while (!(await acquire())) {
    await reportPending();
    if (progress.pending === 0) return progress;
    await delay(lookAgainMs, undefined, { signal });
  }
  /** What was embedded last is stored while the next is embedded. */
  let storing = Promise.resolve();
  let underWay = new Set<string>();
  const renewal = setInterval(() => void acquire().catch(() => undefined), renewMs);
  renewal.unref();
  try {
    await unlessAborted(signal, deps.prepare());
    // Windows without any mark are not of these versions: the records may have been restored from an older copy.
    if ((await records.vectors.marked(space)).size === 0) await store.dropSpace();
    await reportPending();
    for (;;) {
      signal.throwIfAborted();
      const pending = await records.vectors.pending(space, 2 * versionsAtOnce);
      const versions = pending.filter(({ id }) => !deps.isRemoved(id) && !underWay.has(id)).slice(0, versionsAtOnce);
      if (versions.length === 0 && underWay.size === 0) break;
      const embedded = await embedVersions(deps, versions, {
        signal,
        onEmbedded: (texts) => report({ embedded: progress.embedded + texts }),
      });
      await storing;
      await reportPending();
      underWay = new Set(versions.map(({ id }) => id));
      storing = embedded();
      storing.catch(() => undefined);
    }
    if (progress.pending === 0) for (const old of await store.dropOtherSpaces()) await records.vectors.clear(old);
    return progress;
  } catch (error) {
    await storing.catch(() => undefined);
    if (!signal.aborted) throw error;
    return { ...progress, pending: await records.vectors.countPending(space) };
  } finally {
    clearInterval(renewal);
    await records.leases.release(lease, owner);
  }
}
