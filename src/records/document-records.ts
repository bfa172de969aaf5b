import type { DocumentMetadata, FilterTerm, IsoDate, Passage, Validity, Version, VersionChange } from '../domain.ts';

/** What the last sync knew of a file, to see whether anything changed without reading it. */
export interface DocumentState {
  readonly document: string;
  readonly source: string;
  readonly path: string;
  /** Opaque mark of the source's unread state (such as size and time); equal means not changed. */
  readonly stamp: string;
  readonly fingerprint: string;
  readonly versionId?: string;
  readonly passages: number;
  /** Why the file could not be indexed, if so. */
  readonly failure?: string;
}

/** A passage before it has an id. */
export type PassageDraft = Omit<Passage, 'id' | 'document' | 'version' | 'n' | 'text'>;

export interface VersionDraft {
  readonly document: string;
  readonly source: string;
  readonly path: string;
  readonly stamp: string;
  readonly fingerprint: string;
  readonly contentHash: string;
  readonly metadata: DocumentMetadata;
  readonly audienceKey: string;
  readonly seenOn?: IsoDate;
  readonly changed?: VersionChange;
  readonly validFrom?: IsoDate;
  readonly validTo?: IsoDate;
  readonly text: string;
  readonly passages: readonly PassageDraft[];
}

/**
 * `staged`: written, not answering. `current`: its document's newest. `replaced`: an earlier one that is in force or
 * will be. `past`: one whose time is over, for questions about earlier days. `removed`: its document is gone; it is
 * history, which no search and no reader finds.
 */
export type VersionState = 'staged' | 'current' | 'replaced' | 'past' | 'removed';

export interface KeptVersion extends Version {
  readonly state: VersionState;
  readonly validity: Validity;
  /** The version before it that it took the place of. */
  readonly replaces?: string;
  /** When its document was found gone, epoch milliseconds. */
  readonly removedAt?: number;
}

export interface FoundDocument {
  readonly document: string;
  readonly source: string;
  readonly path: string;
  readonly title: string;
  /** Whether it is gone from its source. */
  readonly isRemoved: boolean;
}

/** Every version of every document, until retention or `forget` erases it. */
export interface DocumentRecords {
  states(source: string): Promise<DocumentState[]>;
  /** Sources that have documents. */
  sources(): Promise<string[]>;
  /** Writes versions that do not answer yet, numbered after the document's last, in the order given. All or nothing. */
  stage(drafts: readonly VersionDraft[]): Promise<Version[]>;
  /**
   * Makes the last staged version of each document the current one, and sets the days of those that are named with it,
   * in one transaction. An earlier version of such a document whose days are not named ends at once.
   * Throws `busy` if one is no longer staged, because another sync has settled it; current ones stay as they are.
   */
  activate(
    versionIds: readonly string[],
    validity?: readonly ({ readonly versionId: string } & Validity)[],
  ): Promise<void>;
  /**
   * Takes all versions of documents that are gone out of answers at once, and passages of them out of what recorded
   * answers offered to read; returns the versions that must leave the library.
   */
  retire(documents: readonly string[]): Promise<Version[]>;
  /** Turns replaced versions whose time is over on the day into past ones. */
  archive(on: IsoDate): Promise<void>;
  /**
   * Where the library is behind, also after an interrupted sync: versions that were staged and never activated, retired
   * ones that must leave it, and archived ones that must move to its archive.
   */
  leftovers(): Promise<{ staged: Version[]; retired: Version[]; archived: Version[] }>;
  /**
   * Notes that the library is in step with these leftovers. Forgets staged ones; of removed ones the history is kept,
   * without passages and without the cached vectors of texts that no other version uses.
   */
  settle(versionIds: readonly string[]): Promise<void>;
  /** Notes a new stamp for documents whose content turned out equal. */
  touch(stamps: readonly { document: string; stamp: string }[]): Promise<void>;
  /** Notes that a file could not be indexed; a current version of it, if any, keeps answering. */
  fail(failure: {
    document: string;
    source: string;
    path: string;
    stamp: string;
    fingerprint: string;
    reason: string;
  }): Promise<void>;
  /** Sets the days between which versions answer. */
  setValidity(rows: readonly ({ readonly versionId: string } & Validity)[]): Promise<void>;
  /** Erases the history of documents that were found gone before, epoch milliseconds; returns how many versions. */
  eraseRemoved(before: number): Promise<number>;

  /** The newest version of each document, without text. */
  current(): Promise<Version[]>;
  /** All versions that the library holds: current, replaced, and past ones that were in force on some day. */
  searchable(): Promise<Version[]>;
  /** All versions of these documents, or of all, oldest first, without removed ones and with those that answer on no day. */
  kept(documents?: readonly string[]): Promise<KeptVersion[]>;
  /** All kept versions of a document, newest first, removed ones among them. */
  history(document: string): Promise<KeptVersion[]>;
  /**
   * Documents as people name them: by id, else by path, else by file name with or without extension, else by title, else
   * by a part of path or title, in any case of letters. Several where the name fits several; those in use come first.
   */
  findDocuments(reference: string): Promise<FoundDocument[]>;
  /** Removed ones are left out, here and in what follows. */
  versions(versionIds: readonly string[]): Promise<Map<string, Version>>;
  /** The stored text of a version, or undefined. */
  text(versionId: string): Promise<string | undefined>;
  passages(passageIds: readonly string[]): Promise<Map<string, Passage>>;
  passagesOf(versionId: string): Promise<Passage[]>;
  /** Those of the given versions that are in force on the day: at most one of each document. */
  usable(versionIds: readonly string[], on: IsoDate): Promise<Set<string>>;
  /** Versions that a search of the day comes upon and that are not in force on it. */
  notInForce(on: IsoDate): Promise<string[]>;
  /** Versions that take effect after the day. */
  upcoming(on: IsoDate): Promise<string[]>;
  /** Whether a past version may be in force on the day, so that a search has to ask the archive too. */
  needsArchive(on: IsoDate): Promise<boolean>;
  /**
   * Searchable versions that satisfy every term, where terms with `=` on the same field are alternatives; past ones only
   * if the archive is asked. A document without the date doesn't match a date term; `audience` `everyone` matches
   * documents without an audience. Throws `tool_input` for `>=` and `<=` on anything but a date.
   */
  matching(filter: readonly FilterTerm[], options?: { readonly archive?: boolean }): Promise<string[]>;
  /**
   * What `country`, `entity` and `employment` terms leave out of the searchable versions: those that are limited to others.
   * Takes as long as there are limited ones, however many documents there are.
   */
  limitedToOthers(limits: readonly FilterTerm[], options?: { readonly archive?: boolean }): Promise<string[]>;
  counts(): Promise<{ documents: number; passages: number; failures: number }>;
  /** Every set of readers that a searchable version has, current or earlier, each once; asking again costs nothing until documents change. */
  audiences(): Promise<readonly AudienceSet[]>;
  /**
   * Those of the given versions that these audience sets hold both as they were and as the document is now: a document
   * that was restricted since, or is gone, is in none.
   */
  readable(versionIds: readonly string[], audienceKeys: readonly string[]): Promise<Set<string>>;
  /** By source, how much of it these audience sets hold; sources of which they hold nothing are left out. */
  holdings(
    audienceKeys: readonly string[],
  ): Promise<readonly { readonly source: string; readonly documents: number; readonly passages: number }[]>;
}

/** Who may read some of the documents: everyone where no group is named, otherwise whoever is in one of the groups. */
export interface AudienceSet {
  readonly key: string;
  /** As the metadata holds them: lower case, sorted. */
  readonly groups: readonly string[];
}
