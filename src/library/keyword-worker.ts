import { closeSync, mkdirSync, openSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { loggable } from '../errors.ts';
import {
  type IndexedTitle,
  type IndexedVersion,
  type KeywordDatabase,
  type KeywordQuery,
  type KeywordResult,
  openKeywordDatabase,
  type StoredVersion,
} from './keyword-database.ts';

/** What the worker is asked, and what it answers by name. */
export interface KeywordCalls {
  inventory: { readonly request: undefined; readonly response: readonly StoredVersion[] };
  /** Deletes the file and begins an empty one. */
  reset: { readonly request: undefined; readonly response: undefined };
  add: { readonly request: readonly IndexedVersion[]; readonly response: undefined };
  remove: { readonly request: readonly string[]; readonly response: undefined };
  erase: { readonly request: readonly string[]; readonly response: undefined };
  count: { readonly request: readonly string[]; readonly response: number };
  search: { readonly request: KeywordQuery; readonly response: KeywordResult };
  resolve: {
    readonly request: { readonly vectorKeys: readonly string[]; readonly audienceKeys: readonly string[] };
    readonly response: ReadonlyMap<string, IndexedTitle>;
  };
  close: { readonly request: undefined; readonly response: undefined };
}

export type KeywordRequest = {
  [Name in keyof KeywordCalls]: {
    readonly id: number;
    readonly name: Name;
    readonly value: KeywordCalls[Name]['request'];
  };
}[keyof KeywordCalls];

/** `broken` means that the file is unusable and has to be built anew; otherwise the machine or a lock is in the way. */
export type KeywordReply =
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly error: string; readonly broken: boolean };

const path: string = workerData.path;
let opened: { readonly db: KeywordDatabase; readonly inode: bigint } | undefined;

parentPort?.on('message', (request: KeywordRequest) => {
  try {
    reply({ id: request.id, value: answer(request) });
  } catch (error) {
    const broken = isBroken(error);
    if (broken) close();
    reply({ id: request.id, error: describe(error), broken });
  }
});

function answer(request: KeywordRequest): unknown {
  switch (request.name) {
    case 'reset':
      return reset();
    case 'inventory':
      return database().inventory();
    case 'add':
      return database().add(request.value);
    case 'remove':
      return database().remove(request.value);
    case 'erase':
      return database().erase(request.value);
    case 'count':
      return database().count(request.value);
    case 'search':
      return database().search(request.value);
    case 'resolve':
      return database().resolve(request.value.vectorKeys, request.value.audienceKeys);
    case 'close':
      return close();
  }
}

function database(): KeywordDatabase {
  // Another process may have built the file anew: what is open is then a deleted one.
  if (opened && statSync(path, { bigint: true, throwIfNoEntry: false })?.ino !== opened.inode) close();
  opened ??= open();
  if (!opened.db.current) throw new OutdatedIndex('was written by another version of Bylaw');
  return opened.db;
}

function open(): { db: KeywordDatabase; inode: bigint } {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  // SQLite gives its side files the mode of the file, so it is made before SQLite would.
  closeSync(openSync(path, 'a', 0o600));
  const db = openKeywordDatabase(path);
  return { db, inode: statSync(path, { bigint: true }).ino };
}

function reset(): void {
  close();
  for (const suffix of ['', '-wal', '-shm']) rmSync(`${path}${suffix}`, { force: true });
  opened = open();
}

function close(): void {
  try {
    opened?.db.close();
  } finally {
    opened = undefined;
  }
}

class OutdatedIndex extends Error {}

const sqliteError = 1;
const sqliteCorrupt = 11;
const sqliteNotADatabase = 26;

function isBroken(error: unknown): boolean {
  if (error instanceof OutdatedIndex) return true;
  if (!(error instanceof Error) || !('errcode' in error)) return false;
  // The low byte is the kind. Our statements are fixed, so a plain error means that a table is missing or malformed.
  return [sqliteError, sqliteCorrupt, sqliteNotADatabase].includes(Number(error.errcode) & 0xff);
}

/** SQLite's own message may repeat what was asked or indexed; its name for the failure doesn't. */
function describe(error: unknown): string {
  if (error instanceof OutdatedIndex) return error.message;
  if (!(error instanceof Error)) return loggable(error);
  if ('errstr' in error) return String(error.errstr);
  return 'code' in error ? String(error.code) : loggable(error);
}

function reply(message: KeywordReply): void {
  parentPort?.postMessage(message);
}
