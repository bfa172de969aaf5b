import { BylawError } from '../errors.ts';

/** A place in a person's memory: as it was given, and relative to the root, where the root itself is empty. */
export interface MemoryPath {
  readonly given: string;
  readonly relative: string;
}

const root = '/memories';
const longest = 200;

/** Throws `tool_input` for whatever is not plainly the root or something below it. */
export function memoryPath(given: string): MemoryPath {
  if (given !== root && !given.startsWith(`${root}/`))
    throw refused(`Path must start with ${root}, got: ${shown(given)}`);
  const parts = given.slice(root.length).split('/').filter(Boolean);
  const isPlain = parts.every((part) => part !== '.' && part !== '..' && /^[\p{L}\p{N} ._-]+$/u.test(part));
  if (!isPlain || given.length > longest) throw refused(`Path ${shown(given)} would escape ${root} directory`);
  return { given, relative: parts.join('/') };
}

function refused(message: string): BylawError {
  return new BylawError('tool_input', `Error: ${message}`);
}

function shown(path: string): string {
  return path.replace(/\p{C}/gu, '?').slice(0, longest);
}
