import type { DocumentMetadata, Version } from '../domain.ts';
import type { SqliteStore } from './sqlite-store.ts';

export type VersionRow = {
  id: string;
  number: number;
  metadata: string;
  audience_key: string;
  valid_from: string | null;
  valid_to: string | null;
  content_hash: string;
  seen_on: string | null;
  changed_on: string | null;
  changed_by: string | null;
  revision: string | null;
  state: string;
  document: string;
  source: string;
  path: string;
};

export const versionColumns = `v.id, v.number, v.metadata, v.audience_key, v.valid_from, v.valid_to, v.content_hash,
  v.seen_on, v.changed_on, v.changed_by, v.revision, v.state, d.id AS document, d.source, d.path`;

/** Selects what `toVersion` reads; continues with WHERE. */
export const selectVersion = `
SELECT ${versionColumns}
FROM version v JOIN document d ON d.key = v.document`;

/** A past version that was in force on some day belongs into the archive; one that never was is kept for its text. */
export const belongsInArchive = `
v.state = 'past' AND (v.valid_from IS NULL OR v.valid_to IS NULL OR v.valid_from < v.valid_to)
AND v.valid_to IS NOT '0001-01-01'`;

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
    contentHash: row.content_hash,
    ...(row.seen_on !== null && { seenOn: row.seen_on }),
    ...(row.changed_on !== null && { changed: changeOf(row.changed_on, row) }),
    ...(row.state === 'past' && { isPast: true }),
  };
}

function changeOf(on: string, row: VersionRow): Version['changed'] {
  return {
    on,
    ...(row.changed_by !== null && { by: row.changed_by }),
    ...(row.revision !== null && { revision: row.revision }),
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
