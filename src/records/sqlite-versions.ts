import type { Version } from '../domain.ts';
import { BylawError } from '../errors.ts';
import { forgetIfEmpty } from './sqlite-stage.ts';
import type { SqliteStore } from './sqlite-store.ts';
import { selectVersion, toVersion, type VersionRow, versionsByKey } from './sqlite-version-rows.ts';

type LifeRow = { key: number; document: number; number: number; state: string };

/** Switches documents to staged versions, in one transaction; returns the versions that were replaced. */
export function activate(store: SqliteStore, versionIds: readonly string[]): Version[] {
  return store.transaction(() => {
    const rows = versionIds.map((id) => {
      const row = lifeOf(store, id);
      if (row?.state === 'staged' || row?.state === 'current') return row;
      throw new BylawError(
        'busy',
        `The version ${id} is no longer staged: another sync has dealt with it. Sync again.`,
      );
    });
    // The highest number of a document wins, in whatever order the ids came.
    rows.sort((a, b) => a.number - b.number);
    const replaced = rows.filter(({ state }) => state === 'staged').flatMap((row) => switchTo(store, row));
    return versionsByKey(store, replaced);
  });
}

/** Takes the current versions of removed documents out of answers; returns them. */
export function retire(store: SqliteStore, documents: readonly string[]): Version[] {
  return store.transaction(() => {
    const removed: number[] = [];
    for (const id of documents) {
      const document = store.get<{ key: number }>(
        'UPDATE document SET stamp = NULL, fingerprint = NULL, failure = NULL WHERE id = ? RETURNING key',
        id,
      );
      if (!document) continue;
      const version = store.get<{ key: number }>(
        "UPDATE version SET state = 'removed' WHERE document = ? AND state = 'current' RETURNING key",
        document.key,
      );
      if (version) removed.push(version.key);
      forgetIfEmpty(store, document.key);
    }
    return versionsByKey(store, removed);
  });
}

export function leftovers(store: SqliteStore): { staged: Version[]; retired: Version[] } {
  const staged = store.all<VersionRow>(`${selectVersion} WHERE v.state = 'staged' ORDER BY v.key`);
  const retired = store.all<VersionRow>(`${selectVersion} WHERE v.state IN ('replaced', 'removed') ORDER BY v.key`);
  return { staged: staged.map(toVersion), retired: retired.map(toVersion) };
}

/** Ends the life of staged and retired versions; true if any text was erased. */
export function settle(store: SqliteStore, versionIds: readonly string[]): boolean {
  return store.transaction(() => {
    const rows = versionIds.flatMap((id) => lifeOf(store, id) ?? []);
    const inState = (state: string) => rows.filter((row) => row.state === state);
    for (const { key } of inState('replaced')) {
      store.run("UPDATE version SET state = 'past' WHERE key = ?", key);
      store.run('DELETE FROM vector_mark WHERE version = ?', key);
    }
    const gone = [...inState('staged'), ...inState('removed')];
    for (const { key } of gone) store.run('DELETE FROM version WHERE key = ?', key);
    for (const { document, number } of inState('removed')) {
      store.run("DELETE FROM version WHERE document = ? AND number < ? AND state = 'past'", document, number);
      // One that was replaced but still has to leave the library follows when it is settled itself.
      store.run(
        "UPDATE version SET state = 'removed' WHERE document = ? AND number < ? AND state = 'replaced'",
        document,
        number,
      );
    }
    for (const document of new Set(gone.map((row) => row.document))) forgetIfEmpty(store, document);
    return gone.length > 0;
  });
}

function lifeOf(store: SqliteStore, versionId: string): LifeRow | undefined {
  return store.get<LifeRow>('SELECT key, document, number, state FROM version WHERE id = ?', versionId);
}

function switchTo(store: SqliteStore, next: LifeRow): number[] {
  const replaced = store.all<{ key: number }>(
    "UPDATE version SET state = 'replaced' WHERE document = ? AND state = 'current' RETURNING key",
    next.document,
  );
  store.run("UPDATE version SET state = 'current' WHERE key = ?", next.key);
  store.run(
    `UPDATE document SET failure = NULL, (stamp, fingerprint) = (SELECT stamp, fingerprint FROM version WHERE key = ?)
     WHERE key = ?`,
    next.key,
    next.document,
  );
  return replaced.map(({ key }) => key);
}
