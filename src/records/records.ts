import type { Answer, DocumentMetadata, FilterTerm, IsoDate, Passage, Version } from '../domain.ts';

/** The one durable store. Everything else (keyword index, vectors) can be rebuilt from it. */
export interface Records {
  /** Opens or migrates the store. Throws `records_unavailable`, naming the file and the next step. */
  start(): Promise<RecordsOpening>;
  stop(): Promise<void>;
  /**
   * Tells this store from others that use the same vector server: 12 hexadecimal digits, drawn when it was made. A
   * copy of the store has the same; one begun anew after damage has another.
   */
  installation(): Promise<string>;
  readonly documents: DocumentRecords;
  readonly vectors: VectorRecords;
  readonly embeddings: EmbeddingCache;
  readonly questions: QuestionRecords;
  readonly conversations: ConversationRecords;
  readonly answers: AnswerRecords;
  readonly ledger: WriteLedger;
  readonly leases: LeaseRecords;
}

export interface RecordsOpening {
  readonly state: 'created' | 'current' | 'migrated' | 'rebuilt';
  readonly detail?: string;
}

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
  readonly validFrom?: IsoDate;
  readonly validTo?: IsoDate;
  readonly text: string;
  readonly passages: readonly PassageDraft[];
}

/**
 * A version is staged (written, not answering), then current (answering while in force), then retired (replaced or
 * removed, still to leave the library), then settled (its text kept if it was replaced, gone if its document was).
 */
export interface DocumentRecords {
  states(source: string): Promise<DocumentState[]>;
  /** Sources that have documents. */
  sources(): Promise<string[]>;
  /** Writes versions that do not answer yet, numbered after the document's last. All or nothing. */
  stage(drafts: readonly VersionDraft[]): Promise<Version[]>;
  /**
   * Makes staged versions the current ones and retires those they replace, in one transaction; returns the retired.
   * Throws `busy` if one is no longer staged, because another sync has settled it; current ones stay as they are.
   */
  activate(versionIds: readonly string[]): Promise<Version[]>;
  /** Retires the current versions of documents that are gone; returns them. Until they are settled they only don't answer. */
  retire(documents: readonly string[]): Promise<Version[]>;
  /** Versions an interrupted sync left staged or retired. */
  leftovers(): Promise<{ staged: Version[]; retired: Version[] }>;
  /**
   * Forgets staged versions, and retired ones of removed documents with all earlier versions and the cached vectors of
   * texts that no other version uses; keeps replaced ones.
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
  /** Sets the days between which current versions answer. */
  setValidity(rows: readonly { versionId: string; validFrom?: IsoDate; validTo?: IsoDate }[]): Promise<void>;

  /** All current versions, without text. */
  current(): Promise<Version[]>;
  versions(versionIds: readonly string[]): Promise<Map<string, Version>>;
  /** The stored text of a version, or undefined. */
  text(versionId: string): Promise<string | undefined>;
  passages(passageIds: readonly string[]): Promise<Map<string, Passage>>;
  passagesOf(versionId: string): Promise<Passage[]>;
  /** Those of the given versions that are current and in force on the day. */
  usable(versionIds: readonly string[], on: IsoDate): Promise<Set<string>>;
  /** Current versions that are not in force on the day. */
  notInForce(on: IsoDate): Promise<string[]>;
  /**
   * Current versions that satisfy every term, where terms with `=` on the same field are alternatives. A document
   * without the date doesn't match a date term; `audience` `everyone` matches documents without an audience.
   * Throws `tool_input` for `>=` and `<=` on anything but a date.
   */
  matching(filter: readonly FilterTerm[]): Promise<string[]>;
  counts(): Promise<{ documents: number; passages: number; failures: number }>;
}

