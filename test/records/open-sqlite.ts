import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { TestContext } from 'node:test';
import type { Records } from '../../src/records/records.ts';
import { createSqliteRecords } from '../../src/records/sqlite.ts';
import { storeTime } from './records-contract.ts';

/** A folder that goes with the test. */
export async function temporaryFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'bylaw-records-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Not started. Stopped after the test. */
export function sqliteRecords(t: TestContext, file: string, busyTimeoutMs?: number): Records {
  const records = createSqliteRecords({
    file,
    now: () => storeTime,
    ...(busyTimeoutMs !== undefined && { busyTimeoutMs }),
  });
  t.after(() => records.stop());
  return records;
}

/** The bare database, beside the records. */
export function rawDatabase(t: TestContext, file: string): DatabaseSync {
  const database = new DatabaseSync(file);
  t.after(() => {
    if (database.isOpen) database.close();
  });
  return database;
}
