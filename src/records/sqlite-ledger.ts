import { BylawError } from '../errors.ts';
import type { LeaseRecords, WriteLedger } from './records.ts';
import type { SqliteStore } from './sqlite-store.ts';

export function createWriteLedger(store: SqliteStore): WriteLedger {
  return {
    async get(key) {
      const row = store.get<{ result: string | null }>('SELECT result FROM ledger WHERE key = ?', key);
      if (!row) return undefined;
      return row.result === null ? { state: 'started' } : { state: 'done', result: row.result };
    },
    async begin(key, argsHash, now, conversation) {
      const begun = store.run(
        `INSERT INTO ledger (key, args_hash, state, started_at, conversation) VALUES (?, ?, 'started', ?, ?)
         ON CONFLICT (key) DO NOTHING`,
        key,
        argsHash,
        now,
        conversation ?? null,
      );
      return begun === 1;
    },
    async finish(key, result, now) {
      const sql = "UPDATE ledger SET state = 'done', result = ?, done_at = ? WHERE key = ?";
      // Losing the result without a word would let the side effect happen again.
      if (store.run(sql, result, now, key) === 0) {
        throw new BylawError('internal', `The side effect ${key} was finished but had never begun.`);
      }
    },
  };
}

export function createLeaseRecords(store: SqliteStore): LeaseRecords {
  return {
    async acquire(name, owner, until, now) {
      const acquired = store.run(
        `INSERT INTO lease (name, owner, until) VALUES (?, ?, ?)
         ON CONFLICT (name) DO UPDATE SET owner = excluded.owner, until = excluded.until
         WHERE lease.owner = excluded.owner OR lease.until <= ?`,
        name,
        owner,
        until,
        now,
      );
      return acquired === 1;
    },
    async release(name, owner) {
      store.run('DELETE FROM lease WHERE name = ? AND owner = ?', name, owner);
    },
    async holder(name) {
      return store.get<{ owner: string }>('SELECT owner FROM lease WHERE name = ?', name)?.owner;
    },
  };
}
