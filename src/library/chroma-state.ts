import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import * as z from 'zod';
import { BylawError } from '../errors.ts';

const processSchema = z.object({ pid: z.number().int().positive(), started: z.string().optional() });
const stateSchema = z.object({
  server: processSchema.extend({ port: z.number().int() }).optional(),
  users: z.array(processSchema.extend({ id: z.string() })),
});

/** Which Chroma server runs on a state folder, and who uses it. */
export type ChromaState = z.infer<typeof stateSchema>;

export interface ChromaStateFile {
  /** Holds the state folder's lock while `work` runs; a process that dies lets go of it. */
  locked<T>(work: () => Promise<T>): Promise<T>;
  read(): ChromaState;
  write(state: ChromaState): void;
}

const lockWaitMs = 120_000;
const lockRetryMs = 20;

export function createChromaStateFile(stateDir: string): ChromaStateFile {
  const path = join(stateDir, 'chroma.json');
  return {
    async locked(work) {
      mkdirSync(stateDir, { recursive: true, mode: 0o700 });
      const lock = await acquire(join(stateDir, 'chroma.lock'));
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
      writeFileSync(`${path}.new`, `${JSON.stringify(state)}\n`, { mode: 0o600 });
      renameSync(`${path}.new`, path);
    },
  };
}

/** An open write transaction of SQLite is a lock that the system releases with the process, and tells threads apart. */
async function acquire(path: string): Promise<DatabaseSync> {
  const db = new DatabaseSync(path, { timeout: 0 });
  const giveUpAt = performance.now() + lockWaitMs;
  for (;;) {
    try {
      db.exec('BEGIN IMMEDIATE');
      return db;
    } catch (error) {
      const busy = error instanceof Error && 'errcode' in error && (Number(error.errcode) & 0xff) === 5;
      if (!busy || performance.now() > giveUpAt) {
        db.close();
        const cause = busy ? 'another process holds its lock' : 'its lock file is unusable';
        throw new BylawError('library_unavailable', `Chroma can't be reached, ${cause}: ${path}`, { cause: error });
      }
      await delay(lockRetryMs);
    }
  }
}
