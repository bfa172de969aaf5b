import type { Answer } from '../domain.ts';
import type { AnswerRecords, ConversationRecords } from './records.ts';
import type { SqliteStore } from './sqlite-store.ts';

export function createConversationRecords(store: SqliteStore): ConversationRecords {
  return {
    get: async (id) => store.get<{ snapshot: string }>('SELECT snapshot FROM conversation WHERE id = ?', id)?.snapshot,
    async put(id, snapshot, now) {
      store.run(
        `INSERT INTO conversation (id, snapshot, updated_at) VALUES (?, ?, ?)
         ON CONFLICT (id) DO UPDATE SET snapshot = excluded.snapshot, updated_at = excluded.updated_at`,
        id,
        snapshot,
        now,
      );
    },
  };
}

type AnswerRow = {
  conversation: string;
  question: string;
  answer: string;
  retrieved: string;
  at: number;
  input_tokens: number | null;
  output_tokens: number | null;
};

export function createAnswerRecords(store: SqliteStore): AnswerRecords {
  return {
    async put(record) {
      store.run(
        `INSERT OR REPLACE INTO answer (id, conversation, question, answer, retrieved, at, input_tokens, output_tokens)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
        record.answer.id,
        record.conversation,
        record.question,
        JSON.stringify(record.answer),
        JSON.stringify(record.retrieved),
        record.at,
        record.usage?.inputTokens ?? null,
        record.usage?.outputTokens ?? null,
      );
    },
    async get(id) {
      const row = store.get<AnswerRow>(
        'SELECT conversation, question, answer, retrieved, at, input_tokens, output_tokens FROM answer WHERE id = ?',
        id,
      );
      return (
        row && {
          answer: JSON.parse(row.answer) as Answer,
          question: row.question,
          conversation: row.conversation,
          retrieved: JSON.parse(row.retrieved) as string[],
          at: row.at,
          ...(row.input_tokens !== null &&
            row.output_tokens !== null && {
              usage: { inputTokens: row.input_tokens, outputTokens: row.output_tokens },
            }),
        }
      );
    },
  };
}
