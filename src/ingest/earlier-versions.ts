import { BylawError, messageOf } from '../errors.ts';
import type { VersionDraft } from '../records/records.ts';
import { draftVersion, type ReadState } from './draft-version.ts';
import { contentHash } from './fingerprint.ts';
import type { EarlierContent, Source } from './sources/source.ts';
import type { SyncDeps } from './sync-deps.ts';

export interface EarlierVersions {
  /** Oldest first. */
  readonly drafts: readonly VersionDraft[];
  readonly notes: readonly string[];
}

const none: EarlierVersions = { drafts: [], notes: [] };

/**
 * What a document that is read for the first time was before, as far as its source knows. A state that can't be read is
 * left out, and so is one with the words of its neighbour.
 */
export async function readEarlierVersions(
  deps: SyncDeps,
  source: Source,
  present: ReadState,
  signal: AbortSignal,
): Promise<EarlierVersions> {
  if (source.history === undefined) return none;
  const { documents } = deps.records;
  // One that was here before has its history in the records.
  if ((await documents.history(present.document)).length > 0) return none;
  try {
    const drafts: VersionDraft[] = [];
    for (const earlier of await source.history(present.file, signal)) {
      const draft = await readEarlier(deps, present, earlier, signal);
      if (draft !== undefined && draft.contentHash !== drafts.at(-1)?.contentHash) drafts.push(draft);
    }
    if (drafts.at(-1)?.contentHash === present.content) drafts.pop();
    return { drafts, notes: [] };
  } catch (error) {
    if (!isExpected(error, signal)) throw error;
    return { drafts: [], notes: [`its earlier versions can't be read: ${messageOf(error)}`] };
  }
}

async function readEarlier(
  deps: SyncDeps,
  present: ReadState,
  { path, changed, metadata, read }: EarlierContent,
  signal: AbortSignal,
): Promise<VersionDraft | undefined> {
  try {
    const bytes = await read(signal);
    const content = contentHash(bytes);
    if ((await deps.records.forgetting.forgotten(content)) !== undefined) return undefined;
    const parsed = await deps.parse({ path, bytes }, signal);
    // What the source says of the document, such as to whom it applies, holds of what it was before.
    const known = { ...present.metadata, ...metadata };
    return draftVersion(deps, { ...present, content, parsed, changed, metadata: known, bytes });
  } catch (error) {
    if (isExpected(error, signal)) return undefined;
    throw error;
  }
}

function isExpected(error: unknown, signal: AbortSignal): boolean {
  signal.throwIfAborted();
  return error instanceof BylawError && (error.code === 'document_unreadable' || error.code === 'source_unreadable');
}
