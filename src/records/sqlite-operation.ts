import type { FlagRecords, SpendRecords } from './records.ts';
import type { SqliteStore } from './sqlite-store.ts';

export function createSpendRecords(store: SqliteStore): SpendRecords {
  return {
    async add(day, usd) {
      const sql = 'INSERT INTO spend (day, usd) VALUES (?, ?) ON CONFLICT (day) DO UPDATE SET usd = usd + excluded.usd';
      store.run(sql, day, usd);
    },
    on: async (day) => store.get<{ usd: number }>('SELECT usd FROM spend WHERE day = ?', day)?.usd ?? 0,
  };
}

export function createFlagRecords(store: SqliteStore): FlagRecords {
  return {
    async get(name) {
      const row = store.get<{ value: string; by: string; at: number }>(
        'SELECT value, set_by AS by, at FROM flag WHERE name = ?',
        name,
      );
      return row && { value: row.value, by: row.by, at: row.at };
    },
    async set(name, value, by, now) {
      store.run('INSERT OR REPLACE INTO flag (name, value, set_by, at) VALUES (?, ?, ?, ?)', name, value, by, now);
    },
    async clear(name) {
      store.run('DELETE FROM flag WHERE name = ?', name);
    },
  };
}
