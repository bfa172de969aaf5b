import type { DocumentMetadata } from '../../domain.ts';

/** A place where policies live. */
export interface Source {
  /** Part of every document id: `name/path`. */
  readonly name: string;
  /** Throws `source_unreadable` if the place as a whole cannot be read; the last good state then stays. */
  list(signal: AbortSignal): Promise<SourceListing>;
  /** Throws `document_unreadable`, also when the file changes while it is read. */
  read(file: SourceFile, signal: AbortSignal): Promise<Uint8Array>;
}

export interface SourceListing {
  readonly files: readonly SourceFile[];
  /** Files that were seen and left out, each with the reason (a link that leaves the folder, an unreadable directory). */
  readonly skipped: readonly SkippedEntry[];
}

export interface SkippedEntry {
  readonly path: string;
  readonly reason: string;
  /** True where what lies at or below the path could not be seen: nothing follows from its absence. */
  readonly unseen?: boolean;
}

export interface SourceFile {
  /** Relative to the source, with forward slashes. */
  readonly path: string;
  /** Opaque; equal means that the content has not changed. */
  readonly stamp: string;
  /** What the source knows of the document; the document's own words win. */
  readonly metadata?: Partial<DocumentMetadata>;
  /** Groups that alone may read it, whatever it says of itself; absent means that its own word holds. */
  readonly onlyFor?: readonly string[];
  /** Set when the content is already structured text and must be stored as it is. */
  readonly structured?: boolean;
  /** A heading that stands above all of the document's own. */
  readonly section?: string;
}
