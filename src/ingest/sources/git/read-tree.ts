import { posix } from 'node:path';
import type { Git } from './run-git.ts';

/** A file of a commit, by its path from the repository's root. */
export interface TreeFile {
  readonly path: string;
  /** Of the content; of a link that of what it leads to. */
  readonly hash: string;
  readonly kind: 'file' | 'submodule' | 'link out' | 'broken link' | 'link to a folder';
}

/** All files of a commit, as git stores them: nothing is checked out, so that no link of the disk is ever followed. */
export async function readTree(git: Git, commit: string, signal: AbortSignal): Promise<TreeFile[]> {
  const printed = await git.run(['ls-tree', '-r', '-z', '--full-tree', commit], signal);
  const entries = printed.split('\0').flatMap((line) => {
    const [, mode = '', hash = '', path = ''] = /^(\d+) \w+ ([0-9a-f]+)\t([\s\S]+)$/.exec(line) ?? [];
    return path === '' ? [] : [{ mode, hash, path }];
  });
  const files = new Map(entries.flatMap(({ mode, hash, path }) => (mode.startsWith('100') ? [[path, hash]] : [])));
  const links = new Map<string, string>();
  for (const { mode, hash, path } of entries) {
    if (mode === linkMode) links.set(path, Buffer.from(await git.blob(hash, signal)).toString('utf8'));
  }
  return entries.map(({ mode, hash, path }): TreeFile => {
    if (mode === submoduleMode) return { path, hash, kind: 'submodule' };
    return mode === linkMode ? follow(path, hash, links, files) : { path, hash, kind: 'file' };
  });
}

/** How many bytes each content has, by its hash. Throws where one is missing. */
export async function readSizes(
  git: Git,
  files: readonly { readonly stamp: string }[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, number>> {
  if (files.length === 0) return new Map();
  const format = '--batch-check=%(objectname) %(objectsize)';
  const printed = await git.run(['cat-file', format], signal, `${files.map(({ stamp }) => stamp).join('\n')}\n`);
  const lines = [...printed.matchAll(/^([0-9a-f]+) (\d+)$/gm)];
  const sizes = new Map(lines.map(([, hash = '', size]) => [hash, Number(size)]));
  const missing = files.find(({ stamp }) => !sizes.has(stamp));
  if (missing !== undefined) throw new Error(`fatal: missing blob ${missing.stamp}`);
  return sizes;
}

const linkMode = '120000';
const submoduleMode = '160000';
const maxSteps = 8;

function follow(
  path: string,
  own: string,
  links: ReadonlyMap<string, string>,
  files: ReadonlyMap<string, string>,
): TreeFile {
  let at = path;
  for (let step = 0; step < maxSteps; step++) {
    const target = links.get(at);
    if (target === undefined) break;
    if (posix.isAbsolute(target)) return { path, hash: own, kind: 'link out' };
    at = posix.normalize(posix.join(posix.dirname(at), target));
    if (at === '..' || at.startsWith('../')) return { path, hash: own, kind: 'link out' };
  }
  const hash = files.get(at);
  if (hash !== undefined) return { path, hash, kind: 'file' };
  const isFolder = at === '.' || [...files.keys()].some((each) => each.startsWith(`${at}/`));
  return { path, hash: own, kind: isFolder ? 'link to a folder' : 'broken link' };
}