/** Which versions are in which vector space; a space is one embedder with one dimension. */
export interface VectorRecords {
  /** Staged and current versions whose vectors are missing in the space, oldest first. */
  pending(space: string, limit: number): Promise<Version[]>;
  countPending(space: string): Promise<number>;
  mark(space: string, rows: readonly { versionId: string; vectors: number }[]): Promise<void>;
  /** Versions and vectors that the space should hold. */
  marked(space: string): Promise<Map<string, number>>;
  clear(space: string): Promise<void>;
}

/**
 * Vectors by embedder and SHA-256 of the embedded text, so that nothing is embedded twice. A vector is kept as long as
 * any version that uses its text, and erased in one step with the last.
 */
export interface EmbeddingCache {
  /** Adds to the texts that versions use, in whatever space; to be called before `put`. Unknown versions are left out. */
  use(rows: readonly { versionId: string; hashes: readonly string[] }[]): Promise<void>;
  get(space: string, hashes: readonly string[]): Promise<Map<string, Float32Array>>;
  /** Leaves out vectors of texts that no version uses. */
  put(space: string, rows: readonly { hash: string; vector: Float32Array }[]): Promise<void>;
}

export type QuestionState = 'claimed' | 'delivered' | 'refused' | 'failed';

export interface ClaimedQuestion {
  readonly key: string;
  /** What is needed to answer after a crash, as JSON of the chat that wrote it. */
  readonly payload: string;
  readonly state: QuestionState;
  readonly attempts: number;
  readonly answerId?: string;
}

/** Each question is answered by whoever claims its key. Times are epoch milliseconds. */
export interface QuestionRecords {
  /** True if the key was free and is now the owner's until `leaseUntil`. */
  claim(claim: { key: string; payload: string; owner: string; leaseUntil: number; now: number }): Promise<boolean>;
  /** Takes over a claim whose lease ran out; false if someone else was faster or it is finished. */
  takeOver(take: { key: string; owner: string; leaseUntil: number; now: number }): Promise<boolean>;
  /** False if the claim is no longer the owner's. */
  renew(renewal: { key: string; owner: string; leaseUntil: number }): Promise<boolean>;
  /** Notes the answer before it is delivered, so that a crash in between can be told from one before. */
  attach(key: string, answerId: string): Promise<void>;
  /** The first outcome stands; the payload is erased, since it holds the question's text. */
  finish(key: string, outcome: { state: Exclude<QuestionState, 'claimed'>; message?: string }): Promise<void>;
  /** Claims whose lease ran out, oldest first. */
  unfinished(now: number): Promise<ClaimedQuestion[]>;
  /** Forgets finished questions older than the time given. */
  prune(before: number): Promise<number>;
}

/** A conversation is one plain JSON snapshot, written before every side effect. */
export interface ConversationRecords {
  get(id: string): Promise<string | undefined>;
  put(id: string, snapshot: string, now: number): Promise<void>;
}

export interface AnswerRecord {
  readonly answer: Answer;
  readonly question: string;
  readonly conversation: string;
  /** Passage ids that were retrieved, cited or not; each names its document version. */
  readonly retrieved: readonly string[];
  readonly at: number;
  readonly usage?: { readonly inputTokens: number; readonly outputTokens: number };
}

export interface AnswerRecords {
  put(record: AnswerRecord): Promise<void>;
  get(id: string): Promise<AnswerRecord | undefined>;
}

export type LedgerEntry = { readonly state: 'started' } | { readonly state: 'done'; readonly result: string };

/** Keeps a side effect from happening twice: `started` before the action, `done` after it. */
export interface WriteLedger {
  get(key: string): Promise<LedgerEntry | undefined>;
  /** False if the key exists already. */
  begin(key: string, argsHash: string, now: number): Promise<boolean>;
  finish(key: string, result: string, now: number): Promise<void>;
}

export interface LeaseRecords {
  /** True if the lease was free, run out or already the owner's. */
  acquire(name: string, owner: string, until: number, now: number): Promise<boolean>;
  release(name: string, owner: string): Promise<void>;
  /** Who took the lease last, if it was not released. */
  holder(name: string): Promise<string | undefined>;
}
