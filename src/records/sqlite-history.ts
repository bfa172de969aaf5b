import { posix } from 'node:path';
import type { DocumentRecords, FoundDocument, KeptVersion, VersionState } from './records.ts';
import type { SqliteStore } from './sqlite-store.ts';
import { validityOf } from './sqlite-validity.ts';
import { toVersion, type VersionRow, versionColumns } from './sqlite-version-rows.ts';

/** What there is of each document over time, for people and for working out which version is in force when. */
export function createHistoryReader(store: SqliteStore): Pick<DocumentRecords, 'kept' | 'history' | 'findDocuments'> {
  return {
    async kept(documents) {
      const rows =
        documents === undefined
          ? store.all<KeptRow>(`${selectKept} WHERE v.state IN ${counted} ORDER BY v.document, v.number`)
          : store.all<KeptRow>(
              `${selectKept} WHERE d.id IN (SELECT value FROM json_each(?)) AND v.state IN ${counted}
               ORDER BY v.document, v.number`,
              JSON.stringify(documents),
            );
      return rows.map((row, i) => toKept(row, rows[i - 1]?.document === row.document ? rows[i - 1] : undefined));
    },
    async history(document) {
      const rows = store.all<KeptRow>(
        `${selectKept} WHERE d.id = ? AND v.state <> 'staged' ORDER BY v.number DESC`,
        document,
      );
      return rows.map((row, i) => toKept(row, rows[i + 1]));
    },
    findDocuments: async (reference) => find(readDocuments(store), reference),
  };
}

type KeptRow = VersionRow & { answers_from: string | null; answers_to: string | null; removed_at: number | null };

const selectKept = `SELECT ${versionColumns}, v.answers_from, v.answers_to, v.removed_at
FROM version v JOIN document d ON d.key = v.document`;

function toKept(row: KeptRow, before: KeptRow | undefined): KeptVersion {
  return Object.assign(
    toVersion(row),
    { state: row.state as VersionState, validity: validityOf(row) },
    before !== undefined && { replaces: before.id },
    row.removed_at !== null && { removedAt: row.removed_at },
  );
}

/** Versions that have a say in which one answers on a day. */
const counted = "('current', 'replaced', 'past')";

function readDocuments(store: SqliteStore): FoundDocument[] {
  const rows = store.all<{ document: string; source: string; path: string; title: string; state: string }>(
    `SELECT d.id AS document, d.source, d.path, json_extract(v.metadata, '$.title') AS title, v.state
     FROM document d JOIN version v ON v.key = (
       SELECT key FROM version WHERE document = d.key AND state <> 'staged' ORDER BY number DESC LIMIT 1)
     ORDER BY v.state = 'removed', d.key`,
  );
  return rows.map(({ state, ...document }) => ({ ...document, isRemoved: state === 'removed' }));
}

/** The first way of naming that fits anything decides. */
function find(documents: readonly FoundDocument[], reference: string): FoundDocument[] {
  const wanted = fold(reference);
  if (wanted === '') return [];
  const same = (name: (document: FoundDocument) => string) =>
    documents.filter((document) => fold(name(document)) === wanted);
  const contain = (name: (document: FoundDocument) => string) =>
    documents.filter((document) => fold(name(document)).includes(wanted));
  const ways = [
    () => same(({ document }) => document),
    () => same(({ path }) => path),
    () => same(({ path }) => posix.basename(path)),
    () => same(({ path }) => posix.basename(path, posix.extname(path))),
    () => same(({ title }) => title),
    () => contain(({ title }) => title),
    () => contain(({ document }) => document),
  ];
  for (const way of ways) {
    const found = way();
    if (found.length > 0) return found;
  }
  return [];
}

function fold(name: string): string {
  return name.normalize('NFC').trim().toLowerCase();
}
