import { chmodSync, existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { BylawError } from './errors.ts';

/** The one file in the state folder that can't be made again. */
export function recordsFile(folder: string): string {
  return join(folder, 'records.sqlite');
}

/** Makes the state folder, for its owner only. Throws `records_unavailable` that names it. */
export function openStateFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    // One that was made before us is narrowed if nothing but state is or will be in it.
    if (existsSync(recordsFile(folder)) || readdirSync(folder).length === 0) chmodSync(folder, 0o700);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? ` (${error.code})` : '';
    const message = `cannot make or write the state folder ${folder}${code}: choose another with --data`;
    throw new BylawError('records_unavailable', message, { cause: error });
  }
}
