import type { IsoDate, Version } from '../domain.ts';
import type { DocumentRecords, DocumentState } from './records.ts';
import { createAudienceReader } from './sqlite-audiences.ts';
import { limitedToOthers, matching } from './sqlite-facets.ts';
import { createHistoryReader } from './sqlite-history.ts';
import { cutLog, rewriteIfNoted } from './sqlite-overwrite.ts';
import { createPassageReader } from './sqlite-passages.ts';
import { documentKey, stage } from './sqlite-stage.ts';
import type { SqliteStore } from './sqlite-store.ts';
import { createValidityReader, setValidity } from './sqlite-validity.ts';
import { belongsInArchive, selectVersion, toVersion, type VersionRow } from './sqlite-version-rows.ts';
import { activate, archive, eraseRemoved, leftovers, retire, settle } from './sqlite-versions.ts';

export function createDocumentRecords(
  store: SqliteStore,
  { now, today }: { readonly now: () => number; readonly today: () => IsoDate },
): DocumentRecords {
  const reader = createPassageReader(store);
  const { forget: forgetAudiences, ...audiences } = createAudienceReader(store);
  return {
    states: async (source) => readStates(store, source),
    sources: async () =>
      store
        .all<{ source: string }>('SELECT DISTINCT source FROM document WHERE stamp IS NOT NULL ORDER BY source')
        .map((row) => row.source),
    stage: async (drafts) => stage(store, drafts),
    async activate(versionIds, validity = []) {
      forgetAudiences();
      activate(store, versionIds, validity, today());
    },
    async retire(documents) {
      forgetAudiences();
      const retired = retire(store, documents, now());
      reader.forget();
      return retired;
    },
    archive: async (on) => archive(store, on),
    leftovers: async () => leftovers(store),
    async settle(versionIds) {
      forgetAudiences();
      if (!settle(store, versionIds)) return;
      reader.forget();
      cutLog(store);
    },
    async touch(stamps) {
      store.transaction(() => {
        for (const { document, stamp } of stamps) {
          store.run('UPDATE document SET stamp = ? WHERE id = ? AND stamp IS NOT NULL', stamp, document);
        }
      });
    },
    async fail(failure) {
      store.transaction(() => {
        store.run(
          'UPDATE document SET stamp = ?, fingerprint = ?, failure = ? WHERE key = ?',
          failure.stamp,
          failure.fingerprint,
          failure.reason,
          documentKey(store, failure),
        );
      });
    },
    async setValidity(rows) {
      store.transaction(() => setValidity(store, rows));
    },
    async eraseRemoved(before) {
      const erased = eraseRemoved(store, before, now());
      rewriteIfNoted(store);
      return erased;
    },
    current: async () =>
      store.all<VersionRow>(`${selectVersion} WHERE v.state = 'current' ORDER BY v.key`).map(toVersion),
    searchable: async () =>
      store
        .all<VersionRow>(
          `${selectVersion} WHERE v.state IN ('current', 'replaced') OR (${belongsInArchive}) ORDER BY v.key`,
        )
        .map(toVersion),
    ...createHistoryReader(store),
    versions: async (versionIds) => readVersions(store, versionIds),
    text: async (versionId) => reader.text(versionId),
    passages: async (passageIds) => reader.passages(passageIds),
    passagesOf: async (versionId) => reader.passagesOf(versionId),
    ...createValidityReader(store, today),
    matching: async (filter, options) => matching(store, filter, options?.archive),
    limitedToOthers: async (limits, options) => limitedToOthers(store, limits, options?.archive),
    counts: async () => readCounts(store),
    ...audiences,
  };
}

type StateRow = {
  document: string;
  source: string;
  path: string;
  stamp: string;
  fingerprint: string;
  failure: string | null;
  version: string | null;
  passages: number | null;
};

function readStates(store: SqliteStore, source: string): DocumentState[] {
  const rows = store.all<StateRow>(
    `SELECT d.id AS document, d.source, d.path, d.stamp, d.fingerprint, d.failure, v.id AS version, v.passages
     FROM document d LEFT JOIN version v ON v.document = d.key AND v.state = 'current'
     WHERE d.source = ? AND d.stamp IS NOT NULL ORDER BY d.key`,
    source,
  );
  return rows.map(({ failure, version, passages, ...state }) => ({
    ...state,
    passages: passages ?? 0,
    ...(version !== null && { versionId: version }),
    ...(failure !== null && { failure }),
  }));
}

function readVersions(store: SqliteStore, versionIds: readonly string[]): Map<string, Version> {
  const rows = store.all<VersionRow>(
    `${selectVersion} WHERE v.state <> 'removed' AND v.id IN (SELECT value FROM json_each(?))`,
    JSON.stringify(versionIds),
  );
  return new Map(rows.map((row) => [row.id, toVersion(row)]));
}

function readCounts(store: SqliteStore): { documents: number; passages: number; failures: number } {
  const indexed = store.get<{ documents: number; passages: number }>(
    "SELECT count(*) AS documents, coalesce(sum(passages), 0) AS passages FROM version WHERE state = 'current'",
  );
  const failed = store.get<{ n: number }>('SELECT count(*) AS n FROM document WHERE failure IS NOT NULL');
  return { documents: indexed?.documents ?? 0, passages: indexed?.passages ?? 0, failures: failed?.n ?? 0 };
}
