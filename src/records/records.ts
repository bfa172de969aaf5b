import type {
  Answer,
  ApprovalRequest,
  DocumentMetadata,
  FilterTerm,
  IsoDate,
  Passage,
  Validity,
  Version,
  VersionChange,
} from '../domain.ts';
import type { Elicitation, ElicitationResponse } from '../elicitation.ts';

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
  readonly approvals: ApprovalRecords;
  readonly feedback: FeedbackRecords;
  readonly memories: MemoryRecords;
  readonly spend: SpendRecords;
  readonly flags: FlagRecords;
  readonly syncs: SyncRecords;
  readonly privacy: PrivacyRecords;
  readonly forgetting: ForgetRecords;
  readonly leases: LeaseRecords;
  readonly connectors: ConnectorRecords;
  readonly tickets: TicketRecords;
  readonly elicitations: ElicitationRecords;
  readonly credentials: CredentialRecords;
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

/** Which versions are in which vector space; a space is one embedder with one dimension. */
export interface VectorRecords {
  /** Versions whose vectors are missing in the space: those that answer today first, then past ones; oldest first. */
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

export interface QuestionRecord {
  readonly state: QuestionState;
  readonly answerId?: string;
  /** As the chat noted it at the end: where the answer stands. */
  readonly message?: string;
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
  /** The first outcome stands; the payload is erased, since it holds the question's text. `place` is kept instead. */
  finish(
    key: string,
    outcome: { state: Exclude<QuestionState, 'claimed'>; message?: string; place?: string },
  ): Promise<void>;
  /** Where questions were asked that have ended since then, each place once, the latest first. */
  ended(since: number, limit: number): Promise<string[]>;
  /** What became of a question; undefined if it was never claimed or is forgotten. */
  get(key: string): Promise<QuestionRecord | undefined>;
  /** Claims whose lease ran out, oldest first. */
  unfinished(now: number): Promise<ClaimedQuestion[]>;
  /** Forgets finished questions older than the time given. */
  prune(before: number): Promise<number>;
}

/** A conversation is one plain JSON snapshot, written before every side effect. */
export interface ConversationRecords {
  get(id: string): Promise<string | undefined>;
  /** `person` is who took part just now; absent where the chat knows no persons. */
  put(id: string, snapshot: string, now: number, person?: string): Promise<void>;
}

export interface AnswerRecord {
  readonly answer: Answer;
  readonly question: string;
  readonly conversation: string;
  /** Who asked; absent where the chat knows no persons. */
  readonly person?: string;
  /** Where others could read along; absent for a private answer. */
  readonly place?: string;
  /** Passage ids that were retrieved, cited or not; each names its document version. */
  readonly retrieved: readonly string[];
  readonly at: number;
  readonly usage?: { readonly inputTokens: number; readonly outputTokens: number };
}

export interface AnswerQuery {
  readonly conversation?: string;
  readonly person?: string;
  readonly status?: Answer['status'];
  /** Epoch milliseconds, inclusive. */
  readonly since?: number;
  /** Epoch milliseconds, exclusive. */
  readonly until?: number;
}

export interface AnswerRecords {
  put(record: AnswerRecord): Promise<void>;
  get(id: string): Promise<AnswerRecord | undefined>;
  /** Newest first. */
  list(query: AnswerQuery & { readonly limit: number }): Promise<AnswerRecord[]>;
  /** How many answers there are of each status; statuses without any are left out. */
  count(query: Omit<AnswerQuery, 'status'>): Promise<Partial<Record<Answer['status'], number>>>;
  /** By document, how many answers since then cite it as it was in force for them; those that none cites are left out. */
  citations(since: number): Promise<Map<string, number>>;
}

export type ApprovalState = 'open' | 'approved' | 'denied' | 'expired' | 'superseded';

export interface ApprovalRecord extends ApprovalRequest {
  readonly conversation: string;
  /** Who asked. */
  readonly person?: string;
  readonly state: ApprovalState;
  readonly askedAt: number;
  /** Id of the decision that settled it, who made it, and when. */
  readonly decision?: string;
  readonly decidedBy?: string;
  readonly decidedAt?: number;
  /** Where the chat shows it, as the chat noted it. */
  readonly card?: string;
}

/** Requests for a person's yes. The first decision stands. */
export interface ApprovalRecords {
  /** Writes a request as open; one that exists already stays as it is. */
  ask(record: Omit<ApprovalRecord, 'state' | 'decision' | 'decidedBy' | 'decidedAt' | 'card'>): Promise<void>;
  get(id: string): Promise<ApprovalRecord | undefined>;
  /** Of one conversation, those still open. */
  open(conversation: string): Promise<ApprovalRecord[]>;
  /** Open ones whose time has run out, oldest first. */
  due(now: number): Promise<ApprovalRecord[]>;
  /** True if it was open, has this hash, is not due at `now` and is now decided. */
  decide(settlement: {
    id: string;
    argsHash: string;
    state: 'approved' | 'denied';
    decision: string;
    by: string;
    now: number;
  }): Promise<boolean>;
  /** True if it was open and is now closed without a decision. */
  close(id: string, state: 'expired' | 'superseded', now: number): Promise<boolean>;
  noteCard(id: string, card: string): Promise<void>;
}

export interface FeedbackRecord {
  readonly answerId: string;
  readonly person: string;
  readonly verdict: 'helpful' | 'not_helpful';
  /** In the person's own words or the name of a choice. */
  readonly reason?: string;
  readonly at: number;
}

export interface FeedbackRecords {
  /** One of each person about each answer: the latest stands, and keeps an earlier reason if it has none and the verdict is the same. */
  put(record: FeedbackRecord): Promise<void>;
  /** Newest first, with what was asked; the answer is absent if it is forgotten. */
  list(query: {
    readonly verdict?: FeedbackRecord['verdict'];
    readonly since?: number;
    readonly limit: number;
  }): Promise<{ readonly feedback: FeedbackRecord; readonly about?: AnswerRecord }[]>;
}

/** Small text files that hold what a person asked to be remembered. Paths are relative, with forward slashes. */
export interface MemoryRecords {
  /** Paths with sizes in characters, sorted. */
  list(person: string): Promise<{ readonly path: string; readonly chars: number; readonly at: number }[]>;
  read(person: string, path: string): Promise<string | undefined>;
  write(person: string, path: string, text: string, now: number): Promise<void>;
  /** Removes a file, or all files below a folder; returns how many. */
  remove(person: string, path: string): Promise<number>;
  /** False if there is nothing at `from` or something at `to`. */
  rename(person: string, from: string, to: string, now: number): Promise<boolean>;
  /** Removes everything of a person; returns how many files. */
  clear(person: string): Promise<number>;
}

/** What models have cost, in US dollars by calendar day. */
export interface SpendRecords {
  add(day: IsoDate, usd: number): Promise<void>;
  on(day: IsoDate): Promise<number>;
}

/** Switches that outlive a restart, such as whether answering is paused. */
export interface FlagRecords {
  get(name: string): Promise<{ readonly value: string; readonly by: string; readonly at: number } | undefined>;
  set(name: string, value: string, by: string, now: number): Promise<void>;
  clear(name: string): Promise<void>;
}

export interface SyncState {
  readonly source: string;
  /** Documents that answer. */
  readonly documents: number;
  /** When the source was last read to its end, epoch milliseconds. */
  readonly readAt?: number;
  /** Since when it can't be read, and why. */
  readonly failingSince?: number;
  readonly failure?: string;
}

/** How each source stands. */
export interface SyncRecords {
  /** A source was read to its end. */
  succeeded(source: string, now: number): Promise<void>;
  /** A source could not be read; the time of the first failure in a row is kept. */
  failed(source: string, failure: string, now: number): Promise<void>;
  /** A source is no longer configured. */
  forget(source: string): Promise<void>;
  /** By name of the source. */
  all(): Promise<SyncState[]>;
}

export interface Erased {
  readonly answers: number;
  readonly conversations: number;
  readonly questions: number;
  readonly feedback: number;
  /** With the questions of other systems. */
  readonly approvals: number;
  readonly memories: number;
  /** Notes of what was sent to other systems, with what came back. */
  readonly connectorCalls: number;
  /** At other systems. */
  readonly signIns: number;
}

/** Forgets what people asked. Texts are overwritten on disk, not only unlinked. */
export interface PrivacyRecords {
  /**
   * Erases what is older: answers, finished questions, feedback, decided approvals, calls of connectors, and
   * conversations whose last answer is older. What is still under way stays.
   */
  eraseBefore(before: number): Promise<Erased>;
  /**
   * Erases everything stored of one person: also whole conversations that the person took part in, since their text
   * can't be told apart in them. Notes that it was done, when and by whom, not of whom.
   */
  forgetPerson(person: string, by: string, now: number): Promise<Erased>;
  /** How much `forgetPerson` would erase. */
  heldOf(person: string): Promise<Erased>;
  /** Erasures of persons, newest first. */
  erasures(): Promise<{ readonly at: number; readonly by: string; readonly erased: Erased }[]>;
}

export interface HeldOfDocument {
  readonly versions: number;
  readonly passages: number;
  /** That quote it, or for which it was found. */
  readonly answers: number;
  /** In which it was read. */
  readonly conversations: number;
}

/** Erases documents for good, where `retire` only takes them out of use. */
export interface ForgetRecords {
  heldOf(document: string): Promise<HeldOfDocument>;
  /** The texts of all its versions, removed ones among them, oldest first. */
  texts(document: string): Promise<string[]>;
  /** Those of the texts that stand in no other document, word for word. */
  ownTexts(document: string, texts: readonly string[]): Promise<string[]>;
  /**
   * Erases all its versions, what recorded answers quote of it, and conversations in which it was read, and writes the
   * file anew so that nothing of them stays in it. The hashes of its contents are kept, so that it doesn't come back
   * unasked. Returns what was erased.
   */
  forget(document: string, by: string): Promise<HeldOfDocument>;
  /** Writes the file anew where an erasure was interrupted before that. */
  finish(): Promise<void>;
  /** When and by whom this content was forgotten, if it was. */
  forgotten(contentHash: string): Promise<{ readonly at: number; readonly by: string } | undefined>;
  /** Lets a forgotten content come back; false if it was none. */
  allow(contentHash: string): Promise<boolean>;
  /** In how many rows any of the texts stand, by what people call the place; places without any are left out. */
  mentions(texts: readonly string[]): Promise<Readonly<Record<string, number>>>;
}

export type LedgerEntry = { readonly state: 'started' } | { readonly state: 'done'; readonly result: string };

/** Keeps a side effect from happening twice: `started` before the action, `done` after it. */
export interface WriteLedger {
  get(key: string): Promise<LedgerEntry | undefined>;
  /** False if the key exists already. With the conversation, the result is erased when that is. */
  begin(key: string, argsHash: string, now: number, conversation?: string): Promise<boolean>;
  finish(key: string, result: string, now: number): Promise<void>;
}

export interface LeaseRecords {
  /** True if the lease was free, run out or already the owner's. */
  acquire(name: string, owner: string, until: number, now: number): Promise<boolean>;
  release(name: string, owner: string): Promise<void>;
  /** Who took the lease last, if it was not released. */
  holder(name: string): Promise<string | undefined>;
}

/** What an admin approved of a connector, word for word; anything else of it is not used. */
export interface ConnectorPin {
  readonly connector: string;
  readonly kind: 'tool' | 'prompt' | 'instructions';
  /** As the server names it; empty for its instructions. */
  readonly name: string;
  /** SHA-256 of the definition. */
  readonly hash: string;
  /** Canonical JSON. */
  readonly definition: string;
}

/** One call of a connector's tool: what was sent to whom, why, and what came of it. */
export interface ConnectorCall {
  readonly id: string;
  readonly at: number;
  readonly person?: string;
  /** Where others could read along; absent for a private question. */
  readonly place?: string;
  readonly connector: string;
  /** The address or program that received it. */
  readonly endpoint: string;
  /** As the server names it. */
  readonly tool: string;
  /** The revision of the protocol; empty where none was agreed on yet. */
  readonly revision: string;
  /** What was sent, as canonical JSON, with what must not leave replaced. */
  readonly args: string;
  readonly argsHash: string;
  readonly bytesOut: number;
  readonly decision: 'automatic' | 'approved';
  /** Who agreed. */
  readonly approver?: string;
  /** Absent while it runs, and for good if the bot was killed meanwhile: then it may have been received. */
  readonly end?: ConnectorCallEnd;
}

export interface ConnectorCallEnd {
  readonly outcome: 'done' | 'error' | 'not_done' | 'refused' | 'unknown';
  readonly ms: number;
  readonly bytesIn: number;
  /** SHA-256 of what came back; absent where nothing did. */
  readonly resultHash?: string;
}

export interface ConnectorRecords {
  /** Of all connectors, by connector, kind and name. */
  pins(): Promise<ConnectorPin[]>;
  /** Takes over what an admin approved and drops what is gone, in one step. */
  approve(change: {
    readonly put: readonly ConnectorPin[];
    readonly drop: readonly Pick<ConnectorPin, 'connector' | 'kind' | 'name'>[];
    readonly by: string;
    readonly now: number;
  }): Promise<void>;
  /** Notes a call before anything is sent. */
  begin(call: Omit<ConnectorCall, 'end'>): Promise<void>;
  finish(id: string, end: ConnectorCallEnd): Promise<void>;
  /** Newest first. */
  calls(connector: string, limit: number): Promise<ConnectorCall[]>;
  totals(connector: string): Promise<{
    readonly calls: number;
    readonly bytesOut: number;
    readonly bytesIn: number;
    /** Of the first call that is still noted. */
    readonly since?: number;
  }>;
  /** Keeps the whole of a result that was too long to be given to a model; it goes when its call does. */
  keepResult(call: string, text: string): Promise<void>;
  /** With whom and where it was asked for. */
  result(
    call: string,
  ): Promise<{ readonly text: string; readonly person?: string; readonly place?: string } | undefined>;
}

/** A ticket in another system, and where its changes are told. */
export interface TicketKey {
  readonly connector: string;
  readonly ticket: string;
}

export interface OpenedTicket extends TicketKey {
  readonly conversation: string;
  /** For whom it was opened, and where others could read along; its state is asked for in their name. */
  readonly person?: string;
  readonly place?: string;
  readonly url?: string;
  readonly status: string;
  readonly isClosed: boolean;
}

export interface WatchedTicket extends OpenedTicket {
  /** As it was last told, or when it was opened. */
  readonly status: string;
  /** A status since, still to be told. */
  readonly news?: string;
  /** How many changes were seen so far; together with the key it names the last of them. */
  readonly changes: number;
  readonly changedAt: number;
  readonly checkedAt: number;
}

export interface TicketRecords {
  /** Does nothing for one that is watched already. */
  watch(ticket: OpenedTicket, now: number): Promise<void>;
  /** Oldest first. */
  watched(): Promise<WatchedTicket[]>;
  /** Notes a look at it: how it stood, or undefined where that could not be seen. */
  note(
    key: TicketKey,
    seen: { readonly status: string; readonly isClosed: boolean } | undefined,
    now: number,
  ): Promise<void>;
  told(key: TicketKey, news: string): Promise<void>;
  unwatch(key: TicketKey): Promise<void>;
}

export type ElicitationState = 'open' | 'accepted' | 'declined' | 'cancelled' | 'expired' | 'superseded';

/** What another system asked the asker of a question, and what is needed to go on, also after a restart. */
export interface ElicitationRecord extends Elicitation {
  readonly tool: string;
  readonly input: unknown;
  /** As the tool gave it; goes back to it with the answer. */
  readonly resume: string;
  readonly conversation: string;
  readonly person?: string;
  /** Where others could read along. */
  readonly place?: string;
  /** The process that holds the call open, where the question ends with it. */
  readonly heldBy?: string;
  readonly state: ElicitationState;
  readonly content?: ElicitationResponse['content'];
  readonly askedAt: number;
  /** Id of the answer that counts. */
  readonly decision?: string;
  /** Where the chat shows it, as the chat noted it. */
  readonly card?: string;
}

/** Questions of other systems to people. The first answer counts. */
export interface ElicitationRecords {
  /** Writes a question as open; one that exists already stays as it is. */
  ask(record: Omit<ElicitationRecord, 'state' | 'content' | 'decision' | 'card'>): Promise<void>;
  get(id: string): Promise<ElicitationRecord | undefined>;
  /** Of one conversation, those still open. */
  open(conversation: string): Promise<ElicitationRecord[]>;
  /** Open ones whose time has run out, or which another process than this held. */
  due(now: number, process: string): Promise<ElicitationRecord[]>;
  /** True if it was open, is not due at `now` and is now answered. */
  answer(answer: { id: string; response: ElicitationResponse; decision: string; now: number }): Promise<boolean>;
  /** True if it was open and is now closed without an answer. */
  close(id: string, state: 'expired' | 'superseded', now: number): Promise<boolean>;
  noteCard(id: string, card: string): Promise<void>;
}

/** Whose credential, for which server. */
export interface CredentialKey {
  readonly connector: string;
  /** Of the tokens: who gave them out, and alone may be sent them. */
  readonly issuer: string;
  /** Empty for the bot itself. */
  readonly person: string;
  readonly kind: 'tokens' | 'client';
}

/** Encrypted credentials of people and of the bot; this store never sees them in the clear. */
export interface CredentialRecords {
  get(key: CredentialKey): Promise<string | undefined>;
  /** Of whatever issuer, the one that was put last. */
  latest(key: Omit<CredentialKey, 'issuer'>): Promise<{ readonly issuer: string; readonly sealed: string } | undefined>;
  put(key: CredentialKey, sealed: string, now: number): Promise<void>;
  /** Absent means all people, and all kinds. Returns how many. */
  drop(connector: string, person?: string, kind?: CredentialKey['kind']): Promise<number>;
  /** Who has tokens. */
  people(connector: string): Promise<string[]>;
  connectors(): Promise<string[]>;
  /** Notes that a person was sent to a sign-in page; an earlier one of the same person and connector is void. */
  beginSignIn(begun: {
    /** SHA-256 of what the page gives back. */
    readonly state: string;
    readonly connector: string;
    readonly person: string;
    readonly sealed: string;
    readonly expiresAt: number;
  }): Promise<void>;
  signIn(
    state: string,
    now: number,
  ): Promise<{ readonly connector: string; readonly person: string; readonly sealed: string } | undefined>;
  /** True for the first that ends it. */
  endSignIn(state: string, now: number): Promise<boolean>;
}
