/** What admins approved of connectors, and what was sent to them. Times are epoch milliseconds. */
export const connectorTables = `
CREATE TABLE connector_pin (
  connector TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('tool', 'prompt', 'instructions')),
  name TEXT NOT NULL,
  hash TEXT NOT NULL,
  definition TEXT NOT NULL,
  approved_by TEXT NOT NULL,
  approved_at INTEGER NOT NULL,
  PRIMARY KEY (connector, kind, name)
) STRICT, WITHOUT ROWID;

-- args: JSON. What follows decision is absent until the call has ended.
CREATE TABLE connector_call (
  id TEXT PRIMARY KEY,
  at INTEGER NOT NULL,
  person TEXT,
  place TEXT,
  connector TEXT NOT NULL,
  endpoint TEXT NOT NULL,
  tool TEXT NOT NULL,
  revision TEXT NOT NULL,
  args TEXT NOT NULL,
  args_hash TEXT NOT NULL,
  bytes_out INTEGER NOT NULL,
  decision TEXT NOT NULL CHECK (decision IN ('automatic', 'approved')),
  approver TEXT,
  outcome TEXT CHECK (outcome IN ('done', 'error', 'not_done', 'refused', 'unknown')),
  ms INTEGER,
  bytes_in INTEGER,
  result_hash TEXT
) STRICT;
CREATE INDEX connector_call_connector ON connector_call(connector, at);
CREATE INDEX connector_call_at ON connector_call(at);
CREATE INDEX connector_call_person ON connector_call(person) WHERE person IS NOT NULL;

CREATE TABLE connector_result (
  call TEXT PRIMARY KEY,
  text TEXT NOT NULL
) STRICT;
`;
