import type { Passage, Span } from '../domain.ts';
import { createRecentCache } from './recent-cache.ts';
import type { SqliteStore } from './sqlite-store.ts';

/** Characters of recently used texts that stay in memory: a few dozen megabytes at most. */
const maxCachedChars = 8_000_000;
/** A passage's text is a slice of its version's; its sentences and headings weigh about as much. */
const maxPassageChars = 2_000_000;

export interface PassageReader {
  text(versionId: string): string | undefined;
  passages(passageIds: readonly string[]): Map<string, Passage>;
  passagesOf(versionId: string): Passage[];
  /** Drops cached texts, when some were erased from the store. */
  forget(): void;
}

type PassageRow = {
  version: number;
  id: string;
  number: number;
  n: number;
  start_at: number;
  end_at: number;
  headings: string;
  lead: string | null;
  page: number | null;
  sentences: string;
};

const selectPassage = `
SELECT p.version, v.id, v.number, p.n, p.start_at, p.end_at, p.headings, p.lead, p.page, p.sentences
FROM version v JOIN passage p ON p.version = v.key AND v.state <> 'removed'`;

/**
 * Cuts passages out of their version's text. That is done here since offsets are indices of JavaScript strings, while
 * SQLite counts code points.
 */
export function createPassageReader(store: SqliteStore): PassageReader {
  const cache = createRecentCache<string>(maxCachedChars, (text) => text.length);
  // A version's passages never change.
  const known = createRecentCache<Passage>(maxPassageChars, ({ text }) => text.length);

  /** Of a version that was just found to exist: keys of erased versions must not be asked for. */
  function textOf(key: number, versionId: string): string | undefined {
    const cached = cache.get(versionId);
    if (cached !== undefined) return cached;
    const text = store.get<{ text: string }>('SELECT text FROM content WHERE version = ?', key)?.text;
    if (text !== undefined) cache.set(versionId, text);
    return text;
  }

  /** Another process may have erased what is still in memory here. */
  function existing(versionIds: readonly string[]): ReadonlySet<string> {
    const sql = "SELECT id FROM version WHERE state <> 'removed' AND id IN (SELECT value FROM json_each(?))";
    const rows = store.all<{ id: string }>(sql, JSON.stringify([...new Set(versionIds)]));
    return new Set(rows.map(({ id }) => id));
  }

  function read({ version, n }: PassagePlace): Passage | undefined {
    const row = store.get<PassageRow>(`${selectPassage} WHERE v.id = ? AND p.n = ?`, version, n);
    const text = row && textOf(row.version, row.id);
    return row && text !== undefined ? toPassage(row, text) : undefined;
  }

  return {
    text(versionId) {
      const version = store.get<{ key: number }>(
        "SELECT key FROM version WHERE id = ? AND state <> 'removed'",
        versionId,
      );
      return version && textOf(version.key, versionId);
    },
    passages(passageIds) {
      const found = new Map<string, Passage>();
      const versions = existing(passageIds.flatMap((id) => parsePassageId(id)?.version ?? []));
      for (const id of passageIds) {
        const place = parsePassageId(id);
        if (place === undefined || !versions.has(place.version)) continue;
        const passage = known.get(id) ?? read(place);
        if (passage === undefined) continue;
        known.set(id, passage);
        found.set(id, passage);
      }
      return found;
    },
    passagesOf(versionId) {
      const rows = store.all<PassageRow>(`${selectPassage} WHERE v.id = ? ORDER BY p.n`, versionId);
      const text = rows[0] && textOf(rows[0].version, versionId);
      return text === undefined ? [] : rows.map((row) => toPassage(row, text));
    },
    forget() {
      cache.clear();
      known.clear();
    },
  };
}

interface PassagePlace {
  readonly version: string;
  readonly n: number;
}

function parsePassageId(id: string): PassagePlace | undefined {
  const hash = id.lastIndexOf('#');
  const n = id.slice(hash + 1);
  return hash > 0 && /^(0|[1-9]\d{0,8})$/.test(n) ? { version: id.slice(0, hash), n: Number(n) } : undefined;
}

function toPassage(row: PassageRow, text: string): Passage {
  return {
    id: `${row.id}#${row.n}`,
    document: row.id.slice(0, row.id.lastIndexOf('@')),
    version: row.number,
    n: row.n,
    start: row.start_at,
    end: row.end_at,
    headings: JSON.parse(row.headings) as string[],
    ...(row.lead !== null && { lead: row.lead }),
    ...(row.page !== null && { page: row.page }),
    sentences: toSpans(JSON.parse(row.sentences) as number[]),
    text: text.slice(row.start_at, row.end_at),
  };
}

function toSpans(ends: readonly number[]): Span[] {
  const spans: Span[] = [];
  for (let i = 0; i + 1 < ends.length; i += 2) spans.push({ start: ends[i] ?? 0, end: ends[i + 1] ?? 0 });
  return spans;
}
