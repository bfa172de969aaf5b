import type { SqliteStore } from './sqlite-store.ts';

/** One row for good; 48 random bits, since a few stores may share a vector server. */
export const installationTable = `
CREATE TABLE installation (id TEXT NOT NULL) STRICT;
INSERT INTO installation (id) VALUES (lower(hex(randomblob(6))));
`;

export function readInstallation(store: SqliteStore): string {
  const row = store.get<{ id: string }>('SELECT id FROM installation');
  if (!row) throw new Error('The records have no id of their own');
  return row.id;
}
