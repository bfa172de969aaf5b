import type { Version } from '../domain.ts';

/** Which versions are in which vector space; a space is one embedder with one dimension. */
export interface VectorRecords {
  /** Versions whose vectors are missing in the space: those that answer today first, then past ones; oldest first. */
  pending(space: string, limit: number): Promise<Version[]>;
  countPending(space: string): Promise<number>;
  mark(space: string, rows: readonly { versionId: string; vectors: number }[]): Promise<void>;
  /** Versions and vectors that the space should hold. */
  marked(space: string): Promise<Map<string, number>>;
  clear(space: string): Promise<void>;
}

/**
 * Vectors by embedder and SHA-256 of the embedded text, so that nothing is embedded twice. A vector is kept as long as
 * any version that uses its text, and erased in one step with the last.
 */
export interface EmbeddingCache {
  /** Adds to the texts that versions use, in whatever space; to be called before `put`. Unknown versions are left out. */
  use(rows: readonly { versionId: string; hashes: readonly string[] }[]): Promise<void>;
  get(space: string, hashes: readonly string[]): Promise<Map<string, Float32Array>>;
  /** Leaves out vectors of texts that no version uses. */
  put(space: string, rows: readonly { hash: string; vector: Float32Array }[]): Promise<void>;
}
