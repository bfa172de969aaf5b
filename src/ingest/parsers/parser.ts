import type { DocumentMetadata } from '../../domain.ts';

/** Turns bytes of one format into structured text. */
export interface Parser {
  /** Changes whenever the same bytes would give another result. */
  readonly version: string;
  /** Lower case, with the dot. */
  readonly extensions: readonly string[];
  /** Throws `document_unreadable` with a reason a policy owner understands ("needs a password", "has no text: a scan?"). */
  parse(file: ParsedFile): Promise<ParsedDocument>;
}

export interface ParsedFile {
  readonly bytes: Uint8Array;
  readonly path: string;
  /** A parser that takes long ends before it, with what it has read and a note of what it has not. Absent means no limit. */
  readonly timeoutMs?: number;
}

export interface ParsedDocument {
  /** Markdown: ATX headings, blocks separated by blank lines, GFM tables; LF only, no BOM, no front matter, no HTML. */
  readonly text: string;
  /** Where each page begins in `text`, for paged formats; passages do not cross pages. */
  readonly pageStarts?: readonly number[];
  /** Found in front matter or file properties, validated; `title` falls back to the first heading, then the file name. */
  readonly metadata: DocumentMetadata;
  /** Things an owner should know, such as front matter keys that were not understood. */
  readonly notes: readonly string[];
}
