import { posix } from 'node:path';
import { type Deviation, unportable, warning } from './deviation.ts';

/** Links and paths in SKILL.md that lead to no file of the skill; they are meant from the skill's folder. */
export function checkReferences(text: string, files: readonly string[]): Deviation[] {
  const deviations: Deviation[] = [];
  const told = new Set<string>();
  let fenced = false;
  for (const [i, line] of text.split(/\r\n?|\n/).entries()) {
    if (/^\s*(```|~~~)/.test(line)) fenced = !fenced;
    for (const path of pathsIn(line, fenced)) {
      if (told.has(path)) continue;
      told.add(path);
      const problem = problemOf(path, files);
      if (problem !== undefined) deviations.push({ ...problem, line: i + 1 });
    }
  }
  return deviations;
}

const link = /\]\(\s*<?([^)\s>]+)>?[^)]*\)/g;
const bare = /(?<![\w./:-])((?:scripts|references|assets)\/[\w./-]*\w\.\w{1,5})(?![\w/-])/g;

function pathsIn(line: string, fenced: boolean): string[] {
  const links = fenced ? [] : [...line.matchAll(link)].map(([, target = '']) => target);
  const local = links
    .filter((target) => !/^(?:[a-z][a-z0-9+.-]*:|#|\/\/)/i.test(target))
    .map((target) => decode(target.replace(/[?#].*$/, '')))
    .filter((target) => target !== '');
  return [...local, ...[...line.replace(link, '').matchAll(bare)].map(([, path = '']) => path)];
}

function decode(target: string): string {
  try {
    return decodeURIComponent(target);
  } catch {
    return target;
  }
}

function problemOf(path: string, files: readonly string[]): Deviation | undefined {
  const plain = posix.normalize(path).replace(/\/$/, '');
  if (plain.startsWith('/') || plain.startsWith('..')) return unportable(`${path} leads out of the skill`);
  const isFolder = files.some((file) => file.startsWith(`${plain}/`));
  if (!files.includes(plain) && !isFolder) {
    const other = files.find((file) => file.toLowerCase() === plain.toLowerCase());
    return unportable(`${path} is missing${other === undefined ? '' : `; did you mean ${other}?`}`);
  }
  return plain.split('/').length > 2 ? warning(`${path} lies more than one folder deep`) : undefined;
}
