import type { Answer } from '../domain.ts';
import type { AnswerQuery, AnswerRecord, AnswerRecords, ConversationRecords } from './records.ts';
import type { SqliteStore } from './sqlite-store.ts';

export function createConversationRecords(store: SqliteStore): ConversationRecords {
  return {
    get: async (id) => store.get<{ snapshot: string }>('SELECT snapshot FROM conversation WHERE id = ?', id)?.snapshot,
    async put(id, snapshot, now, person) {
      await store.write(() => {
        store.run(
          `INSERT INTO conversation (id, snapshot, updated_at) VALUES (?, ?, ?)
           ON CONFLICT (id) DO UPDATE SET snapshot = excluded.snapshot, updated_at = excluded.updated_at`,
          id,
          snapshot,
          now,
        );
        if (person !== undefined) noteParticipant(store, id, person);
      });
    },
  };
}

export function createAnswerRecords(store: SqliteStore): AnswerRecords {
  return {
    async put(record) {
      await store.write(() => {
        store.run(
          `INSERT OR REPLACE INTO answer
             (id, status, conversation, person, place, question, answer, retrieved, at, input_tokens, output_tokens)
           VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
          record.answer.id,
          record.answer.status,
          record.conversation,
          record.person ?? null,
          record.place ?? null,
          record.question,
          JSON.stringify(record.answer),
          JSON.stringify(record.retrieved),
          record.at,
          record.usage?.inputTokens ?? null,
          record.usage?.outputTokens ?? null,
        );
        if (record.person !== undefined) noteParticipant(store, record.conversation, record.person);
      });
    },
    get: async (id) => readAnswer(store, id),
    async list({ limit, ...query }) {
      const { where, values } = conditions(query);
      const sql = `SELECT ${columns} FROM answer ${where} ORDER BY at DESC, rowid DESC LIMIT ?`;
      return store.all<AnswerRow>(sql, ...values, limit).map(toAnswer);
    },
    async count(query) {
      const { where, values } = conditions(query);
      const rows = store.all<{ status: Answer['status']; n: number }>(
        `SELECT status, count(*) AS n FROM answer ${where} GROUP BY status`,
        ...values,
      );
      return Object.fromEntries(rows.map(({ status, n }) => [status, n]));
    },
    async citations(since) {
      const rows = store.all<{ document: string; n: number }>(
        `SELECT json_extract(c.value, '$.document') AS document, count(DISTINCT a.id) AS n
         FROM answer a, json_each(a.answer, '$.citations') c
         WHERE a.at >= ? AND a.status = 'answered' AND json_extract(c.value, '$.isUpcoming') IS NULL
         GROUP BY document`,
        since,
      );
      return new Map(rows.map(({ document, n }) => [document, n]));
    },
  };
}

export function readAnswer(store: SqliteStore, id: string): AnswerRecord | undefined {
  const row = store.get<AnswerRow>(`SELECT ${columns} FROM answer WHERE id = ?`, id);
  return row && toAnswer(row);
}

/** The answers of a conversation may go before its snapshot does, which holds what the person said as well. */
function noteParticipant(store: SqliteStore, conversation: string, person: string): void {
  store.run('INSERT OR IGNORE INTO participant (conversation, person) VALUES (?, ?)', conversation, person);
}

/** Only conditions that are asked for, so that an index serves them. */
function conditions(query: AnswerQuery): { readonly where: string; readonly values: (string | number)[] } {
  const terms = [
    { sql: 'conversation = ?', value: query.conversation },
    { sql: 'person = ?', value: query.person },
    { sql: 'status = ?', value: query.status },
    { sql: 'at >= ?', value: query.since },
    { sql: 'at < ?', value: query.until },
  ].flatMap(({ sql, value }) => (value === undefined ? [] : [{ sql, value }]));
  return {
    where: terms.length === 0 ? '' : `WHERE ${terms.map(({ sql }) => sql).join(' AND ')}`,
    values: terms.map(({ value }) => value),
  };
}

const columns = 'conversation, person, place, question, answer, retrieved, at, input_tokens, output_tokens';

type AnswerRow = {
  conversation: string;
  person: string | null;
  place: string | null;
  question: string;
  answer: string;
  retrieved: string;
  at: number;
  input_tokens: number | null;
  output_tokens: number | null;
};

function toAnswer(row: AnswerRow): AnswerRecord {
  return {
    answer: JSON.parse(row.answer) as Answer,
    question: row.question,
    conversation: row.conversation,
    ...(row.person !== null && { person: row.person }),
    ...(row.place !== null && { place: row.place }),
    retrieved: JSON.parse(row.retrieved) as string[],
    at: row.at,
    ...(row.input_tokens !== null &&
      row.output_tokens !== null && {
        usage: { inputTokens: row.input_tokens, outputTokens: row.output_tokens },
      }),
  };
}
