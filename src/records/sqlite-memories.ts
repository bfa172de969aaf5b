import type { MemoryRecords } from './records.ts';
import { overwriteErased } from './sqlite-overwrite.ts';
import type { SqliteStore } from './sqlite-store.ts';

/** The file itself, or what lies below a folder of that name. */
const isAtOrBelow = "(path = ?2 OR substr(path, 1, length(?2) + 1) = ?2 || '/')";

export function createMemoryRecords(store: SqliteStore): MemoryRecords {
  function erase(sql: string, ...values: string[]): number {
    const erased = store.run(sql, ...values);
    if (erased > 0) overwriteErased(store, ['memory']);
    return erased;
  }

  return {
    async list(person) {
      const sql = 'SELECT path, text, at FROM memory WHERE person = ? ORDER BY path';
      return store
        .all<{ path: string; text: string; at: number }>(sql, person)
        .map(({ path, text, at }) => ({ path, chars: text.length, at }));
    },
    async read(person, path) {
      const sql = 'SELECT text FROM memory WHERE person = ? AND path = ?';
      return store.get<{ text: string }>(sql, person, path)?.text;
    },
    async write(person, path, text, now) {
      store.run(
        `INSERT INTO memory (person, path, text, at) VALUES (?, ?, ?, ?)
         ON CONFLICT (person, path) DO UPDATE SET text = excluded.text, at = excluded.at`,
        person,
        path,
        text,
        now,
      );
    },
    remove: async (person, path) => erase(`DELETE FROM memory WHERE person = ?1 AND ${isAtOrBelow}`, person, path),
    async rename(person, from, to, now) {
      return store.transaction(() => {
        const taken = store.get(
          `SELECT 1 AS taken FROM memory WHERE person = ?1 AND ${isAtOrBelow} LIMIT 1`,
          person,
          to,
        );
        if (taken) return false;
        const renamed = store.run(
          `UPDATE memory SET path = ?3 || substr(path, length(?2) + 1), at = ?4 WHERE person = ?1 AND ${isAtOrBelow}`,
          person,
          from,
          to,
          now,
        );
        return renamed > 0;
      });
    },
    clear: async (person) => erase('DELETE FROM memory WHERE person = ?', person),
  };
}
