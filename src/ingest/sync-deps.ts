import type { Groups } from '../audience-groups.ts';
import type { IsoDate } from '../domain.ts';
import type { Library } from '../library/library.ts';
import type { Log } from '../log.ts';
import type { PassageDraft, Records } from '../records/records.ts';
import type { ProcessingSettings } from './fingerprint.ts';
import type { ParsedDocument } from './parsers/parser.ts';
import type { Source } from './sources/source.ts';

export interface PathReason {
  readonly path: string;
  readonly reason: string;
}

export interface SyncDeps {
  readonly records: Records;
  readonly library: Library;
  readonly sources: readonly Source[];
  readonly parse: (file: { path: string; bytes: Uint8Array }, signal: AbortSignal) => Promise<ParsedDocument>;
  readonly chunk: (document: { text: string; title: string; pageStarts?: readonly number[] }) => PassageDraft[];
  readonly processing: ProcessingSettings;
  /** What words under `audience` stand for. */
  readonly groups: Groups;
  readonly owner: string;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly today: () => IsoDate;
  readonly log: Log;
}

export interface SyncOptions {
  /** Reads every file, changed or not. */
  readonly full?: boolean;
  /** Sources on other machines are left as they are if they were read this recently, or are down. */
  readonly remoteFreshMs?: number;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: { readonly done: number; readonly total: number }) => void;
}
