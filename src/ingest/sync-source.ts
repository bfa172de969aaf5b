import type { DocumentMetadata } from '../domain.ts';
import { BylawError, messageOf } from '../errors.ts';
import type { DocumentState, VersionDraft } from '../records/records.ts';
import { draftVersion } from './draft-version.ts';
import { readEarlierVersions } from './earlier-versions.ts';
import { contentHash, fingerprint, processedAs, processingHash } from './fingerprint.ts';
import type { ParsedDocument } from './parsers/parser.ts';
import type { Source, SourceFile, SourceListing } from './sources/source.ts';
import type { PathReason, SyncDeps, SyncOptions } from './sync-deps.ts';
import { tidyLibrary } from './tidy-library.ts';
import type { VersionLedger } from './version-ledger.ts';

export interface SourceOutcome {
  added: number;
  changed: number;
  removed: number;
  unchanged: number;
  failed: PathReason[];
  notes: PathReason[];
}

export function emptyOutcome(): SourceOutcome {
  return { added: 0, changed: 0, removed: 0, unchanged: 0, failed: [], notes: [] };
}

/** Documents that become current in one transaction, and files read at the same time. */
const batchDocuments = 100;
const filesAtOnce = 4;

/** Brings one source up to date. Throws `source_unreadable` before anything was touched. */
export async function syncSource(
  deps: SyncDeps,
  source: Source,
  ledger: VersionLedger,
  options: SyncOptions & { readonly signal: AbortSignal },
): Promise<SourceOutcome> {
  const states = await deps.records.documents.states(source.name);
  const listing = await source.list(options.signal, new Map(states.map(({ path, stamp }) => [path, stamp])));
  const known = new Map(states.map((state) => [state.document, state]));
  const outcome = emptyOutcome();
  outcome.failed.push(...listing.skipped.map(({ path, reason }) => ({ path, reason })));
  outcome.notes.push(...(listing.notes ?? []).map((reason) => ({ path: '', reason })));
  const todo: Task[] = [];
  for (const file of listing.files) {
    const document = `${source.name}/${file.path}`;
    const state = known.get(document);
    known.delete(document);
    const processing = processingHash(file, deps.processing);
    const same = state !== undefined && state.stamp === file.stamp && processedAs(state.fingerprint, processing);
    if (!same || options.full) todo.push({ file, document, state, processing });
    else if (state.failure === undefined) outcome.unchanged += 1;
    else outcome.failed.push({ path: file.path, reason: state.failure });
  }

  let done = 0;
  /** What was read last is written while the next is read. */
  let writing = Promise.resolve();
  try {
    for (const batch of chunksOf(todo, batchDocuments)) {
      const results: Result[] = [];
      for (const group of chunksOf(batch, filesAtOnce)) {
        options.signal.throwIfAborted();
        results.push(...(await Promise.all(group.map((task) => process(deps, source, task, options)))));
        done += group.length;
        options.onProgress?.({ done, total: todo.length });
      }
      await writing;
      writing = write(deps, ledger, results, outcome);
      writing.catch(() => undefined);
    }
  } finally {
    await writing;
  }
  const gone = [...known.values()].filter((state) => !isUnseen(state.path, listing.skipped));
  const documents = gone.map((state) => state.document);
  if (documents.length > 0) {
    await deps.records.documents.retire(documents);
    ledger.drop(documents);
    await tidyLibrary(deps);
  }
  outcome.removed += documents.length;
  return outcome;
}

interface Task {
  readonly file: SourceFile;
  readonly document: string;
  readonly state: DocumentState | undefined;
  readonly processing: string;
}

type Result =
  | { readonly kind: 'same'; readonly task: Task; readonly notes: readonly string[] }
  | {
      readonly kind: 'new';
      readonly task: Task;
      readonly drafts: readonly VersionDraft[];
      readonly notes: readonly string[];
    }
  | { readonly kind: 'failed'; readonly task: Task; readonly print: string; readonly reason: string };

