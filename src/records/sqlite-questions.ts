import type { SQLInputValue } from 'node:sqlite';
import type { ClaimedQuestion, QuestionRecords, QuestionState } from './records.ts';
import type { SqliteStore } from './sqlite-store.ts';

/** Each method is one statement, so that it is atomic between processes too. */
export function createQuestionRecords(store: SqliteStore, now: () => number): QuestionRecords {
  const run = (sql: string, ...values: SQLInputValue[]) => store.write(() => store.run(sql, ...values));
  return {
    async claim(claim) {
      const claimed = await run(
        `INSERT INTO question (key, payload, state, owner, lease_until, attempts, claimed_at)
         VALUES (?, ?, 'claimed', ?, ?, 1, ?) ON CONFLICT (key) DO NOTHING`,
        claim.key,
        claim.payload,
        claim.owner,
        claim.leaseUntil,
        claim.now,
      );
      return claimed === 1;
    },
    async takeOver(take) {
      const taken = await run(
        `UPDATE question SET owner = ?, lease_until = ?, attempts = attempts + 1
         WHERE key = ? AND state = 'claimed' AND lease_until <= ?`,
        take.owner,
        take.leaseUntil,
        take.key,
        take.now,
      );
      return taken === 1;
    },
    async renew(renewal) {
      const renewed = await run(
        "UPDATE question SET lease_until = ? WHERE key = ? AND owner = ? AND state = 'claimed'",
        renewal.leaseUntil,
        renewal.key,
        renewal.owner,
      );
      return renewed === 1;
    },
    async attach(key, answerId) {
      await run('UPDATE question SET answer_id = ? WHERE key = ?', answerId, key);
    },
    async finish(key, outcome) {
      // The payload holds the question's text and is of no use any more. The first outcome stands.
      await run(
        "UPDATE question SET state = ?, message = ?, finished_at = ?, payload = ? WHERE key = ? AND state = 'claimed'",
        outcome.state,
        outcome.message ?? null,
        now(),
        outcome.place ?? '',
        key,
      );
    },
    async ended(since, limit) {
      const rows = store.all<{ place: string }>(
        `SELECT payload AS place FROM question WHERE finished_at >= ? AND state <> 'claimed' AND payload <> ''
         GROUP BY payload ORDER BY max(finished_at) DESC, payload LIMIT ?`,
        since,
        limit,
      );
      return rows.map(({ place }) => place);
    },
    async get(key) {
      const row = store.get<{ state: QuestionState; answer_id: string | null; message: string | null }>(
        'SELECT state, answer_id, message FROM question WHERE key = ?',
        key,
      );
      return (
        row && {
          state: row.state,
          ...(row.answer_id !== null && { answerId: row.answer_id }),
          ...(row.message !== null && { message: row.message }),
        }
      );
    },
    async unfinished(now) {
      const rows = store.all<UnfinishedRow>(
        `SELECT key, payload, attempts, answer_id FROM question
         WHERE state = 'claimed' AND lease_until <= ? ORDER BY claimed_at, key`,
        now,
      );
      return rows.map(toClaimed);
    },
    prune: async (before) => store.run('DELETE FROM question WHERE finished_at < ?', before),
  };
}

type UnfinishedRow = { key: string; payload: string; attempts: number; answer_id: string | null };

function toClaimed(row: UnfinishedRow): ClaimedQuestion {
  return {
    key: row.key,
    payload: row.payload,
    state: 'claimed',
    attempts: row.attempts,
    ...(row.answer_id !== null && { answerId: row.answer_id }),
  };
}
