/** What connectors ask people, and how people are signed in to them. Times are epoch milliseconds. */
export const signInTables = `
-- request, content: JSON. held_by: the process that holds the call open; absent where it can be gone on with anywhere.
CREATE TABLE elicitation (
  id TEXT PRIMARY KEY,
  recipient TEXT NOT NULL,
  tool TEXT NOT NULL,
  title TEXT NOT NULL,
  input TEXT NOT NULL,
  request TEXT NOT NULL,
  resume TEXT NOT NULL,
  conversation TEXT NOT NULL,
  person TEXT,
  place TEXT,
  held_by TEXT,
  state TEXT NOT NULL CHECK (state IN ('open', 'accepted', 'declined', 'cancelled', 'expired', 'superseded')),
  content TEXT,
  asked_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  decision TEXT,
  settled_at INTEGER,
  card TEXT
) STRICT;
CREATE INDEX elicitation_open ON elicitation(expires_at) WHERE state = 'open';
CREATE INDEX elicitation_conversation ON elicitation(conversation);
CREATE INDEX elicitation_person ON elicitation(person) WHERE person IS NOT NULL;

-- person: empty for the bot itself. sealed: encrypted.
CREATE TABLE credential (
  connector TEXT NOT NULL,
  issuer TEXT NOT NULL,
  person TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('tokens', 'client')),
  sealed TEXT NOT NULL,
  at INTEGER NOT NULL,
  PRIMARY KEY (connector, issuer, person, kind)
) STRICT, WITHOUT ROWID;
CREATE INDEX credential_person ON credential(person);

-- state: SHA-256 of what the sign-in page gives back. sealed: encrypted.
CREATE TABLE sign_in (
  state TEXT PRIMARY KEY,
  connector TEXT NOT NULL,
  person TEXT NOT NULL,
  sealed TEXT NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT;
`;
