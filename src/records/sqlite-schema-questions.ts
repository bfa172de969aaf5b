/** What was asked and answered, and what must happen once only. Times are epoch milliseconds. */
export const questionTables = `
CREATE TABLE question (
  key TEXT PRIMARY KEY,
  payload TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('claimed', 'delivered', 'refused', 'failed')),
  owner TEXT NOT NULL,
  lease_until INTEGER NOT NULL,
  attempts INTEGER NOT NULL,
  answer_id TEXT,
  message TEXT,
  claimed_at INTEGER NOT NULL,
  finished_at INTEGER
) STRICT;
CREATE INDEX question_claimed ON question(lease_until) WHERE state = 'claimed';
CREATE INDEX question_finished ON question(finished_at) WHERE finished_at IS NOT NULL;

CREATE TABLE conversation (
  id TEXT PRIMARY KEY,
  snapshot TEXT NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;

CREATE TABLE answer (
  id TEXT PRIMARY KEY,
  conversation TEXT NOT NULL,
  question TEXT NOT NULL,
  answer TEXT NOT NULL,
  retrieved TEXT NOT NULL,
  at INTEGER NOT NULL,
  input_tokens INTEGER,
  output_tokens INTEGER
) STRICT;

CREATE TABLE ledger (
  key TEXT PRIMARY KEY,
  args_hash TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('started', 'done')),
  result TEXT,
  started_at INTEGER NOT NULL,
  done_at INTEGER
) STRICT, WITHOUT ROWID;

CREATE TABLE lease (
  name TEXT PRIMARY KEY,
  owner TEXT NOT NULL,
  until INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
`;
