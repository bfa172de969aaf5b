import { posix } from 'node:path';
import type { Version } from '../../domain.ts';
import type { Timeline } from './successors.ts';

/** Finds a document as people refer to one: by path, relative path, file name with or without extension, or title. */
export interface Finder {
  /** Among the others than the one that refers to it. */
  (reference: string, from: Version): Timeline | undefined;
  isItself(reference: string, from: Version): boolean;
}

/** The first way that fits decides, and of several documents that fit in one way the first. */
export function createFinder(timelines: readonly Timeline[]): Finder {
  const ways = [
    ({ path }: Version) => path,
    ({ path }: Version) => posix.basename(path),
    ({ path }: Version) => posix.basename(path, posix.extname(path)),
    ({ metadata }: Version) => metadata.title,
  ].map((name) => Map.groupBy(timelines, ({ newest }) => name(newest).toLowerCase()));
  const [byPath, ...byName] = ways;

  const find = (reference: string, from: Version): Timeline | undefined => {
    const { wanted, relative } = namesOf(reference, from);
    const other = (found: readonly Timeline[] = []) => found.find(({ newest }) => newest.id !== from.id);
    return (
      other(byPath?.get(wanted)) ??
      other(byPath?.get(relative)) ??
      byName.reduce<Timeline | undefined>((found, names) => found ?? other(names.get(wanted)), undefined)
    );
  };
  const isItself = (reference: string, from: Version): boolean => {
    const { wanted, relative } = namesOf(reference, from);
    const path = from.path.toLowerCase();
    const names = [
      path,
      posix.basename(path),
      posix.basename(path, posix.extname(path)),
      from.metadata.title.toLowerCase(),
    ];
    return names.includes(wanted) || path === relative;
  };
  return Object.assign(find, { isItself });
}

function namesOf(reference: string, from: Version): { wanted: string; relative: string } {
  const wanted = reference.trim().toLowerCase();
  return { wanted, relative: posix.join(posix.dirname(from.path), wanted).toLowerCase() };
}
