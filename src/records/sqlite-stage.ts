import { hash } from 'node:crypto';
import type { Version } from '../domain.ts';
import type { VersionDraft } from './records.ts';
import { writeFacets } from './sqlite-facets.ts';
import type { SqliteStore } from './sqlite-store.ts';
import { validityColumns } from './sqlite-validity.ts';
import { versionsByKey } from './sqlite-version-rows.ts';

/** Writes the drafts as versions that do not answer yet. All or nothing. */
export function stage(store: SqliteStore, drafts: readonly VersionDraft[]): Version[] {
  return store.transaction(() =>
    versionsByKey(
      store,
      drafts.map((draft) => stageOne(store, draft)),
    ),
  );
}

/** The document's row, made if it is new, counting on where a removed document of this name ended. */
export function documentKey(store: SqliteStore, document: { document: string; source: string; path: string }): number {
  const known = store.get<{ key: number }>('SELECT key FROM document WHERE id = ?', document.document);
  if (known) return known.key;
  const ended = store.get<{ last: number }>(
    'SELECT last FROM numbering WHERE document = ?',
    nameless(document.document),
  );
  const made = store.get<{ key: number }>(
    'INSERT INTO document (id, source, path, last) VALUES (?, ?, ?, ?) RETURNING key',
    document.document,
    document.source,
    document.path,
    ended?.last ?? 0,
  );
  if (!made) throw new Error('SQLite returned no key for a new document');
  return made.key;
}

/** Deletes a document of which nothing is left but its row, and keeps its last number. */
export function forgetIfEmpty(store: SqliteStore, key: number): void {
  const empty = store.get<{ id: string; last: number }>(
    `SELECT id, last FROM document WHERE key = ? AND stamp IS NULL
     AND NOT EXISTS (SELECT 1 FROM version WHERE document = document.key)`,
    key,
  );
  if (!empty) return;
  if (empty.last > 0) {
    store.run('INSERT OR REPLACE INTO numbering (document, last) VALUES (?, ?)', nameless(empty.id), empty.last);
  }
  store.run('DELETE FROM document WHERE key = ?', key);
}

/** A document's id holds its path, which may say too much about a removed file. */
function nameless(document: string): string {
  return hash('sha256', document);
}

function stageOne(store: SqliteStore, draft: VersionDraft): number {
  const document = documentKey(store, draft);
  store.run('UPDATE document SET last = last + 1 WHERE key = ?', document);
  const version = store.get<{ key: number }>(
    `INSERT INTO version (id, document, number, state, stamp, fingerprint, content_hash, metadata, audience_key,
       seen_on, changed_on, changed_by, revision, valid_from, valid_to, answers_from, answers_to, passages)
     SELECT id || '@' || last, key, last, 'staged', ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ? FROM document
     WHERE key = ? RETURNING key`,
    draft.stamp,
    draft.fingerprint,
    draft.contentHash,
    JSON.stringify(draft.metadata),
    draft.audienceKey,
    draft.seenOn ?? null,
    draft.changed?.on ?? null,
    draft.changed?.by ?? null,
    draft.changed?.revision ?? null,
    ...validityColumns(draft),
    draft.passages.length,
    document,
  );
  if (!version) throw new Error('SQLite returned no key for a new version');
  store.run('INSERT INTO content (version, text) VALUES (?, ?)', version.key, draft.text);
  writePassages(store, version.key, draft);
  writeFacets(store, version.key, draft);
  return version.key;
}

function writePassages(store: SqliteStore, version: number, draft: VersionDraft): void {
  for (const [n, passage] of draft.passages.entries()) {
    store.run(
      `INSERT INTO passage (version, n, start_at, end_at, headings, lead, page, sentences)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
      version,
      n,
      passage.start,
      passage.end,
      JSON.stringify(passage.headings),
      passage.lead ?? null,
      passage.page ?? null,
      JSON.stringify(passage.sentences.flatMap((span) => [span.start, span.end])),
    );
  }
}
