import { isAbsolute, relative, sep } from 'node:path';

/** Whether a real path is a folder or lies in it. */
export function isInside(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way));
}
