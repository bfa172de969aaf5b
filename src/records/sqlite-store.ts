import type { DatabaseSync, SQLInputValue, SQLOutputValue, StatementSync } from 'node:sqlite';
import { BylawError } from '../errors.ts';
import { createWriteBatch } from './sqlite-batch.ts';
import { sqliteFailure } from './sqlite-errors.ts';

export type SqliteRow = Record<string, SQLOutputValue>;

/**
 * Runs SQL on the open database. Every failure that an operator can act on is thrown as `records_unavailable`.
 * SQL texts must be constants, since each is prepared once and kept.
 */
export interface SqliteStore {
  all<Row extends SqliteRow>(sql: string, ...values: SQLInputValue[]): Row[];
  get<Row extends SqliteRow>(sql: string, ...values: SQLInputValue[]): Row | undefined;
  /** Returns the number of changed rows. */
  run(sql: string, ...values: SQLInputValue[]): number;
  /** All or nothing. Takes the write lock at once, so that a reader never turns into a writer too late. */
  transaction<Result>(work: () => Result): Result;
  /**
   * As `transaction`, together with all that is written in this moment: one wait for the disk for many. Resolves once it
   * is on disk. The work must not begin a transaction itself.
   */
  write<Result>(work: () => Result): Promise<Result>;
}

export interface SqliteConnection extends SqliteStore {
  open(database: DatabaseSync): void;
  close(): void;
}

/** Holds the one connection of this process with its prepared statements. */
export function createSqliteConnection(file: string): SqliteConnection {
  let opened: DatabaseSync | undefined;
  const statements = new Map<string, StatementSync>();

  function database(): DatabaseSync {
    if (!opened) throw new BylawError('records_unavailable', `The records ${file} are not open. Start Bylaw again.`);
    return opened;
  }

  function statement(sql: string): StatementSync {
    const known = statements.get(sql);
    if (known) return known;
    const prepared = database().prepare(sql);
    statements.set(sql, prepared);
    return prepared;
  }

  function guarded<Result>(work: () => Result): Result {
    try {
      return work();
    } catch (error) {
      throw sqliteFailure(error, file);
    }
  }

  const batch = createWriteBatch(database, runTransaction);

  return {
    open(database) {
      opened = database;
    },
    close() {
      batch.flush();
      statements.clear();
      opened?.close();
      opened = undefined;
    },
    all: <Row extends SqliteRow>(sql: string, ...values: SQLInputValue[]) =>
      guarded(() => statement(sql).all(...values) as Row[]),
    get: <Row extends SqliteRow>(sql: string, ...values: SQLInputValue[]) =>
      guarded(() => statement(sql).get(...values) as Row | undefined),
    run: (sql, ...values) => guarded(() => Number(statement(sql).run(...values).changes)),
    transaction: (work) => guarded(() => runTransaction(database(), work)),
    async write(work) {
      try {
        return await batch.add(work);
      } catch (error) {
        throw sqliteFailure(error, file);
      }
    },
  };
}

/** Runs the work between BEGIN IMMEDIATE and COMMIT, and takes everything back if any of it throws. */
export function runTransaction<Result>(database: DatabaseSync, work: () => Result): Result {
  database.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    database.exec('COMMIT');
    return result;
  } catch (error) {
    // A full disk has rolled back already.
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
}
