import type { Passage, Span } from '../domain.ts';
import type { SqliteStore } from './sqlite-store.ts';
import { createTextCache } from './text-cache.ts';

/** Characters of recently used texts that stay in memory: a few dozen megabytes at most. */
const maxCachedChars = 8_000_000;

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
FROM version v JOIN passage p ON p.version = v.key`;

/**
 * Cuts passages out of their version's text. That is done here since offsets are indices of JavaScript strings, while
 * SQLite counts code points.
 */
export function createPassageReader(store: SqliteStore): PassageReader {
  const cache = createTextCache(maxCachedChars);

  /** Of a version that was just found to exist: keys of erased versions must not be asked for. */
  function textOf(key: number, versionId: string): string | undefined {
    const cached = cache.get(versionId);
    if (cached !== undefined) return cached;
    const text = store.get<{ text: string }>('SELECT text FROM content WHERE version = ?', key)?.text;
    if (text !== undefined) cache.set(versionId, text);
    return text;
  }

  return {
    text(versionId) {
      const version = store.get<{ key: number }>('SELECT key FROM version WHERE id = ?', versionId);
      return version && textOf(version.key, versionId);
    },
    passages(passageIds) {
      const found = new Map<string, Passage>();
      for (const id of passageIds) {
        const place = parsePassageId(id);
        const row =
          place && store.get<PassageRow>(`${selectPassage} WHERE v.id = ? AND p.n = ?`, place.version, place.n);
        const text = row && textOf(row.version, row.id);
        if (row && text !== undefined) found.set(id, toPassage(row, text));
      }
      return found;
    },
    passagesOf(versionId) {
      const rows = store.all<PassageRow>(`${selectPassage} WHERE v.id = ? ORDER BY p.n`, versionId);
      const text = rows[0] && textOf(rows[0].version, versionId);
      return text === undefined ? [] : rows.map((row) => toPassage(row, text));
    },
    forget: () => cache.clear(),
  };
}

function parsePassageId(id: string): { version: string; n: number } | undefined {
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
