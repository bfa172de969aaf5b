import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import * as z from 'zod';
import { BylawError, loggable } from '../errors.ts';

const processSchema = z.object({ pid: z.number().int().positive(), started: z.string().optional() });
const stateSchema = z.object({
  server: processSchema.extend({ port: z.number().int() }).optional(),
  users: z.array(processSchema.extend({ id: z.string() })),
});

/** Which Chroma server runs on a state folder, and who uses it. */
export type ChromaState = z.infer<typeof stateSchema>;

export interface ChromaStateFile {
  /**
   * Holds the state folder's lock while `work` runs; a process that dies lets go of it. Waits for another's until the
   * signal aborts. Throws `library_unavailable`.
   */
  locked<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T>;
  read(): ChromaState;
  /** Throws `library_unavailable`. */
  write(state: ChromaState): void;
}

const lockWaitMs = 120_000;
const lockRetryMs = 20;

export function createChromaStateFile(stateDir: string): ChromaStateFile {
  const path = join(stateDir, 'chroma.json');
  return {
    async locked(work, signal) {
      const lock = await acquire(join(stateDir, 'chroma.lock'), signal);
      try {
        return await work();
      } finally {
        lock.close();
      }
    },
    read() {
      try {
        return stateSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
      } catch {
        // Missing or cut short: a server that runs all the same is found by its arguments.
        return { users: [] };
      }
    },
    write(state) {
      if (!state.server && state.users.length === 0) {
        rmSync(path, { force: true });
        return;
      }
      try {
        writeFileSync(`${path}.new`, `${JSON.stringify(state)}\n`, { mode: 0o600 });
        renameSync(`${path}.new`, path);
      } catch (error) {
        throw unusable(path, error);
      }
    },
  };
}

/** An open write transaction of SQLite is a lock that the system releases with the process, and tells threads apart. */
async function acquire(path: string, signal: AbortSignal): Promise<DatabaseSync> {
  const giveUpAt = performance.now() + lockWaitMs;
  const db = openLock(path);
  for (;;) {
    try {
      // Nothing is ever written, so without a journal the lock can be had on a full disk too.
      db.exec('PRAGMA journal_mode = MEMORY; BEGIN IMMEDIATE');
      return db;
    } catch (error) {
      const busy = error instanceof Error && 'errcode' in error && (Number(error.errcode) & 0xff) === 5;
      if (!busy || performance.now() > giveUpAt || signal.aborted) {
        db.close();
        if (!busy) throw unusable(path, error);
        const message = `Chroma can't be reached while another process holds ${path}: wait for it, or stop it and try again`;
        throw new BylawError('library_unavailable', message, { cause: error });
      }
      await delay(lockRetryMs, undefined, { signal }).catch(() => undefined);
    }
  }
}

function openLock(path: string): DatabaseSync {
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    return new DatabaseSync(path, { timeout: 0 });
  } catch (error) {
    throw unusable(path, error);
  }
}

function unusable(path: string, error: unknown): BylawError {
  const reason = error instanceof Error && 'errstr' in error ? error.errstr : codeOf(error);
  const message = `Chroma can't be reached, since ${path} can't be used (${reason}): check that its disk has room and its folder can be written`;
  return new BylawError('library_unavailable', message, { cause: error });
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : loggable(error);
}
