import type { DatabaseSync } from 'node:sqlite';
import { installationTable } from './sqlite-installation.ts';
import { connectorTables } from './sqlite-schema-connectors.ts';
import { documentTables } from './sqlite-schema-documents.ts';
import { embeddingUseTables } from './sqlite-schema-embeddings.ts';
import { peopleTables } from './sqlite-schema-people.ts';
import { questionTables } from './sqlite-schema-questions.ts';
import { signInTables } from './sqlite-schema-sign-ins.ts';
import { ticketTables } from './sqlite-schema-tickets.ts';
import { versionTables } from './sqlite-schema-versions.ts';
import { runTransaction } from './sqlite-store.ts';

/** Marks the file as ours in its header: the letters "Bylw". */
export const applicationId = 0x42796c77;

/** Each brings the database from the `user_version` of its index to the next. Published ones never change. */
export const migrations: readonly string[] = [
  documentTables,
  questionTables,
  installationTable,
  embeddingUseTables,
  peopleTables,
  connectorTables,
  ticketTables,
  signInTables,
  versionTables,
];

/** What the file held before: nothing, our tables at a version, or the tables of something else. */
export type Found =
  | { readonly kind: 'empty' }
  | { readonly kind: 'ours'; readonly version: number }
  | { readonly kind: 'foreign' };

export function inspect(database: DatabaseSync): Found {
  const version = pragma(database, 'user_version');
  if (pragma(database, 'application_id') === applicationId) return { kind: 'ours', version };
  const tables = database.prepare('SELECT count(*) AS n FROM sqlite_master').get();
  return tables?.n === 0 && version === 0 ? { kind: 'empty' } : { kind: 'foreign' };
}

/** Applies what is missing, each step in a transaction of its own, so that an interrupted run continues where it was. */
export function migrate(database: DatabaseSync, steps: readonly string[] = migrations): void {
  for (const [from, step] of steps.entries()) {
    if (pragma(database, 'user_version') > from) continue;
    runTransaction(database, () => {
      // Another process may have been faster between the look and the lock.
      if (pragma(database, 'user_version') !== from) return;
      database.exec(step);
      database.exec(`PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${from + 1}`);
    });
  }
}

function pragma(database: DatabaseSync, name: 'user_version' | 'application_id'): number {
  return Number(database.prepare(`PRAGMA ${name}`).get()?.[name]);
}
