import { chmodSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { BylawError } from '../../errors.ts';
import type { Ticket, TicketStore } from './ticket-store.ts';

export interface SqliteTicketsOptions {
  readonly file: string;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

const defaultQueue = 'helpdesk';
const waitForOthersMs = 5_000;

const tables = `
CREATE TABLE IF NOT EXISTS ticket (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  subject TEXT NOT NULL,
  text TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('open', 'closed')),
  queue TEXT NOT NULL,
  requester TEXT,
  created INTEGER NOT NULL,
  updated INTEGER NOT NULL,
  idempotency_key TEXT NOT NULL UNIQUE
) STRICT;
CREATE TABLE IF NOT EXISTS comment (
  id INTEGER PRIMARY KEY,
  ticket INTEGER NOT NULL REFERENCES ticket(id),
  text TEXT NOT NULL,
  at INTEGER NOT NULL
) STRICT;
`;

/** Tickets in one file, for trying the desk without any other system. Opened by the first call, not before. */
export function createSqliteTickets({ file, now }: SqliteTicketsOptions): TicketStore {
  let opened: DatabaseSync | undefined;

  function database(): DatabaseSync {
    opened ??= open(file);
    return opened;
  }
  const row = (id: string): TicketRow | undefined => read(database(), 'SELECT * FROM ticket WHERE id = ?', Number(id));

  return {
    async search({ text, requester, only, limit }) {
      const words = text.split(/\s+/).filter((word) => word !== '');
      const matches = words.map(() => "subject LIKE ? ESCAPE '\\'").join(' AND ') || '1';
      const sql = `SELECT * FROM ticket WHERE (${matches} OR id = ?) AND coalesce(requester = ?, ?) AND coalesce(status = ?, 1)
        ORDER BY id DESC LIMIT ?`;
      const patterns = words.map((word) => `%${word.replace(/[\\%_]/g, '\\$&')}%`);
      const from = requester?.toLowerCase() ?? null;
      const rows = database()
        .prepare(sql)
        .all(...patterns, numberIn(text), from, from === null ? 1 : 0, only ?? null, limit);
      return rows.map((each) => toTicket(toRow(each)));
    },
    get: async (id) => whole(row(id)),
    async create({ subject, text, queue, requester, idempotencyKey }) {
      const { changes } = database()
        .prepare(
          `INSERT INTO ticket (subject, text, status, queue, requester, created, updated, idempotency_key)
           VALUES (?, ?, 'open', ?, ?, ?, ?, ?) ON CONFLICT (idempotency_key) DO NOTHING`,
        )
        .run(
          ...[subject, text, queue ?? defaultQueue, requester?.toLowerCase() ?? null],
          ...[now(), now(), idempotencyKey],
        );
      const found = read(database(), 'SELECT * FROM ticket WHERE idempotency_key = ?', idempotencyKey);
      if (found === undefined) throw new BylawError('connector_failed', 'The ticket was not kept. Try again.');
      return { ...toTicket(found), isRepeated: changes === 0 };
    },
    async comment({ id, text }) {
      const found = row(id);
      if (found !== undefined) {
        inTransaction(database(), (all) => {
          all.prepare('INSERT INTO comment (ticket, text, at) VALUES (?, ?, ?)').run(found.id, text, now());
          all.prepare('UPDATE ticket SET updated = ? WHERE id = ?').run(now(), found.id);
        });
      }
      return whole(row(id));
    },
    async close(id, reason) {
      const before = row(id);
      if (before?.status === 'open') {
        inTransaction(database(), (all) => {
          all.prepare("UPDATE ticket SET status = 'closed', updated = ? WHERE id = ?").run(now(), before.id);
          if (reason !== undefined)
            all.prepare('INSERT INTO comment (ticket, text, at) VALUES (?, ?, ?)').run(before.id, reason, now());
        });
      }
      return whole(row(id));
    },
    async stop() {
      opened?.close();
      opened = undefined;
    },
  };
}

function open(file: string): DatabaseSync {
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    const database = new DatabaseSync(file, { timeout: waitForOthersMs });
    // What people write to a desk is nobody else's to read.
    chmodSync(file, 0o600);
    database.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; ${tables}`);
    return database;
  } catch (cause) {
    throw new BylawError(
      'connector_failed',
      'The tickets can not be opened: check that TICKETS_FILE names a file of the desk that it may write.',
      { cause },
    );
  }
}

function inTransaction(database: DatabaseSync, work: (database: DatabaseSync) => void): void {
  database.exec('BEGIN IMMEDIATE');
  try {
    work(database);
    database.exec('COMMIT');
  } catch (error) {
    database.exec('ROLLBACK');
    throw error;
  }
}

/** The number that a text is, or one that no ticket has. */
function numberIn(text: string): number {
  return /^#?\d{1,15}$/.test(text.trim()) ? Number(text.trim().replace('#', '')) : -1;
}

interface TicketRow {
  readonly id: number;
  readonly subject: string;
  readonly status: string;
  readonly queue: string;
  readonly requester: string;
  readonly created: number;
  readonly updated: number;
}

function read(database: DatabaseSync, sql: string, value: string | number): TicketRow | undefined {
  const found = database.prepare(sql).get(value);
  return found && toRow(found);
}

function toRow(found: Readonly<Record<string, unknown>>): TicketRow {
  return {
    id: Number(found.id),
    subject: String(found.subject),
    status: String(found.status),
    queue: String(found.queue),
    requester: String(found.requester ?? ''),
    created: Number(found.created),
    updated: Number(found.updated),
  };
}

function whole(row: TicketRow | undefined): Ticket | undefined {
  return row && toTicket(row);
}

function toTicket({ id, subject, status, queue, requester, created, updated }: TicketRow): Ticket {
  return {
    id: String(id),
    ...{ subject, status, isClosed: status === 'closed', queue },
    ...(requester === '' ? {} : { requester }),
    created: new Date(created).toISOString(),
    updated: new Date(updated).toISOString(),
  };
}
