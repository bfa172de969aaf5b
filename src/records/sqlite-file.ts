import { chmodSync, closeSync, existsSync, mkdirSync, openSync, renameSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** The database and what SQLite keeps beside it in WAL mode, by the end of the name; the database comes last. */
const parts = ['-wal', '-shm', ''] as const;

/**
 * Creates folder and file for their owner only, or narrows what an earlier run left wider. SQLite gives its -wal and
 * -shm files the mode of the database, so it must be right before SQLite opens it.
 */
export function prepareFile(file: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  closeSync(openSync(file, 'a', 0o600));
  for (const end of parts) narrow(file + end);
}

/** Identifies the file behind a name, to see whether another process has replaced it. */
export function identityOf(file: string): string | undefined {
  const stat = statSync(file, { throwIfNoEntry: false, bigint: true });
  return stat && `${stat.dev}:${stat.ino}`;
}

/**
 * Renames the database and what lies beside it alike, so that a repair tool finds them together; returns the new name.
 * The database goes last: until then no other process can begin a new one, whose log would be taken for the old one's.
 */
export function moveAside(file: string, at: Date): string {
  const time = at.toISOString().replaceAll(/[-:]|\.\d+/g, '');
  let aside = `${file}.broken-${time}`;
  for (let n = 2; existsSync(aside); n++) aside = `${file}.broken-${time}-${n}`;
  for (const end of parts) if (existsSync(file + end)) renameSync(file + end, aside + end);
  return aside;
}

function narrow(path: string): void {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat && (stat.mode & 0o077) !== 0) chmodSync(path, 0o600);
}
