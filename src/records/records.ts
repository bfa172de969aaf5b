import type { ApprovalRecords, ElicitationRecords, WriteLedger } from './approval-records.ts';
import type { ConnectorRecords, CredentialRecords, TicketRecords } from './connector-records.ts';
import type { DocumentRecords } from './document-records.ts';
import type { FlagRecords, LeaseRecords, SpendRecords, SyncRecords } from './operation-records.ts';
import type { ForgetRecords, MemoryRecords, PrivacyRecords } from './privacy-records.ts';
import type { AnswerRecords, ConversationRecords, FeedbackRecords, QuestionRecords } from './question-records.ts';
import type { EmbeddingCache, VectorRecords } from './vector-records.ts';

export type {
  ApprovalRecord,
  ApprovalRecords,
  ApprovalState,
  ElicitationRecord,
  ElicitationRecords,
  ElicitationState,
  LedgerEntry,
  WriteLedger,
} from './approval-records.ts';
export type {
  ConnectorCall,
  ConnectorCallEnd,
  ConnectorPin,
  ConnectorRecords,
  CredentialKey,
  CredentialRecords,
  OpenedTicket,
  TicketKey,
  TicketRecords,
  WatchedTicket,
} from './connector-records.ts';
export type {
  AudienceSet,
  DocumentRecords,
  DocumentState,
  FoundDocument,
  KeptVersion,
  PassageDraft,
  VersionDraft,
  VersionState,
} from './document-records.ts';
export type { FlagRecords, LeaseRecords, SpendRecords, SyncRecords, SyncState } from './operation-records.ts';
export type { Erased, ForgetRecords, HeldOfDocument, MemoryRecords, PrivacyRecords } from './privacy-records.ts';
export type {
  AnswerQuery,
  AnswerRecord,
  AnswerRecords,
  ClaimedQuestion,
  ConversationRecords,
  FeedbackRecord,
  FeedbackRecords,
  QuestionRecord,
  QuestionRecords,
  QuestionState,
} from './question-records.ts';
export type { EmbeddingCache, VectorRecords } from './vector-records.ts';

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
