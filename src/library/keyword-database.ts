import { createHash } from 'node:crypto';
import { DatabaseSync, type SQLOutputValue, type StatementSync } from 'node:sqlite';
import type { Synonyms } from './glossary.ts';
import { searchKeywords } from './keyword-search.ts';
import { tokenizerVersion, tokensOf } from './tokens.ts';

/** A version as it goes into the index; `texts` are those to index, by position. */
export interface IndexedVersion {
  readonly version: string;
  readonly title: string;
  readonly audienceKey: string;
  readonly texts: readonly string[];
}

export interface KeywordQuery {
  readonly text: string;
  /** Other words for what the question names; they count for less than its own. */
  readonly synonyms?: readonly Synonyms[];
  readonly audienceKeys: readonly string[];
  /** Versions that may not come back. */
  readonly without: readonly string[];
  /** If given, only these versions may come back. */
  readonly only?: readonly string[];
}

export interface KeywordHit {
  readonly version: string;
  readonly title: string;
  readonly n: number;
  /** BM25, and a little for words that stand side by side as in the question. */
  readonly score: number;
  readonly bm25: number;
}

export interface KeywordResult {
  /** At most 200, best first. */
  readonly hits: readonly KeywordHit[];
  /** Sum of the idf of the question's distinct tokens, unknown ones included. */
  readonly idfSum: number;
  /** The idf of each. */
  readonly weights: ReadonlyMap<string, number>;
  /** How many passages the asked audience sets hold. */
  readonly passages: number;
  /** How many tokens that were looked for occur in the asked audience sets, whatever else narrows the search. */
  readonly knownTokens: number;
  /** Tokens of the index that stood in for misspelled words, and for compounds that it does not hold. */
  readonly mended: readonly string[];
  /** Those of the synonyms that the index holds some token of. */
  readonly synonyms: readonly string[];
}

export interface IndexedTitle {
  readonly version: string;
  readonly title: string;
}

export interface StoredVersion {
  readonly version: string;
  readonly audienceKey: string;
  readonly passages: number;
}

/** The keyword index proper, synchronous. Every method throws SQLite's error where the file is broken. */
export interface KeywordDatabase {
  /** False if the file was written by another schema or tokeniser; then nothing else may be called. */
  readonly current: boolean;
  add(versions: readonly IndexedVersion[]): void;
  remove(versions: readonly string[]): void;
  /** As `remove`, and writes the file anew, so that nothing of them stays in it. */
  erase(versions: readonly string[]): void;
  /** How many passages hold any of the texts word for word, in whatever set. */
  count(texts: readonly string[]): number;
  search(query: KeywordQuery): KeywordResult;
  /** The versions behind vector keys, as far as they are in these audience sets. */
  resolve(vectorKeys: readonly string[], audienceKeys: readonly string[]): Map<string, IndexedTitle>;
  /** What the index holds, counted from its rows. */
  inventory(): StoredVersion[];
  close(): void;
}

/** Names a version in the vector store: short, and without telling what it is. */
export function vectorKey(version: string): string {
  return createHash('sha256').update(version).digest('base64url').slice(0, 22);
}

const schemaVersion = 3;

const schema = `
  CREATE TABLE sets (id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, passages INTEGER NOT NULL, tokens INTEGER NOT NULL);
  CREATE TABLE versions (id INTEGER PRIMARY KEY, version TEXT NOT NULL UNIQUE, title TEXT NOT NULL, vector_key TEXT NOT NULL UNIQUE, set_id INTEGER NOT NULL);
  CREATE TABLE passages (id INTEGER PRIMARY KEY, version_id INTEGER NOT NULL, n INTEGER NOT NULL, tokens INTEGER NOT NULL);
  CREATE INDEX passages_by_version ON passages (version_id);
`;

