import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { identify, isAlive } from '../process-identity.ts';
import { signalGroup } from './signal-group.ts';

/** Notes which programs run, so that those of a bot that was killed are ended by the next one. */
export interface ProcessFiles {
  add(connector: string, pid: number): void;
  remove(pid: number): void;
  /** Ends programs whose bot is gone; returns the names of their connectors. */
  sweep(): readonly string[];
}

const noted = z.object({
  connector: z.string(),
  pid: z.number().int().positive(),
  started: z.string(),
  bot: z.object({ pid: z.number().int().positive(), started: z.string() }),
});

/** Keeps a small file for each program in a folder. */
export function createProcessFiles(folder: string): ProcessFiles {
  const file = (pid: number) => join(folder, `${pid}.json`);
  return {
    add(connector, pid) {
      const { started } = identify(pid);
      const bot = identify(process.pid);
      // Without start times a number can't be told from a later process that got it again.
      if (started === undefined || bot.started === undefined) return;
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      writeFileSync(file(pid), JSON.stringify({ connector, pid, started, bot }), { mode: 0o600 });
    },
    remove: (pid) => rmSync(file(pid), { force: true }),
    sweep: () =>
      names(folder).flatMap((name) => {
        const path = join(folder, name);
        const entry = noted.safeParse(readJson(path));
        if (entry.success && isAlive(entry.data.bot)) return [];
        rmSync(path, { force: true });
        if (!entry.success || !mayBeOurs(entry.data)) return [];
        signalGroup(entry.data.pid, 'SIGKILL');
        return [entry.data.connector];
      }),
  };
}

/**
 * The number of a group is not given out again while the group has members. So the group is ours unless its number
 * belongs to a process that started at another time.
 */
function mayBeOurs({ pid, started }: { readonly pid: number; readonly started: string }): boolean {
  const now = identify(pid).started;
  return now === undefined || now === started;
}

function names(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => name.endsWith('.json'));
  } catch {
    return [];
  }
}

function readJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}
