import { readFile, stat } from 'node:fs/promises';
import type { Profile } from '../domain.ts';
import { BylawError, loggable, messageOf } from '../errors.ts';
import type { Log } from '../log.ts';
import type { ProfileAsker } from './profiles.ts';
import { type Directory, keyOf, readDirectory } from './read-directory.ts';

/** A list of people in a file of the company: CSV, or YAML by id. */
export interface DirectoryFile {
  /** Never throws: while the file can't be read, what was read last counts. */
  find(asker: ProfileAsker): Promise<Profile>;
  /** Whether people are listed by e-mail address. */
  usesEmail(): Promise<boolean>;
  /** Reads it, and returns what it leaves out, a line each. Throws `config_invalid` that names file and line. */
  check(): Promise<{ readonly people: number; readonly notes: readonly string[] }>;
}

/** Looks at the file at most once in so long. */
const freshMs = 5_000;

export function createDirectoryFile(options: {
  readonly file: string;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly log: Log;
}): DirectoryFile {
  const { file, now, log } = options;
  let known: (Directory & { readonly stamp: string }) | undefined;
  let lookedAt = Number.NEGATIVE_INFINITY;
  let looking: Promise<void> | undefined;

  async function look(): Promise<void> {
    const { mtimeMs, size } = await stat(file).catch((error: unknown) => {
      throw new BylawError('config_invalid', `profile.file ${file} cannot be read: ${messageOf(error)}`, {
        cause: error,
      });
    });
    const stamp = `${mtimeMs} ${size}`;
    if (known?.stamp === stamp) return;
    known = { stamp, ...readDirectory(file, await readFile(file, 'utf8')) };
    log.info('directory.read', { people: known.people.size, leftOut: known.notes.length });
  }

  async function fresh(): Promise<Directory | undefined> {
    if (now() - lookedAt >= freshMs) {
      looking ??= look()
        .catch((error: unknown) => log.warn('directory.unreadable', { reason: loggable(error) }))
        .finally(() => {
          lookedAt = now();
          looking = undefined;
        });
    }
    await looking;
    return known;
  }

  return {
    async find({ person, email }) {
      const directory = await fresh();
      return [person, email ?? ''].map((name) => directory?.people.get(keyOf(name))).find(Boolean) ?? {};
    },
    usesEmail: async () => (await fresh())?.usesEmail ?? false,
    async check() {
      await look();
      return { people: known?.people.size ?? 0, notes: known?.notes ?? [] };
    },
  };
}
