import { BylawError } from '../errors.ts';

/** Primary result codes of SQLite: https://www.sqlite.org/rescode.html */
const codes = {
  permission: 3,
  busy: 5,
  locked: 6,
  readOnly: 8,
  io: 10,
  corrupt: 11,
  full: 13,
  cannotOpen: 14,
  notADatabase: 26,
} as const;

/** What an operator can act on becomes `records_unavailable`; anything else is a defect and stays as it is. */
export function sqliteFailure(error: unknown, file: string): unknown {
  const message = explain(primaryCode(error), file);
  return message === undefined ? error : new BylawError('records_unavailable', message, { cause: error });
}

/** For damage that a check reports without failing. */
export class DamagedDatabaseError extends Error {
  readonly errcode: number = codes.corrupt;
}

export function isDamaged(error: unknown): boolean {
  const code = primaryCode(error);
  return code === codes.corrupt || code === codes.notADatabase;
}

export function isBusy(error: unknown): boolean {
  const code = primaryCode(error);
  return code === codes.busy || code === codes.locked;
}

/** For failures of the file system around the database. */
export function fileFailure(error: unknown, file: string): BylawError {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown reason';
  const message =
    code === 'ENOSPC'
      ? explain(codes.full, file)
      : `The records ${file} cannot be created or opened (${code}). Check that its folder exists and is yours to write, or choose another with --data.`;
  return new BylawError('records_unavailable', message ?? code, { cause: error });
}

function primaryCode(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number') return undefined;
  return error.errcode & 0xff;
}

function explain(code: number | undefined, file: string): string | undefined {
  switch (code) {
    case codes.busy:
    case codes.locked:
      return `The records ${file} are locked by another process. Wait for it or stop it, then try again.`;
    case codes.full:
      return `The disk that holds the records ${file} is full. Free some space and try again; what was recorded before is intact.`;
    case codes.readOnly:
    case codes.permission:
      return `The records ${file} cannot be written. Make the file and its folder writable for the user that runs Bylaw.`;
    case codes.cannotOpen:
      return `The records ${file} cannot be opened. Check that the folder exists and is yours to write, or choose another with --data.`;
    case codes.io:
      return `The disk that holds the records ${file} failed to read or write. Check the disk and its free space, then start again.`;
    case codes.corrupt:
    case codes.notADatabase:
      return `The records ${file} are damaged. Stop Bylaw, restore the file from a backup or move it away, and start again.`;
    default:
      return undefined;
  }
}
