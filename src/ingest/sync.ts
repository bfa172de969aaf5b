import { describeReaders, explainUnknown, unknownWords } from '../audience-groups.ts';
import type { Version } from '../domain.ts';
import { BylawError } from '../errors.ts';
import type { SyncState } from '../records/records.ts';
import { findDuplicates } from './find-duplicates.ts';
import { withLease } from './lease.ts';
import type { PathReason, SyncDeps, SyncOptions } from './sync-deps.ts';
import { emptyOutcome, type SourceOutcome, syncSource } from './sync-source.ts';
import { finishInterrupted, tidyLibrary } from './tidy-library.ts';
import type { DocumentRuling } from './validity/resolve-validity.ts';
import { withheldReason } from './validity/withheld-reason.ts';
import { createVersionLedger, type VersionLedger } from './version-ledger.ts';

/** Brings records and library in step with the sources. */
export interface Sync {
  /**
   * Reads what changed and nothing else. Interrupted anywhere, the next run completes it; at no moment do both or
   * neither of a document's versions answer. Throws `busy` while another process is at it.
   */
  run(options?: SyncOptions): Promise<SyncReport>;
  /** Moves versions whose time is over into the archive, without reading any source. Throws `busy` as `run` does. */
  archive(): Promise<void>;
  /**
   * Erases a document for good, out of library and records. Interrupted, it can be done again; the document answers
   * nothing from the first moment. Throws `busy` as `run` does.
   */
  forget(document: string, by: string): Promise<void>;
  /** Whether the source still has the document; undefined where it can't be read. */
  lists(
    document: { readonly source: string; readonly path: string },
    signal: AbortSignal,
  ): Promise<boolean | undefined>;
}

export interface SyncReport {
  readonly documents: {
    readonly added: number;
    readonly changed: number;
    readonly removed: number;
    readonly unchanged: number;
    /** Indexed, and not used in answers today. */
    readonly withheld: readonly PathReason[];
    /** Used in answers, but not in everybody's; the reason says in whose. */
    readonly restricted: readonly PathReason[];
    readonly failed: readonly PathReason[];
    /** What an owner should know of documents read in this run, such as front matter that was not understood. */
    readonly notes: readonly PathReason[];
  };
  /** Of all current versions. */
  readonly passages: number;
  /** Names of sources that could not be read at all; their last good state stays. */
  readonly unreadableSources: readonly string[];
}

export function createSync(deps: SyncDeps): Sync {
  return {
    run: (options = {}) =>
      withLease({ ...deps, leases: deps.records.leases, signal: options.signal }, 'sync', (signal) =>
        runOnce(deps, options, signal),
      ),
    archive: () => withLease({ ...deps, leases: deps.records.leases }, 'sync', () => archive(deps)),
    forget: (document, by) =>
      withLease({ ...deps, leases: deps.records.leases }, 'sync', () => forget(deps, document, by)),
    async lists({ source: name, path }, signal) {
      try {
        const listing = await deps.sources.find((source) => source.name === name)?.list(signal);
        return listing?.files.some((file) => file.path === path) ?? false;
      } catch (error) {
        if (error instanceof BylawError && error.code === 'source_unreadable') return undefined;
        throw error;
      }
    },
  };
}

async function runOnce(deps: SyncDeps, options: SyncOptions, signal: AbortSignal): Promise<SyncReport> {
  await finishInterrupted(deps);
  const ledger = createVersionLedger(deps.records.documents, deps.today());
  const total = emptyOutcome();
  const unreadableSources: string[] = [];
  const add = (outcome: SourceOutcome, name: (path: string) => string) => {
    for (const key of ['added', 'changed', 'removed', 'unchanged'] as const) total[key] += outcome[key];
    for (const key of ['failed', 'notes'] as const) {
      total[key].push(...outcome[key].map(({ path, reason }) => ({ path: name(path), reason })));
    }
  };
  // What is said of a source as a whole comes with an empty path.
  const pathName = (source: string) => (path: string) =>
    path === '' ? source : deps.sources.length === 1 ? path : `${source}/${path}`;

  const before = new Map((await deps.records.syncs.all()).map((state) => [state.source, state]));
  // What is at hand doesn't wait for what is far away.
  for (const source of deps.sources.toSorted((a, b) => Number(a.isRemote ?? false) - Number(b.isRemote ?? false))) {
    if (source.isRemote && isFresh(before.get(source.name), deps.now(), options)) continue;
    try {
      add(await syncSource(deps, source, ledger, { ...options, signal }), pathName(source.name));
      await deps.records.syncs.succeeded(source.name, deps.now());
    } catch (error) {
      if (!(error instanceof BylawError) || error.code !== 'source_unreadable') throw error;
      await deps.records.syncs.failed(source.name, error.message, deps.now());
      const state = (await deps.records.syncs.all()).find((each) => each.source === source.name);
      const since = momentOf(state?.failingSince);
      deps.log.error('source.unreadable', { source: source.name, reason: error.message, since });
      total.failed.push({ path: source.name, reason: `${error.message}${standing(state)}` });
      unreadableSources.push(source.name);
    }
  }
  total.removed += await removeUnconfigured(deps, ledger);
  const settled = await settleValidity(deps, ledger, (version) => pathName(version.source)(version.path));
  const { passages } = await deps.records.documents.counts();
  const { failed, notes, ...counted } = total;
  const { withheld, restricted } = settled;
  const said = [...notes, ...settled.notes];
  return { documents: { ...counted, withheld, restricted, failed, notes: said }, passages, unreadableSources };
}

