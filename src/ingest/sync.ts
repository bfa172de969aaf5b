import { describeReaders, explainUnknown, unknownWords } from '../audience-groups.ts';
import type { Version } from '../domain.ts';
import { BylawError } from '../errors.ts';
import { withLease } from './lease.ts';
import type { PathReason, SyncDeps, SyncOptions } from './sync-deps.ts';
import { emptyOutcome, type SourceOutcome, syncSource } from './sync-source.ts';
import { finishInterrupted, tidyLibrary } from './tidy-library.ts';
import { type Ruling, resolveValidity, withheldReason } from './validity.ts';

/** Brings records and library in step with the sources. */
export interface Sync {
  /**
   * Reads what changed and nothing else. Interrupted anywhere, the next run completes it; at no moment do both or
   * neither of a document's versions answer. Throws `busy` while another process is at it.
   */
  run(options?: SyncOptions): Promise<SyncReport>;
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
  };
}

async function runOnce(deps: SyncDeps, options: SyncOptions, signal: AbortSignal): Promise<SyncReport> {
  await finishInterrupted(deps);
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

  for (const source of deps.sources) {
    try {
      add(await syncSource(deps, source, { ...options, signal }), pathName(source.name));
      await deps.records.syncs.succeeded(source.name, deps.now());
    } catch (error) {
      if (!(error instanceof BylawError) || error.code !== 'source_unreadable') throw error;
      deps.log.error('source.unreadable', { source: source.name, reason: error.message });
      await deps.records.syncs.failed(source.name, error.message, deps.now());
      total.failed.push({ path: source.name, reason: error.message });
      unreadableSources.push(source.name);
    }
  }
  total.removed += await removeUnconfigured(deps);
  const settled = await settleValidity(deps, (version) => pathName(version.source)(version.path));
  const { passages } = await deps.records.documents.counts();
  const { failed, notes, ...counted } = total;
  const { withheld, restricted } = settled;
  const said = [...notes, ...settled.notes];
  return { documents: { ...counted, withheld, restricted, failed, notes: said }, passages, unreadableSources };
}

async function removeUnconfigured(deps: SyncDeps): Promise<number> {
  const configured = new Set(deps.sources.map((source) => source.name));
  let removed = 0;
  for (const name of await deps.records.documents.sources()) {
    if (configured.has(name)) continue;
    const documents = (await deps.records.documents.states(name)).map((state) => state.document);
    await deps.records.documents.retire(documents);
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

async function settleValidity(deps: SyncDeps, name: (version: Version) => string): Promise<Settled> {
  const rulings = resolveValidity(await deps.records.documents.current());
  const changed = rulings.filter(
    ({ version, validity }) => version.validFrom !== validity.validFrom || version.validTo !== validity.validTo,
  );
  if (changed.length > 0) {
    await deps.records.documents.setValidity(
      changed.map(({ version, validity }) => ({ versionId: version.id, ...validity })),
    );
  }
  const settled: Settled = { withheld: [], restricted: [], notes: [] };
  for (const ruling of rulings) tell(ruling, deps, name(ruling.version), settled);
  return settled;
}

/** Roles are looked up each time, since they change without any document. */
function tell(
  ruling: Ruling,
  { today, groups }: SyncDeps,
  path: string,
  { withheld, restricted, notes }: Settled,
): void {
  const { audience } = ruling.version.metadata;
  const reason = withheldReason(ruling, today(), groups);
  if (reason !== undefined) withheld.push({ path, reason });
  else if (audience.length > 0) restricted.push({ path, reason: `for ${describeReaders(audience, groups)} only` });
  if (reason === undefined && unknownWords(audience, groups).length > 0)
    notes.push({ path, reason: `${explainUnknown(audience, groups)}: nobody is let in for it` });
}
