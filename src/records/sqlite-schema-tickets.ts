/** Tickets whose changes someone waits to hear. Times are epoch milliseconds. */
export const ticketTables = `
-- status: as the person last heard it. news: a later one that has not been told yet.
CREATE TABLE watched_ticket (
  connector TEXT NOT NULL,
  ticket TEXT NOT NULL,
  conversation TEXT NOT NULL,
  person TEXT,
  place TEXT,
  url TEXT,
  status TEXT NOT NULL,
  is_closed INTEGER NOT NULL,
  opened_at INTEGER NOT NULL,
  changed_at INTEGER NOT NULL,
  checked_at INTEGER NOT NULL,
  news TEXT,
  changes INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (connector, ticket)
) STRICT, WITHOUT ROWID;
CREATE INDEX watched_ticket_person ON watched_ticket(person) WHERE person IS NOT NULL;
`;
