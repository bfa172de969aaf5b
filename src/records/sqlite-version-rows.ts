import type { DocumentMetadata, Version } from '../domain.ts';
import type { SqliteStore } from './sqlite-store.ts';

export type VersionRow = {
  id: string;
  number: number;
  metadata: string;
  audience_key: string;
  valid_from: string | null;
  valid_to: string | null;
  document: string;
  source: string;
  path: string;
};

/** Selects what `toVersion` reads; continues with WHERE. */
export const selectVersion = `
SELECT v.id, v.number, v.metadata, v.audience_key, v.valid_from, v.valid_to, d.id AS document, d.source, d.path
FROM version v JOIN document d ON d.key = v.document`;

export function toVersion(row: VersionRow): Version {
  return {
    id: row.id,
    document: row.document,
    number: row.number,
    source: row.source,
    path: row.path,
    metadata: JSON.parse(row.metadata) as DocumentMetadata,
    audienceKey: row.audience_key,
    ...(row.valid_from !== null && { validFrom: row.valid_from }),
    ...(row.valid_to !== null && { validTo: row.valid_to }),
  };
}

/** In the order of the keys; those that do not exist are left out. */
export function versionsByKey(store: SqliteStore, keys: readonly number[]): Version[] {
  const versions: Version[] = [];
  for (const key of keys) {
    const row = store.get<VersionRow>(`${selectVersion} WHERE v.key = ?`, key);
    if (row) versions.push(toVersion(row));
  }
  return versions;
}
