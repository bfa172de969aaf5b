import type { IsoDate } from '../domain.ts';
import type { Records } from './records.ts';
import { createAnswerRecords, createConversationRecords } from './sqlite-answers.ts';
import { createApprovalRecords } from './sqlite-approvals.ts';
import { createConnectorRecords } from './sqlite-connectors.ts';
import { createCredentialRecords } from './sqlite-credentials.ts';
import { createDocumentRecords } from './sqlite-documents.ts';
import { createElicitationRecords } from './sqlite-elicitations.ts';
import { createFeedbackRecords } from './sqlite-feedback.ts';
import { createForgetRecords } from './sqlite-forget-document.ts';
import { readInstallation } from './sqlite-installation.ts';
import { createLeaseRecords, createWriteLedger } from './sqlite-ledger.ts';
import { createMemoryRecords } from './sqlite-memories.ts';
import { openRecordsFile } from './sqlite-open.ts';
import { createFlagRecords, createSpendRecords } from './sqlite-operation.ts';
import { createPrivacyRecords } from './sqlite-privacy.ts';
import { createQuestionRecords } from './sqlite-questions.ts';
import { createSqliteConnection } from './sqlite-store.ts';
import { createSyncRecords } from './sqlite-syncs.ts';
import { createTicketRecords } from './sqlite-tickets.ts';
import { createEmbeddingCache, createVectorRecords } from './sqlite-vectors.ts';

export interface SqliteRecordsOptions {
  readonly file: string;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** The day whose rules answer a question that names none; in UTC unless told. */
  readonly today?: () => IsoDate;
  /** How long a call waits, blocking, for another process that is writing; 2,500 unless told. */
  readonly busyTimeoutMs?: number;
}

/**
 * Keeps the records in one SQLite file, which several processes may use at once. A damaged file is kept under another
 * name and a new one begun (`rebuilt`); one that a newer Bylaw wrote is refused and left as it is.
 */
export function createSqliteRecords(options: SqliteRecordsOptions): Records {
  const { file, now, busyTimeoutMs = 2_500 } = options;
  const today = options.today ?? (() => new Date(now()).toISOString().slice(0, 10));
  const connection = createSqliteConnection(file);
  return {
    async start() {
      const { database, opening } = await openRecordsFile({ file, now, busyTimeoutMs });
      connection.open(database);
      return opening;
    },
    async stop() {
      connection.close();
    },
    installation: async () => readInstallation(connection),
    documents: createDocumentRecords(connection, { now, today }),
    vectors: createVectorRecords(connection),
    embeddings: createEmbeddingCache(connection),
    questions: createQuestionRecords(connection, now),
    conversations: createConversationRecords(connection),
    answers: createAnswerRecords(connection),
    ledger: createWriteLedger(connection),
    approvals: createApprovalRecords(connection),
    feedback: createFeedbackRecords(connection),
    memories: createMemoryRecords(connection),
    spend: createSpendRecords(connection),
    flags: createFlagRecords(connection),
    syncs: createSyncRecords(connection),
    privacy: createPrivacyRecords(connection),
    forgetting: createForgetRecords(connection, now),
    leases: createLeaseRecords(connection),
    connectors: createConnectorRecords(connection),
    tickets: createTicketRecords(connection),
    elicitations: createElicitationRecords(connection),
    credentials: createCredentialRecords(connection),
  };
}
