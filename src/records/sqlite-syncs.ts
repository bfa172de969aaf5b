import type { SyncRecords } from './records.ts';
import type { SqliteStore } from './sqlite-store.ts';

export function createSyncRecords(store: SqliteStore): SyncRecords {
  return {
    async succeeded(source, now) {
      store.run(
        `INSERT INTO sync (source, read_at) VALUES (?, ?)
         ON CONFLICT (source) DO UPDATE SET read_at = excluded.read_at, failing_since = NULL, failure = NULL`,
        source,
        now,
      );
    },
    async failed(source, failure, now) {
      store.run(
        `INSERT INTO sync (source, failing_since, failure) VALUES (?, ?, ?)
         ON CONFLICT (source) DO UPDATE SET failure = excluded.failure,
           failing_since = coalesce(failing_since, excluded.failing_since)`,
        source,
        now,
        failure,
      );
    },
    async forget(source) {
      store.run('DELETE FROM sync WHERE source = ?', source);
    },
    async all() {
      // A source that was read before syncs were noted has documents only.
      const rows = store.all<SyncRow>(
        `SELECT names.source, s.read_at, s.failing_since, s.failure,
           (SELECT count(*) FROM document d JOIN version v ON v.document = d.key AND v.state = 'current'
            WHERE d.source = names.source) AS documents
         FROM (SELECT source FROM sync UNION SELECT source FROM document WHERE stamp IS NOT NULL) AS names
         LEFT JOIN sync s ON s.source = names.source ORDER BY names.source`,
      );
      return rows.map((row) => ({
        source: row.source,
        documents: row.documents,
        ...(row.read_at !== null && { readAt: row.read_at }),
        ...(row.failing_since !== null && { failingSince: row.failing_since }),
        ...(row.failure !== null && { failure: row.failure }),
      }));
    },
  };
}

type SyncRow = {
  source: string;
  documents: number;
  read_at: number | null;
  failing_since: number | null;
  failure: string | null;
};
