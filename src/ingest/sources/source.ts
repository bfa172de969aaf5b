import type { DocumentMetadata, IsoDate } from '../../domain.ts';

/** A place where policies live. */
export interface Source {
  /** Part of every document id: `name/path`. */
  readonly name: string;
  /** Set where listing asks other machines, and so takes as long as they like. */
  readonly isRemote?: boolean;
  /**
   * `known` are the stamps of the documents that were read before, by path: a source that must ask for each of them asks
   * only what is new since. Throws `source_unreadable` if the place as a whole cannot be read; the last good state stays.
   */
  list(signal: AbortSignal, known?: ReadonlyMap<string, string>): Promise<SourceListing>;
  /**
   * Throws `document_unreadable`, also when the file changes while it is read, and `source_unreadable` where nothing follows
   * for this file since the place can no longer be read.
   */
  read(file: SourceFile, signal: AbortSignal): Promise<Uint8Array>;
  /** Earlier contents of the document, oldest first, without the present one; at most the last 20. */
  history?(file: SourceFile, signal: AbortSignal): Promise<readonly EarlierContent[]>;
}

/** Who changed a document, and when, as its source knows. */
export interface Change {
  readonly on: IsoDate;
  readonly by?: string;
  /** What the source calls this state, such as the hash of a commit. */
  readonly revision?: string;
}

export interface EarlierContent {
  /** The path that it had then, of which the format follows. */
  readonly path: string;
  readonly changed: Change;
  readonly metadata?: Partial<DocumentMetadata>;
  /** Throws as `Source.read` does. */
  read(signal: AbortSignal): Promise<Uint8Array>;
}

export interface SourceListing {
  readonly files: readonly SourceFile[];
  /** Files that were seen and left out, each with the reason (a link that leaves the folder, an unreadable directory). */
  readonly skipped: readonly SkippedEntry[];
  /** What an operator should know of the place as a whole, such as that its history was rewritten. */
  readonly notes?: readonly string[];
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
  /** The change that made the present content. */
  readonly changed?: Change;
  /** A heading that stands above all of the document's own. */
  readonly section?: string;
}
