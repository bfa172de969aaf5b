import { audienceKey, narrowAudience } from '../audience.ts';
import type { DocumentMetadata } from '../domain.ts';
import { BylawError } from '../errors.ts';
import type { VersionDraft } from '../records/records.ts';
import { fingerprint } from './fingerprint.ts';
import type { ParsedDocument } from './parsers/parser.ts';
import { findSourceLines } from './source-lines.ts';
import type { Change, SourceFile } from './sources/source.ts';
import type { SyncDeps } from './sync-deps.ts';

/** A state of a file that was read: the present one, or an earlier one with what the source knew of it then. */
export interface ReadState {
  readonly source: string;
  readonly document: string;
  readonly file: SourceFile;
  readonly processing: string;
  readonly content: string;
  readonly parsed: ParsedDocument;
  readonly changed?: Change;
  readonly metadata?: SourceFile['metadata'];
  /** Of the file itself, from which the lines of passages follow. */
  readonly bytes?: Uint8Array;
}

/** What becomes of it. Throws `document_unreadable` where nothing does. */
export function draftVersion(
  { chunk, today }: Pick<SyncDeps, 'chunk' | 'today'>,
  { source, document, file, processing, content, parsed, changed, metadata: known, bytes }: ReadState,
): VersionDraft {
  const metadata = mergeMetadata(parsed, known, file.onlyFor);
  const passages = chunk({ text: parsed.text, title: metadata.title, pageStarts: parsed.pageStarts });
  if (passages.length === 0 && !file.structured) throw new BylawError('document_unreadable', 'has no text');
  const { section } = file;
  const lines = metadata.url?.includes('{line}') && bytes ? findSourceLines(bytes, parsed.text, passages) : undefined;
  return {
    document,
    source,
    path: file.path,
    stamp: file.stamp,
    fingerprint: fingerprint(content, processing),
    contentHash: content,
    metadata: lines === undefined ? metadata : { ...metadata, lines },
    audienceKey: audienceKey(metadata.audience),
    seenOn: today(),
    ...(changed !== undefined && { changed }),
    text: parsed.text,
    passages: section === undefined ? passages : passages.map((p) => ({ ...p, headings: [section, ...p.headings] })),
  };
}

/** What a document says of itself, what its source knows where it says nothing, and who may read it at most. */
export function mergeMetadata(
  parsed: ParsedDocument,
  known: SourceFile['metadata'],
  onlyFor: SourceFile['onlyFor'] = [],
): DocumentMetadata {
  const own = { ...blank(parsed), ...said(known), ...said(parsed.metadata) };
  return { ...own, audience: narrowAudience(own.audience, onlyFor) };
}

/** What a document is where neither it nor its source says anything. */
function blank({ metadata: { title, status } }: ParsedDocument): DocumentMetadata {
  return { title, status, audience: [], country: [], tags: [] };
}

/** What is missing or empty says nothing, and leaves room for what the other knows. */
function said(metadata: Partial<DocumentMetadata> | undefined): Partial<DocumentMetadata> {
  const fields = Object.entries(metadata ?? {});
  return Object.fromEntries(
    fields.filter(([, value]) => value !== undefined && !(Array.isArray(value) && value.length === 0)),
  );
}
