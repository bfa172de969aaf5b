import type { FilterField, FilterTerm } from '../domain.ts';
import { BylawError } from '../errors.ts';
import type { VersionDraft } from './records.ts';
import type { SqliteStore } from './sqlite-store.ts';

const dates: readonly FilterField[] = ['updated', 'effective', 'review'];
/** Stands for a document that applies in every country. */
const anywhere = '*';
/** Stands for a document that everyone may read. */
const everyone = 'everyone';

/** Notes what searches can be narrowed by. */
export function writeFacets(store: SqliteStore, version: number, draft: VersionDraft): void {
  for (const [field, value] of facetsOf(draft)) {
    const folded = value === undefined ? '' : fold(value);
    if (folded === '') continue;
    store.run('INSERT OR IGNORE INTO facet (version, field, value) VALUES (?, ?, ?)', version, field, folded);
  }
}

/** Ids of searchable versions that satisfy the filter, as `DocumentRecords.matching` defines it. */
export function matching(store: SqliteStore, filter: readonly FilterTerm[], archive = false): string[] {
  const sets = [...equalTerms(filter)].map(([field, values]) => equalTo(store, field, values));
  for (const term of filter) if (term.op !== '=') sets.push(compared(store, term));
  const [smallest, ...others] = sets.toSorted((a, b) => a.size - b.size);
  const searchable = archive
    ? "state IN ('current', 'replaced', 'past') AND shelf <> 'none'"
    : "state IN ('current', 'replaced')";
  if (smallest === undefined) {
    return store.all<{ id: string }>(`SELECT id FROM version WHERE ${searchable} ORDER BY key`).map(({ id }) => id);
  }
  const keys = [...smallest].filter((key) => others.every((set) => set.has(key)));
  return store
    .all<{ id: string }>(
      `SELECT v.id FROM json_each(?) AS wanted CROSS JOIN version v ON v.key = wanted.value WHERE ${searchable} ORDER BY v.key`,
      JSON.stringify(keys),
    )
    .map(({ id }) => id);
}

/** Ids of searchable versions that are limited, in one of these fields, to others than these values. */
export function limitedToOthers(store: SqliteStore, limits: readonly FilterTerm[], archive = false): string[] {
  const out = new Set<number>();
  for (const [field, values] of equalTerms(limits)) {
    const among = field === 'country' ? [...values, anywhere] : values;
    // Most documents hold everywhere, so that their rows are passed over and not read.
    const sql = `SELECT version FROM facet WHERE field = ?1 AND (value < '${anywhere}' OR value > '${anywhere}')
      AND version NOT IN
        (SELECT version FROM facet WHERE field = ?1 AND value IN (SELECT value FROM json_each(?2)))`;
    for (const key of select(store, sql, field, JSON.stringify(among))) out.add(key);
  }
  const states = archive ? "'current', 'replaced', 'past'" : "'current', 'replaced'";
  return store
    .all<{ id: string }>(
      `SELECT id FROM version WHERE key IN (SELECT value FROM json_each(?)) AND state IN (${states})`,
      JSON.stringify([...out]),
    )
    .map(({ id }) => id);
}

function facetsOf(draft: VersionDraft): [FilterField, string | undefined][] {
  const { metadata } = draft;
  const audience = metadata.audience.length > 0 ? metadata.audience : [everyone];
  const country = metadata.country.length > 0 ? metadata.country : [anywhere];
  return [
    ['document', draft.document],
    ['title', metadata.title],
    ['type', metadata.type],
    ['author', metadata.author],
    ['owner', metadata.owner],
    ['updated', metadata.updated],
    ['effective', metadata.effectiveFrom],
    ['review', metadata.reviewDate],
    ...audience.map((group): [FilterField, string] => ['audience', group]),
    ...country.map((code): [FilterField, string] => ['country', code]),
    ...(metadata.entity ?? []).map((name): [FilterField, string] => ['entity', name]),
    ...(metadata.employment ?? []).map((kind): [FilterField, string] => ['employment', kind]),
    ...metadata.tags.map((tag): [FilterField, string] => ['tag', tag]),
  ];
}

function equalTerms(filter: readonly FilterTerm[]): Map<FilterField, string[]> {
  const terms = new Map<FilterField, string[]>();
  for (const { field, op, value } of filter) {
    if (op === '=') terms.set(field, [...(terms.get(field) ?? []), fold(value)]);
  }
  return terms;
}

function equalTo(store: SqliteStore, field: FilterField, values: readonly string[]): Set<number> {
  if (field === 'entity' || field === 'employment') return limitedTo(store, field, values);
  const wanted = JSON.stringify(field === 'country' ? [...values, anywhere] : values);
  return field === 'title'
    ? select(
        store,
        `SELECT version FROM facet
         WHERE field = ? AND EXISTS (SELECT 1 FROM json_each(?) AS wanted WHERE instr(facet.value, wanted.value) > 0)`,
        field,
        wanted,
      )
    : select(
        store,
        'SELECT version FROM facet WHERE field = ? AND value IN (SELECT value FROM json_each(?))',
        field,
        wanted,
      );
}

/** A version that names nothing of the kind is for everyone, also one of before there was this field. */
function limitedTo(store: SqliteStore, field: FilterField, values: readonly string[]): Set<number> {
  const sql = `SELECT key AS version FROM version
    WHERE key NOT IN (SELECT version FROM facet WHERE field = ?1)
       OR key IN (SELECT version FROM facet WHERE field = ?1 AND value IN (SELECT value FROM json_each(?2)))`;
  return select(store, sql, field, JSON.stringify(values));
}

function compared(store: SqliteStore, { field, op, value }: FilterTerm): Set<number> {
  if (!dates.includes(field)) {
    throw new BylawError('tool_input', `"${op}" compares dates (${dates.join(', ')}). For ${field}, use "=".`);
  }
  return op === '>='
    ? select(store, 'SELECT version FROM facet WHERE field = ? AND value >= ?', field, fold(value))
    : select(store, 'SELECT version FROM facet WHERE field = ? AND value <= ?', field, fold(value));
}

function select(store: SqliteStore, sql: string, field: FilterField, value: string): Set<number> {
  return new Set(store.all<{ version: number }>(sql, field, value).map((row) => row.version));
}

/** SQLite's own comparison without regard to case knows ASCII only. */
function fold(value: string): string {
  return value.normalize('NFC').trim().toLowerCase();
}
