import type { AudienceSet, DocumentRecords } from './records.ts';
import type { SqliteStore } from './sqlite-store.ts';

export interface AudienceReader extends Pick<DocumentRecords, 'audiences' | 'readable' | 'holdings'> {
  /** To be called whenever versions of this process become current, replaced or gone. */
  forget(): void;
}

/** Who may read what. The sets are kept until documents change, here or in another process. */
export function createAudienceReader(store: SqliteStore): AudienceReader {
  let known: { readonly mark: number; readonly sets: readonly AudienceSet[] } | undefined;
  return {
    forget: () => {
      known = undefined;
    },
    async audiences() {
      // Changes with every commit of another connection, and with none of our own.
      const mark = store.get<{ data_version: number }>('PRAGMA data_version')?.data_version ?? 0;
      if (known?.mark !== mark) known = { mark, sets: readSets(store) };
      return known.sets;
    },
    async readable(versionIds, audienceKeys) {
      const rows = store.all<{ id: string }>(
        `SELECT v.id FROM json_each(?) AS wanted CROSS JOIN version v ON v.id = wanted.value
         JOIN version now ON now.document = v.document AND now.state = 'current'
         WHERE v.audience_key IN (SELECT value FROM json_each(?2))
         AND now.audience_key IN (SELECT value FROM json_each(?2))`,
        JSON.stringify(versionIds),
        JSON.stringify(audienceKeys),
      );
      return new Set(rows.map(({ id }) => id));
    },
    async holdings(audienceKeys) {
      return store
        .all<{ source: string; documents: number; passages: number }>(
          `SELECT d.source, count(*) AS documents, sum(v.passages) AS passages
           FROM version v JOIN document d ON d.key = v.document
           WHERE v.state = 'current' AND v.audience_key IN (SELECT value FROM json_each(?))
           GROUP BY d.source ORDER BY d.source`,
          JSON.stringify(audienceKeys),
        )
        .map((row) => ({ ...row }));
    },
  };
}

function readSets(store: SqliteStore): AudienceSet[] {
  const rows = store.all<{ key: string; groups: string }>(
    `SELECT sets.audience_key AS key, json_extract(v.metadata, '$.audience') AS groups
     FROM (SELECT audience_key, min(key) AS first FROM version
           WHERE state IN ('current', 'replaced', 'past') GROUP BY audience_key) AS sets
     JOIN version v ON v.key = sets.first ORDER BY sets.audience_key`,
  );
  return rows.map(({ key, groups }) => ({ key, groups: JSON.parse(groups) as readonly string[] }));
}