export function openKeywordDatabase(path: string): KeywordDatabase {
  const db = new DatabaseSync(path, { timeout: 10_000 });
  const stamp = schemaVersion * 1000 + tokenizerVersion;
  db.exec(
    `PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA cache_size = -65536; PRAGMA secure_delete = ON`,
  );
  const statements = new Map<string, StatementSync>();
  const sql = (text: string): StatementSync => {
    const known = statements.get(text);
    if (known) return known;
    const statement = db.prepare(text);
    statements.set(text, statement);
    return statement;
  };
  const transaction = (work: () => void): void => {
    db.exec('BEGIN IMMEDIATE');
    try {
      work();
      db.exec('COMMIT');
    } catch (error) {
      if (db.isTransaction) db.exec('ROLLBACK');
      throw error;
    }
  };

  const version = (): number => number(db.prepare('PRAGMA user_version').get()?.user_version);
  if (version() === 0) {
    transaction(() => {
      // Another process may have been faster.
      if (version() === 0) db.exec(`${schema} PRAGMA user_version = ${stamp}`);
    });
  }

  function setOf(key: string): number {
    const known = sql('SELECT id FROM sets WHERE key = ?').get(key);
    if (known) return number(known.id);
    const id = number(sql('INSERT INTO sets (key, passages, tokens) VALUES (?, 0, 0)').run(key).lastInsertRowid);
    // Our tokens are letters and digits only, and all that is not ASCII is a token character for this tokeniser.
    db.exec(`
      CREATE VIRTUAL TABLE text_${id} USING fts5(tokens, tokenize = 'ascii');
      CREATE VIRTUAL TABLE terms_${id} USING fts5vocab(text_${id}, row);
      INSERT INTO text_${id} (text_${id}, rank) VALUES ('secure-delete', 1);
    `);
    return id;
  }

  function removeOne(version: string): void {
    const row = sql('SELECT id, set_id FROM versions WHERE version = ?').get(version);
    if (!row) return;
    const [id, set] = [number(row.id), number(row.set_id)];
    sql(`DELETE FROM text_${set} WHERE rowid IN (SELECT id FROM passages WHERE version_id = ?)`).run(id);
    sql(`UPDATE sets SET (passages, tokens) = (
           SELECT sets.passages - count(*), sets.tokens - coalesce(sum(p.tokens), 0) FROM passages p WHERE p.version_id = ?
         ) WHERE id = ?`).run(id, set);
    sql('DELETE FROM passages WHERE version_id = ?').run(id);
    sql('DELETE FROM versions WHERE id = ?').run(id);
  }

  function addOne({ version, title, audienceKey, texts }: IndexedVersion): void {
    removeOne(version);
    const set = setOf(audienceKey);
    const id = sql('INSERT INTO versions (version, title, vector_key, set_id) VALUES (?, ?, ?, ?)').run(
      version,
      title,
      vectorKey(version),
      set,
    ).lastInsertRowid;
    let total = 0;
    for (const [n, text] of texts.entries()) {
      const tokens = tokensOf(text);
      total += tokens.length;
      const passage = sql('INSERT INTO passages (version_id, n, tokens) VALUES (?, ?, ?)').run(id, n, tokens.length);
      sql(`INSERT INTO text_${set} (rowid, tokens) VALUES (?, ?)`).run(passage.lastInsertRowid, tokens.join(' '));
    }
    sql('UPDATE sets SET passages = passages + ?, tokens = tokens + ? WHERE id = ?').run(texts.length, total, set);
  }

  return {
    current: version() === stamp,
    add: (versions) => transaction(() => versions.forEach(addOne)),
    remove(versions) {
      transaction(() => versions.forEach(removeOne));
      // What was overwritten in the file still stands in its log.
      if (versions.length > 0) db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    },
    erase(versions) {
      transaction(() => {
        versions.forEach(removeOne);
        for (const { id } of sql('SELECT id FROM sets').all()) {
          db.exec(`INSERT INTO text_${number(id)} (text_${number(id)}) VALUES ('optimize')`);
        }
      });
      db.exec('VACUUM; PRAGMA wal_checkpoint(TRUNCATE)');
    },
    count(texts) {
      const phrases = texts.map(tokensOf).filter(({ length }) => length > 0);
      const match = phrases.map((tokens) => `"${tokens.join(' ')}"`).join(' OR ');
      if (match === '') return 0;
      const counts = sql('SELECT id FROM sets')
        .all()
        .map(({ id }) => sql(`SELECT count(*) AS n FROM text_${number(id)} WHERE tokens MATCH ?`).get(match));
      return counts.reduce((sum, row) => sum + number(row?.n), 0);
    },
    search: (query) => searchKeywords(sql, query),
    resolve(vectorKeys, audienceKeys) {
      const rows = sql(`SELECT v.vector_key, v.version, v.title FROM versions v JOIN sets s ON s.id = v.set_id
        WHERE v.vector_key IN (SELECT value FROM json_each(?)) AND s.key IN (SELECT value FROM json_each(?))`).all(
        JSON.stringify(vectorKeys),
        JSON.stringify(audienceKeys),
      );
      return new Map(
        rows.map((row) => [String(row.vector_key), { version: String(row.version), title: String(row.title) }]),
      );
    },
    inventory: () =>
      sql(`SELECT v.version, s.key, count(p.id) AS passages FROM versions v JOIN sets s ON s.id = v.set_id
           LEFT JOIN passages p ON p.version_id = v.id GROUP BY v.id`)
        .all()
        .map((row) => ({
          version: String(row.version),
          audienceKey: String(row.key),
          passages: number(row.passages),
        })),
    close: () => db.close(),
  };
}

function number(value: SQLOutputValue | undefined): number {
  return Number(value ?? 0);
}
