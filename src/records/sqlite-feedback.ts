import type { FeedbackRecord, FeedbackRecords } from './records.ts';
import { readAnswer } from './sqlite-answers.ts';
import type { SqliteStore } from './sqlite-store.ts';

export function createFeedbackRecords(store: SqliteStore): FeedbackRecords {
  return {
    async put({ answerId, person, verdict, reason, at }) {
      store.run(
        `INSERT INTO feedback (answer, person, verdict, reason, at) VALUES (?, ?, ?, ?, ?)
         ON CONFLICT (answer, person) DO UPDATE SET verdict = excluded.verdict, at = excluded.at,
           reason = CASE WHEN excluded.verdict = verdict THEN coalesce(excluded.reason, reason) ELSE excluded.reason END`,
        answerId,
        person,
        verdict,
        reason ?? null,
        at,
      );
    },
    async list({ verdict, since, limit }) {
      const rows = store.all<FeedbackRow>(
        `SELECT answer, person, verdict, reason, at FROM feedback
         WHERE at >= ? AND (?2 IS NULL OR verdict = ?2) ORDER BY at DESC, rowid DESC LIMIT ?3`,
        since ?? 0,
        verdict ?? null,
        limit,
      );
      return rows.map((row) => {
        const about = readAnswer(store, row.answer);
        return { feedback: toFeedback(row), ...(about && { about }) };
      });
    },
  };
}

type FeedbackRow = {
  answer: string;
  person: string;
  verdict: FeedbackRecord['verdict'];
  reason: string | null;
  at: number;
};

function toFeedback({ answer, person, verdict, reason, at }: FeedbackRow): FeedbackRecord {
  return { answerId: answer, person, verdict, ...(reason !== null && { reason }), at };
}