async function process(
  deps: SyncDeps,
  source: Source,
  task: Task,
  { full, signal }: SyncOptions & { readonly signal: AbortSignal },
): Promise<Result> {
  const { file, state } = task;
  let content = 'unread';
  try {
    const bytes = await source.read(file, signal);
    content = contentHash(bytes);
    const print = fingerprint(content, task.processing);
    const same = state?.fingerprint === print && state.failure === undefined;
    if (same && !full) return { kind: 'same', task, notes: [] };
    if (!same) await refuseForgotten(deps, content);
    const parsed = file.structured ? structured(file, bytes) : await deps.parse({ path: file.path, bytes }, signal);
    if (same) return { kind: 'same', task, notes: parsed.notes };
    const { document, processing } = task;
    const { changed, metadata } = file;
    const present = { source: source.name, document, file, processing, content, parsed, changed, metadata, bytes };
    const draft = draftVersion(deps, present);
    const earlier = await readEarlierVersions(deps, source, present, signal);
    return { kind: 'new', task, drafts: [...earlier.drafts, draft], notes: [...parsed.notes, ...earlier.notes] };
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof BylawError) || error.code !== 'document_unreadable') throw error;
    return { kind: 'failed', task, print: fingerprint(content, task.processing), reason: reasonFor(error, state) };
  }
}

/** What was erased for good must not come back because a copy was left lying somewhere. */
async function refuseForgotten({ records }: SyncDeps, content: string): Promise<void> {
  const forgotten = await records.forgetting.forgotten(content);
  if (forgotten === undefined) return;
  const day = new Date(forgotten.at).toISOString().slice(0, 10);
  throw new BylawError(
    'document_unreadable',
    `is what ${forgotten.by} had forgotten on ${day}: delete the file or exclude it, or let it come back with bylaw forget --undo`,
  );
}

function reasonFor(error: BylawError, state: DocumentState | undefined): string {
  const kept = state?.versionId === undefined ? '' : '; the last readable version keeps answering';
  return `${messageOf(error)}${kept}`;
}

/** The new versions go in first, the switch is one transaction, and what has ended with it leaves afterwards. */
async function write(
  deps: SyncDeps,
  ledger: VersionLedger,
  results: readonly Result[],
  outcome: SourceOutcome,
): Promise<void> {
  const { documents } = deps.records;
  const fresh = results.filter((result) => result.kind === 'new');
  if (fresh.length > 0) {
    const versions = await documents.stage(fresh.flatMap((result) => result.drafts));
    const { days, ended } = await ledger.enter(versions);
    await deps.library.add(versions.filter(({ id }) => !ended.has(id)));
    const ids = versions.map(({ id }) => id);
    await documents.activate(ids, days);
    await tidyLibrary(deps);
  }
  const touched: { document: string; stamp: string }[] = [];
  for (const result of results) {
    const { file, document, state } = result.task;
    if (result.kind !== 'failed') outcome.notes.push(...result.notes.map((reason) => ({ path: file.path, reason })));
    if (result.kind === 'new') outcome[state?.versionId === undefined ? 'added' : 'changed'] += 1;
    if (result.kind === 'same') {
      touched.push({ document, stamp: file.stamp });
      outcome.unchanged += 1;
    }
    if (result.kind === 'failed') {
      const { reason, print } = result;
      const source = document.slice(0, document.length - file.path.length - 1);
      await documents.fail({ document, source, path: file.path, stamp: file.stamp, fingerprint: print, reason });
      outcome.failed.push({ path: file.path, reason });
    }
  }
  if (touched.length > 0) await documents.touch(touched);
}

function structured(file: SourceFile, bytes: Uint8Array): ParsedDocument {
  const metadata: DocumentMetadata = {
    title: file.path,
    audience: [],
    country: [],
    tags: [],
    status: 'active',
    ...file.metadata,
  };
  return { text: new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes), metadata, notes: [] };
}

/** What could not be seen says nothing about what is in it. */
function isUnseen(path: string, skipped: SourceListing['skipped']): boolean {
  return skipped.some((entry) => entry.unseen && (path === entry.path || path.startsWith(`${entry.path}/`)));
}

function* chunksOf<T>(items: readonly T[], size: number): Generator<readonly T[]> {
  for (let at = 0; at < items.length; at += size) yield items.slice(at, at + size);
}
