/**
 * Ties the cache of vectors to the versions whose texts they are of. Vectors from before can't be told from those of
 * erased texts, so they go, and all versions are embedded once more.
 */
export const embeddingUseTables = `
DELETE FROM vector_mark;
DROP TABLE embedding;

-- Which texts a version is embedded by, in any space.
CREATE TABLE embedding_use (
  version INTEGER NOT NULL REFERENCES version(key) ON DELETE CASCADE,
  hash TEXT NOT NULL,
  PRIMARY KEY (version, hash)
) STRICT, WITHOUT ROWID;
CREATE INDEX embedding_use_hash ON embedding_use(hash);

-- vector: 32-bit floats, little-endian.
CREATE TABLE embedding (
  key INTEGER PRIMARY KEY,
  hash TEXT NOT NULL,
  space TEXT NOT NULL,
  vector BLOB NOT NULL,
  UNIQUE (hash, space)
) STRICT;

-- Whatever erases a version thus erases its vectors in the same transaction.
CREATE TRIGGER embedding_unused AFTER DELETE ON embedding_use
WHEN NOT EXISTS (SELECT 1 FROM embedding_use WHERE hash = OLD.hash)
BEGIN
  DELETE FROM embedding WHERE hash = OLD.hash;
END;
`;
