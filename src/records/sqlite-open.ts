import { basename } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { BylawError } from '../errors.ts';
import type { RecordsOpening } from './records.ts';
import { DamagedDatabaseError, fileFailure, isBusy, isDamaged, sqliteFailure } from './sqlite-errors.ts';
import { identityOf, moveAside, prepareFile } from './sqlite-file.ts';
import { inspect, migrate, migrations } from './sqlite-migrations.ts';

export interface OpenedRecords {
  readonly database: DatabaseSync;
  readonly opening: RecordsOpening;
}

export interface OpenOptions {
  readonly file: string;
  readonly now: () => number;
  readonly busyTimeoutMs: number;
}

const retryMs = 25;

/** Opens the database, creating, migrating or replacing it as needed. Throws `records_unavailable`. */
export async function openRecordsFile(options: OpenOptions): Promise<OpenedRecords> {
  // SQLite does not wait for every lock that opening needs, such as that of the switch to WAL.
  const giveUpAt = performance.now() + options.busyTimeoutMs;
  for (;;) {
    try {
      return openOrReplace(options);
    } catch (error) {
      if (!isBusy(error) || performance.now() >= giveUpAt) throw sqliteFailure(error, options.file);
      await wait(retryMs);
    }
  }
}

function openOrReplace(options: OpenOptions): OpenedRecords {
  const { file, now } = options;
  const seen = onDisk(file, () => {
    prepareFile(file);
    return identityOf(file);
  });
  try {
    return openOnce(options);
  } catch (error) {
    if (!isDamaged(error)) throw error;
    // Another process that starts at the same time may have replaced the file already.
    if (identityOf(file) !== seen) return openOnce(options);
    const aside = onDisk(file, () => moveAside(file, new Date(now())));
    onDisk(file, () => prepareFile(file));
    const detail = `${basename(file)} was damaged and is kept as ${aside}. Documents are indexed again; earlier questions, conversations and answers are in the old file only.`;
    return { ...openOnce(options), opening: { state: 'rebuilt', detail } };
  }
}

function openOnce({ file, busyTimeoutMs }: OpenOptions): OpenedRecords {
  const database = new DatabaseSync(file, { timeout: busyTimeoutMs });
  try {
    const found = inspect(database);
    if (found.kind === 'foreign') {
      const message = `${file} is a database of another program. Choose another folder with --data.`;
      throw new BylawError('records_unavailable', message);
    }
    const before = found.kind === 'ours' ? found.version : 0;
    if (before > migrations.length) {
      const message = `The records ${file} were written by a newer Bylaw (format ${before}, this one knows ${migrations.length}). Update Bylaw, or choose another folder with --data.`;
      throw new BylawError('records_unavailable', message);
    }
    configure(database);
    migrate(database);
    probe(database);
    return { database, opening: openingOf(found.kind === 'empty', before) };
  } catch (error) {
    database.close();
    throw error;
  }
}

function openingOf(empty: boolean, before: number): RecordsOpening {
  if (empty) return { state: 'created' };
  if (before === migrations.length) return { state: 'current' };
  return { state: 'migrated', detail: `from format ${before} to ${migrations.length}` };
}

/** A claim or a started side effect must outlive a power cut, hence FULL; what is erased must be gone from the file. */
function configure(database: DatabaseSync): void {
  database.exec(`
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = FULL;
    PRAGMA secure_delete = ON;
    PRAGMA trusted_schema = OFF;
    PRAGMA journal_size_limit = 67108864;
  `);
}

/**
 * Damage shows only where a page is read, so every table is touched, and those that decide what is answered are checked
 * as a whole. Checking texts and vectors too would cost seconds at each start.
 */
function probe(database: DatabaseSync): void {
  const tables = database.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all();
  for (const { name } of tables) database.prepare(`SELECT * FROM "${name}" LIMIT 1`).get();
  for (const table of ['document', 'version', 'question', 'ledger', 'approval']) {
    const result = database.prepare(`PRAGMA quick_check(${table})`).get()?.quick_check;
    if (result !== 'ok') throw new DamagedDatabaseError(`${table}: ${result}`);
  }
}

function onDisk<Result>(file: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw fileFailure(error, file);
  }
}
