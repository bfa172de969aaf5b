import { posix } from 'node:path';
import type { Version } from '../domain.ts';

type Place = Pick<Version, 'path' | 'metadata'>;

/** Whether one document names another: by path, path relative to its own, file name with or without extension, or title. */
export function refersTo(reference: string, from: Pick<Version, 'path'>, { path, metadata }: Place): boolean {
  const wanted = reference.trim().toLowerCase();
  const relative = posix.join(posix.dirname(from.path), wanted).toLowerCase();
  const names = [posix.basename(path), posix.basename(path, posix.extname(path)), metadata.title];
  return path.toLowerCase() === relative || [path, ...names].some((name) => name.toLowerCase() === wanted);
}
