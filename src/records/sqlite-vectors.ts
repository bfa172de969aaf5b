import { endianness } from 'node:os';
import type { EmbeddingCache, VectorRecords } from './records.ts';
import type { SqliteStore } from './sqlite-store.ts';
import { selectVersion, toVersion, type VersionRow } from './sqlite-version-rows.ts';

/** An archived version that is still to move has its vectors where it was. */
const hasVectors = "(v.state IN ('staged', 'current', 'replaced') OR (v.state = 'past' AND v.shelf = 'past'))";

const isPending = `
${hasVectors} AND v.passages > 0
AND NOT EXISTS (SELECT 1 FROM vector_mark m WHERE m.version = v.key AND m.space = ?)`;

export function createVectorRecords(store: SqliteStore): VectorRecords {
  return {
    pending: async (space, limit) =>
      store
        .all<VersionRow>(`${selectVersion} WHERE ${isPending} ORDER BY v.state = 'past', v.key LIMIT ?`, space, limit)
        .map(toVersion),
    countPending: async (space) =>
      store.get<{ n: number }>(`SELECT count(*) AS n FROM version v WHERE ${isPending}`, space)?.n ?? 0,
    async mark(space, rows) {
      store.transaction(() => {
        for (const { versionId, vectors } of rows) {
          // A version that was retired meanwhile gets no mark.
          store.run(
            `INSERT OR REPLACE INTO vector_mark (version, space, vectors)
             SELECT v.key, ?, ? FROM version v WHERE v.id = ? AND ${hasVectors}`,
            space,
            vectors,
            versionId,
          );
        }
      });
    },
    async marked(space) {
      const rows = store.all<{ id: string; vectors: number }>(
        `SELECT v.id, m.vectors FROM vector_mark m JOIN version v ON v.key = m.version
         WHERE m.space = ? AND ${hasVectors} ORDER BY v.key`,
        space,
      );
      return new Map(rows.map((row) => [row.id, row.vectors]));
    },
    async clear(space) {
      store.run('DELETE FROM vector_mark WHERE space = ?', space);
    },
  };
}

export function createEmbeddingCache(store: SqliteStore): EmbeddingCache {
  return {
    async use(rows) {
      store.transaction(() => {
        for (const { versionId, hashes } of rows) {
          store.run(
            `INSERT OR IGNORE INTO embedding_use (version, hash)
             SELECT v.key, used.value FROM version v, json_each(?) AS used WHERE v.id = ? AND v.state <> 'removed'`,
            JSON.stringify(hashes),
            versionId,
          );
        }
      });
    },
    async get(space, hashes) {
      const found = new Map<string, Float32Array>();
      for (const hash of hashes) {
        const sql = 'SELECT vector FROM embedding WHERE space = ? AND hash = ?';
        const row = store.get<{ vector: Uint8Array<ArrayBuffer> }>(sql, space, hash);
        if (row) found.set(hash, toVector(row.vector));
      }
      return found;
    },
    async put(space, rows) {
      store.transaction(() => {
        for (const { hash, vector } of rows) {
          // A version may have been erased while its texts were embedded.
          store.run(
            `INSERT OR IGNORE INTO embedding (space, hash, vector)
             SELECT ?1, ?2, ?3 WHERE EXISTS (SELECT 1 FROM embedding_use WHERE hash = ?2)`,
            space,
            hash,
            toBytes(vector),
          );
        }
      });
    },
  };
}

/** The file may move to a machine of another byte order, so the order in it is fixed. */
function toBytes(vector: Float32Array): Uint8Array {
  const bytes = Buffer.from(new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength));
  return endianness() === 'LE' ? bytes : bytes.swap32();
}

function toVector(stored: Uint8Array): Float32Array {
  const vector = new Float32Array(stored.byteLength / 4);
  const bytes = Buffer.from(vector.buffer);
  bytes.set(stored);
  if (endianness() === 'BE') bytes.swap32();
  return vector;
}
