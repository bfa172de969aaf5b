import type { Records } from './records.ts';
import { createAnswerRecords, createConversationRecords } from './sqlite-answers.ts';
import { createDocumentRecords } from './sqlite-documents.ts';
import { readInstallation } from './sqlite-installation.ts';
import { createLeaseRecords, createWriteLedger } from './sqlite-ledger.ts';
import { openRecordsFile } from './sqlite-open.ts';
import { createQuestionRecords } from './sqlite-questions.ts';
import { createSqliteConnection } from './sqlite-store.ts';
import { createEmbeddingCache, createVectorRecords } from './sqlite-vectors.ts';

export interface SqliteRecordsOptions {
  readonly file: string;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** How long a call waits, blocking, for another process that is writing; 2,500 unless told. */
  readonly busyTimeoutMs?: number;
}

/**
 * Keeps the records in one SQLite file, which several processes may use at once. A damaged file is kept under another
 * name and a new one begun (`rebuilt`); one that a newer Bylaw wrote is refused and left as it is.
 */
export function createSqliteRecords({ file, now, busyTimeoutMs = 2_500 }: SqliteRecordsOptions): Records {
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
    documents: createDocumentRecords(connection),
    vectors: createVectorRecords(connection),
    embeddings: createEmbeddingCache(connection),
    questions: createQuestionRecords(connection, now),
    conversations: createConversationRecords(connection),
    answers: createAnswerRecords(connection),
    ledger: createWriteLedger(connection),
    leases: createLeaseRecords(connection),
  };
}
