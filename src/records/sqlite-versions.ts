import type { IsoDate, Validity, Version } from '../domain.ts';
import { BylawError } from '../errors.ts';
import { dropPreviews } from './sqlite-forget-document.ts';
import { noteErasure } from './sqlite-overwrite.ts';
import { forgetIfEmpty } from './sqlite-stage.ts';
import type { SqliteStore } from './sqlite-store.ts';
import { never, setValidity } from './sqlite-validity.ts';
import { belongsInArchive, selectVersion, toVersion, type VersionRow, versionsByKey } from './sqlite-version-rows.ts';

type LifeRow = { key: number; id: string; document: number; number: number; state: string };

/** Switches documents to their last staged version, in one transaction. */
export function activate(
  store: SqliteStore,
  versionIds: readonly string[],
  validity: readonly ({ readonly versionId: string } & Validity)[],
  today: IsoDate,
): void {
  store.transaction(() => {
    const rows = versionIds.map((id) => {
      const row = lifeOf(store, id);
      if (row?.state === 'staged' || row?.state === 'current') return row;
      throw new BylawError(
        'busy',
        `The version ${id} is no longer staged: another sync has dealt with it. Sync again.`,
      );
    });
    rows.sort((a, b) => a.number - b.number);
    const staged = rows.filter(({ state }) => state === 'staged');
    const settled = new Set(validity.map(({ versionId }) => versionId));
    for (const row of staged) switchTo(store, row, settled);
    setValidity(store, validity);
    // What ends with this leaves the answers of today for good in the same moment.
    for (const document of new Set(staged.map((row) => row.document))) {
      store.run(
        "UPDATE version SET state = 'past' WHERE document = ? AND state = 'replaced' AND answers_to <= ?",
        document,
        today,
      );
    }
    clearMarks(store);
  });
}

/** Takes the versions of removed documents out of answers; returns those that the library holds. */
export function retire(store: SqliteStore, documents: readonly string[], now: number): Version[] {
  return store.transaction(() => {
    const held: number[] = [];
    for (const id of documents) {
      const document = store.get<{ key: number }>(
        'UPDATE document SET stamp = NULL, fingerprint = NULL, failure = NULL WHERE id = ? RETURNING key',
        id,
      );
      if (!document) continue;
      const removed = store.all<{ key: number; shelf: string }>(
        `UPDATE version SET state = 'removed', removed_at = ?
         WHERE document = ? AND state IN ('current', 'replaced', 'past') RETURNING key, shelf`,
        now,
        document.key,
      );
      held.push(...removed.filter(({ shelf }) => shelf !== 'none').map(({ key }) => key));
      // The library holds nothing of these, so that they are never settled.
      const bare = "(SELECT key FROM version WHERE document = ? AND state = 'removed' AND shelf = 'none')";
      for (const table of traces) store.run(`DELETE FROM ${table} WHERE version IN ${bare}`, document.key);
      forgetIfEmpty(store, document.key);
    }
    if (documents.length > 0) dropPreviews(store, documents);
    return versionsByKey(store, held);
  });
}

export function archive(store: SqliteStore, on: IsoDate): void {
  store.transaction(() => {
    store.run("UPDATE version SET state = 'past' WHERE state = 'replaced' AND answers_to <= ?", on);
    clearMarks(store);
  });
}

export function leftovers(store: SqliteStore): { staged: Version[]; retired: Version[]; archived: Version[] } {
  const read = (condition: string) =>
    store.all<VersionRow>(`${selectVersion} WHERE ${condition} ORDER BY v.key`).map(toVersion);
  return {
    staged: read("v.state = 'staged'"),
    retired: read(
      `(v.state = 'removed' AND v.shelf IN ('live', 'past')) OR (v.state = 'past' AND v.shelf = 'live' AND NOT (${belongsInArchive}))`,
    ),
    archived: read(`v.shelf IN ('none', 'live') AND ${belongsInArchive}`),
  };
}

/** Notes what the library now holds of leftovers; true if any text was erased. */
export function settle(store: SqliteStore, versionIds: readonly string[]): boolean {
  return store.transaction(() => {
    const rows = versionIds.flatMap((id) => lifeOf(store, id) ?? []);
    const inState = (state: string) => rows.filter((row) => row.state === state);
    for (const { key } of inState('past')) {
      store.run(
        `UPDATE version AS v SET shelf = CASE WHEN ${belongsInArchive} THEN 'past' ELSE 'none' END WHERE v.key = ?`,
        key,
      );
    }
    for (const { key } of inState('removed')) {
      store.run("UPDATE version SET shelf = 'none' WHERE key = ?", key);
      for (const table of traces) store.run(`DELETE FROM ${table} WHERE version = ?`, key);
    }
    const staged = inState('staged');
    for (const { key } of staged) store.run('DELETE FROM version WHERE key = ?', key);
    for (const document of new Set(staged.map((row) => row.document))) forgetIfEmpty(store, document);
    return staged.length > 0 || inState('removed').length > 0;
  });
}

export function eraseRemoved(store: SqliteStore, before: number, now: number): number {
  return store.transaction(() => {
    const documents = store.all<{ document: number }>(
      "SELECT DISTINCT document FROM version WHERE state = 'removed' AND shelf = 'none' AND removed_at < ?",
      before,
    );
    const sql = "DELETE FROM version WHERE state = 'removed' AND shelf = 'none' AND removed_at < ?";
    const erased = store.run(sql, before);
    for (const { document } of documents) forgetIfEmpty(store, document);
    if (erased > 0) noteErasure(store, 'retention', now);
    return erased;
  });
}

/** Goes with a document; what stays of a removed version is its text and what it said of itself. */
const traces = ['passage', 'facet', 'vector_mark', 'embedding_use'] as const;

/** Vectors of an archived version are put into the archive anew. */
function clearMarks(store: SqliteStore): void {
  store.run(
    "DELETE FROM vector_mark WHERE version IN (SELECT key FROM version WHERE state = 'past' AND shelf = 'live')",
  );
}

function lifeOf(store: SqliteStore, versionId: string): LifeRow | undefined {
  return store.get<LifeRow>('SELECT key, id, document, number, state FROM version WHERE id = ?', versionId);
}

function switchTo(store: SqliteStore, next: LifeRow, settled: ReadonlySet<string>): void {
  const replaced = store.all<{ key: number; id: string }>(
    `UPDATE version SET state = 'replaced' WHERE document = ? AND state IN ('current', 'replaced') AND number < ?
     RETURNING key, id`,
    next.document,
    next.number,
  );
  for (const { key, id } of replaced) {
    if (settled.has(id)) continue;
    store.run('UPDATE version SET valid_to = ?1, answers_to = ?1 WHERE key = ?2', never, key);
  }
  store.run("UPDATE version SET state = 'current', shelf = 'live' WHERE key = ?", next.key);
  store.run(
    `UPDATE document SET failure = NULL, (stamp, fingerprint) = (SELECT stamp, fingerprint FROM version WHERE key = ?)
     WHERE key = ?`,
    next.key,
    next.document,
  );
}
