import type { Answer } from '../domain.ts';

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
