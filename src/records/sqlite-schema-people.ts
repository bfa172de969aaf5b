/**
 * Who asked what where, what people decided, said about answers and wished to be remembered, and how sources stand.
 * Times are epoch milliseconds.
 */
export const peopleTables = `
ALTER TABLE answer ADD COLUMN person TEXT;
ALTER TABLE answer ADD COLUMN place TEXT;
ALTER TABLE answer ADD COLUMN status TEXT NOT NULL DEFAULT '';
UPDATE answer SET status = json_extract(answer, '$.status');
CREATE INDEX answer_at ON answer(at);
CREATE INDEX answer_conversation ON answer(conversation, at);
CREATE INDEX answer_person ON answer(person, at) WHERE person IS NOT NULL;

-- Who took part in a conversation; kept as long as its snapshot, since the answers may go earlier.
CREATE TABLE participant (
  conversation TEXT NOT NULL,
  person TEXT NOT NULL,
  PRIMARY KEY (conversation, person)
) STRICT, WITHOUT ROWID;
CREATE INDEX participant_person ON participant(person);

-- The conversation that a side effect belongs to, so that its result can be erased with it.
ALTER TABLE ledger ADD COLUMN conversation TEXT;

-- input: JSON; approvers: JSON array.
CREATE TABLE approval (
  id TEXT PRIMARY KEY,
  tool TEXT NOT NULL,
  input TEXT NOT NULL,
  args_hash TEXT NOT NULL,
  expires_at INTEGER NOT NULL,
  approvers TEXT,
  conversation TEXT NOT NULL,
  person TEXT,
  state TEXT NOT NULL CHECK (state IN ('open', 'approved', 'denied', 'expired', 'superseded')),
  asked_at INTEGER NOT NULL,
  decision TEXT,
  decided_by TEXT,
  settled_at INTEGER,
  card TEXT
) STRICT;
CREATE INDEX approval_open ON approval(expires_at) WHERE state = 'open';
CREATE INDEX approval_conversation ON approval(conversation);

CREATE TABLE feedback (
  answer TEXT NOT NULL,
  person TEXT NOT NULL,
  verdict TEXT NOT NULL CHECK (verdict IN ('helpful', 'not_helpful')),
  reason TEXT,
  at INTEGER NOT NULL,
  PRIMARY KEY (answer, person)
) STRICT;
CREATE INDEX feedback_at ON feedback(at);

CREATE TABLE memory (
  person TEXT NOT NULL,
  path TEXT NOT NULL,
  text TEXT NOT NULL,
  at INTEGER NOT NULL,
  PRIMARY KEY (person, path)
) STRICT;

CREATE TABLE spend (
  day TEXT PRIMARY KEY,
  usd REAL NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE flag (
  name TEXT PRIMARY KEY,
  value TEXT NOT NULL,
  set_by TEXT NOT NULL,
  at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE sync (
  source TEXT PRIMARY KEY,
  read_at INTEGER,
  failing_since INTEGER,
  failure TEXT
) STRICT, WITHOUT ROWID;

-- That a person was forgotten, not who. erased: JSON.
CREATE TABLE erasure (
  key INTEGER PRIMARY KEY,
  at INTEGER NOT NULL,
  erased_by TEXT NOT NULL,
  erased TEXT NOT NULL
) STRICT;
`;
