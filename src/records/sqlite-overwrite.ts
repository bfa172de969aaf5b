import type { SqliteStore } from './sqlite-store.ts';

export type RewritableTable =
  | 'question'
  | 'conversation'
  | 'participant'
  | 'answer'
  | 'ledger'
  | 'approval'
  | 'feedback'
  | 'memory';

/**
 * Writes tables anew, so that nothing that was deleted from them stays in the file or its log. With `secure_delete`
 * SQLite overwrites what it deletes and the pages that it frees, but not the copies of rows that it left behind when it
 * moved them between pages. Each table is locked on its own, for 1 to 2 seconds per 100 MB.
 */
export function overwriteErased(store: SqliteStore, tables: readonly RewritableTable[]): void {
  for (const table of tables) {
    store.transaction(() => {
      store.run(`CREATE TEMP TABLE kept_${table} AS SELECT * FROM main.${table}`);
      // Without a condition SQLite zeroes whole pages instead of deleting row by row.
      store.run(`DELETE FROM main.${table}`);
      store.run(`INSERT INTO main.${table} SELECT * FROM temp.kept_${table}`);
      store.run(`DROP TABLE temp.kept_${table}`);
    });
  }
  cutLog(store);
}

/**
 * The log still holds what was overwritten in the file, so it is written back and cut. If others are reading, that
 * happens the next time or when Bylaw stops.
 */
export function cutLog(store: SqliteStore): void {
  store.get('PRAGMA wal_checkpoint(TRUNCATE)');
}

/** Stands from an erasure of documents until the file was written anew, so that an interruption in between is made up for. */
const unfinishedFlag = 'erasing.unfinished';

/** To be called in the transaction that erases. */
export function noteErasure(store: SqliteStore, by: string, at: number): void {
  store.run(
    'INSERT OR REPLACE INTO flag (name, value, set_by, at) VALUES (?, ?, ?, ?)',
    unfinishedFlag,
    'the file is still to be written anew',
    by,
    at,
  );
}

/** Writes the whole file anew, since the tables of documents refer to each other: 1 to 2 seconds per 100 MB. */
export function rewriteIfNoted(store: SqliteStore): void {
  if (store.get('SELECT 1 AS found FROM flag WHERE name = ?', unfinishedFlag) === undefined) return;
  store.run('VACUUM');
  cutLog(store);
  store.run('DELETE FROM flag WHERE name = ?', unfinishedFlag);
}
