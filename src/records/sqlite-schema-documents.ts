/** Documents, their versions with text and passages, and which vectors exist. */
export const documentTables = `
-- stamp and fingerprint are null until something of the document was indexed or failed, and again once it is removed.
CREATE TABLE document (
  key INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  source TEXT NOT NULL,
  path TEXT NOT NULL,
  last INTEGER NOT NULL,
  stamp TEXT,
  fingerprint TEXT,
  failure TEXT
) STRICT;
CREATE INDEX document_source ON document(source);

-- The last number of documents that are gone. A passage id thus never names two texts, in an old answer's citation or
-- in an index that still holds it. Only a hash of the document's id is kept.
CREATE TABLE numbering (
  document TEXT PRIMARY KEY,
  last INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- staged -> current -> replaced -> past, or current -> removed -> deleted; replaced and removed are not settled yet.
CREATE TABLE version (
  key INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  document INTEGER NOT NULL REFERENCES document(key),
  number INTEGER NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('staged', 'current', 'replaced', 'removed', 'past')),
  stamp TEXT NOT NULL,
  fingerprint TEXT NOT NULL,
  content_hash TEXT NOT NULL,
  metadata TEXT NOT NULL,
  audience_key TEXT NOT NULL,
  valid_from TEXT,
  valid_to TEXT,
  passages INTEGER NOT NULL
) STRICT;
CREATE INDEX version_state ON version(state);
CREATE INDEX version_document ON version(document, number);
CREATE UNIQUE INDEX version_current ON version(document) WHERE state = 'current';
CREATE INDEX version_not_yet ON version(valid_from) WHERE state = 'current' AND valid_from IS NOT NULL;
CREATE INDEX version_no_longer ON version(valid_to) WHERE state = 'current' AND valid_to IS NOT NULL;

CREATE TABLE content (
  version INTEGER PRIMARY KEY REFERENCES version(key) ON DELETE CASCADE,
  text TEXT NOT NULL
) STRICT;

-- start_at and end_at are indices of JavaScript strings; sentences is a JSON array start, end, start, end and so on.
CREATE TABLE passage (
  version INTEGER NOT NULL REFERENCES version(key) ON DELETE CASCADE,
  n INTEGER NOT NULL,
  start_at INTEGER NOT NULL,
  end_at INTEGER NOT NULL,
  headings TEXT NOT NULL,
  lead TEXT,
  page INTEGER,
  sentences TEXT NOT NULL,
  PRIMARY KEY (version, n)
) STRICT, WITHOUT ROWID;

-- What searches can be narrowed by, folded for comparison.
CREATE TABLE facet (
  version INTEGER NOT NULL REFERENCES version(key) ON DELETE CASCADE,
  field TEXT NOT NULL,
  value TEXT NOT NULL,
  PRIMARY KEY (version, field, value)
) STRICT, WITHOUT ROWID;
CREATE INDEX facet_value ON facet(field, value);

CREATE TABLE vector_mark (
  version INTEGER NOT NULL REFERENCES version(key) ON DELETE CASCADE,
  space TEXT NOT NULL,
  vectors INTEGER NOT NULL,
  PRIMARY KEY (version, space)
) STRICT, WITHOUT ROWID;
CREATE INDEX vector_mark_space ON vector_mark(space);

-- vector: 32-bit floats, little-endian.
CREATE TABLE embedding (
  key INTEGER PRIMARY KEY,
  space TEXT NOT NULL,
  hash TEXT NOT NULL,
  vector BLOB NOT NULL,
  UNIQUE (space, hash)
) STRICT;
`;