async function removeUnconfigured(deps: SyncDeps, ledger: VersionLedger): Promise<number> {
  const configured = new Set(deps.sources.map((source) => source.name));
  let removed = 0;
  for (const name of await deps.records.documents.sources()) {
    if (configured.has(name)) continue;
    const documents = (await deps.records.documents.states(name)).map((state) => state.document);
    await deps.records.documents.retire(documents);
    ledger.drop(documents);
    await tidyLibrary(deps);
    removed += documents.length;
  }
  for (const { source } of await deps.records.syncs.all()) {
    if (!configured.has(source)) await deps.records.syncs.forget(source);
  }
  return removed;
}

interface Settled {
  readonly withheld: PathReason[];
  readonly restricted: PathReason[];
  readonly notes: PathReason[];
}

/** First out of answers, then out of the library, and last out of the records. */
async function forget({ records, library }: SyncDeps, document: string, by: string): Promise<void> {
  const versions = await records.documents.history(document);
  await records.documents.retire([document]);
  await library.erase(versions);
  await records.documents.settle(versions.map(({ id }) => id));
  await records.forgetting.forget(document, by);
}

async function archive(deps: SyncDeps): Promise<void> {
  await deps.records.documents.archive(deps.today());
  await tidyLibrary(deps);
}

async function settleValidity(
  deps: SyncDeps,
  ledger: VersionLedger,
  name: (version: Version) => string,
): Promise<Settled> {
  const { rulings, changed } = await ledger.settle();
  if (changed.length > 0) await deps.records.documents.setValidity(changed);
  await archive(deps);
  const settled: Settled = { withheld: [], restricted: [], notes: [] };
  for (const ruling of rulings) {
    const path = name(ruling.newest);
    tell(ruling, deps, path, settled);
    if (ruling.note !== undefined && !(await supersedesRemoved(deps, ruling.newest))) {
      settled.notes.push({ path, reason: ruling.note });
    }
  }
  for (const { version, of } of findDuplicates(rulings.map(({ newest }) => newest))) {
    // Where fewer people may read one of them, the other is withheld, and its reason says so.
    if (version.audienceKey !== of.audienceKey) continue;
    settled.notes.push({ path: name(version), reason: `is the same file as ${of.document}: keep one of them` });
  }
  return settled;
}

function isFresh(state: SyncState | undefined, now: number, { remoteFreshMs, full }: SyncOptions): boolean {
  if (remoteFreshMs === undefined || full || state?.readAt === undefined) return false;
  return state.failingSince !== undefined || now - state.readAt < remoteFreshMs;
}

/** What answers while a source is down, and since when it is. */
function standing(state: SyncState | undefined): string {
  if (state?.readAt === undefined) return '';
  return ` (down since ${momentOf(state.failingSince)}; what was read ${momentOf(state.readAt)} keeps answering)`;
}

function momentOf(at: number | undefined): string | undefined {
  return at === undefined ? undefined : `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

/** It is in order that what was superseded has been taken away meanwhile. */
async function supersedesRemoved({ records }: SyncDeps, { source, metadata }: Version): Promise<boolean> {
  const found = await records.documents.findDocuments(metadata.supersedes ?? '');
  return found.some((document) => document.isRemoved && document.source === source);
}

/** Roles are looked up each time, since they change without any document. */
function tell(
  ruling: DocumentRuling,
  { today, groups }: SyncDeps,
  path: string,
  { withheld, restricted, notes }: Settled,
): void {
  const { audience } = ruling.newest.metadata;
  const reason = withheldReason(ruling, today(), groups);
  if (reason !== undefined) withheld.push({ path, reason });
  else if (audience.length > 0) restricted.push({ path, reason: `for ${describeReaders(audience, groups)} only` });
  if (reason === undefined && unknownWords(audience, groups).length > 0)
    notes.push({ path, reason: `${explainUnknown(audience, groups)}: nobody is let in for it` });
}
