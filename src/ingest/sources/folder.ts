import type { BigIntStats, Dirent } from 'node:fs';
import { readdirSync, realpathSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { BylawError, messageOf } from '../../errors.ts';
import { createFileFilter, type FileFilter, type FileFilterOptions } from './file-filter.ts';
import { fileUrl } from './file-url.ts';
import type { SkippedEntry, Source, SourceFile } from './source.ts';

export interface FolderSourceOptions extends FileFilterOptions {
  readonly name: string;
  readonly folder: string;
  /** Where people open the documents: this address plus the path, or with `{path}` and `{line}` in it. */
  readonly url?: string;
  readonly maxBytes: number;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

/** A file written this recently may change again without its time showing it, so it is read again next time. */
const racyMs = 2000;

/** Listing gives way to other work after this many entries. */
const entriesATurn = 500;

/** The files below a folder: links are followed inside it only, hidden ones are left out. */
export function createFolderSource(options: FolderSourceOptions): Source {
  return {
    name: options.name,
    list: async (signal) => {
      const walk = startWalk(options);
      let entries = 0;
      for (let folder = walk.queue.pop(); folder !== undefined; folder = walk.queue.pop()) {
        for (const entry of readFolder(walk, folder)) {
          visit(walk, folder, entry);
          if (++entries % entriesATurn === 0) {
            signal.throwIfAborted();
            await nextTurn();
          }
        }
      }
      walk.files.sort((a, b) => (a.path < b.path ? -1 : 1));
      return { files: walk.files, skipped: walk.skipped };
    },
    read: async ({ path }) => {
      const file = join(options.folder, path);
      return (
        (await readUnchanged(file, options.maxBytes)) ?? (await readUnchanged(file, options.maxBytes)) ?? changing()
      );
    },
  };
}

interface Walk {
  readonly options: FolderSourceOptions;
  readonly root: string;
  readonly queue: string[];
  /** Real paths of the folders seen, so that a loop of links ends. */
  readonly seen: Set<string>;
  readonly files: SourceFile[];
  readonly skipped: SkippedEntry[];
  readonly filter: FileFilter;
}

function startWalk(options: FolderSourceOptions): Walk {
  let root: string;
  try {
    root = realpathSync(options.folder);
    if (!statSync(root).isDirectory()) throw new Error('it is not a folder');
    readdirSync(root);
  } catch (error) {
    throw new BylawError(
      'source_unreadable',
      `cannot read the folder ${options.folder} (${reasonOf(error)}): check the path under sources, or --source`,
      { cause: error },
    );
  }
  return {
    options,
    root,
    queue: [''],
    seen: new Set([root]),
    files: [],
    skipped: [],
    filter: createFileFilter(options),
  };
}

function readFolder(walk: Walk, folder: string): Dirent[] {
  try {
    return readdirSync(join(walk.root, folder), { withFileTypes: true });
  } catch (error) {
    walk.skipped.push({ path: folder, reason: `the folder cannot be read: ${reasonOf(error)}`, unseen: true });
    return [];
  }
}

function visit(walk: Walk, folder: string, entry: Dirent): void {
  if (entry.name.startsWith('.')) return;
  const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
  if (entry.isDirectory()) enter(walk, path, join(walk.root, folder, entry.name));
  else if (entry.isFile()) consider(walk, path);
  else if (entry.isSymbolicLink()) follow(walk, path);
}

function enter(walk: Walk, path: string, real: string): void {
  if (walk.seen.has(real)) return;
  walk.seen.add(real);
  walk.queue.push(path);
}

function follow(walk: Walk, path: string): void {
  let real: string;
  try {
    real = realpathSync(join(walk.root, path));
  } catch {
    walk.skipped.push({ path, reason: 'is a link to nothing' });
    return;
  }
  if (real !== walk.root && !real.startsWith(walk.root + sep)) {
    walk.skipped.push({
      path,
      reason: 'is a link that leaves the folder: copy the file in, or add its folder as a source',
    });
    return;
  }
  if (statSync(real).isDirectory()) enter(walk, path, real);
  else if (statSync(real).isFile()) consider(walk, path);
}

function consider(walk: Walk, path: string): void {
  const verdict = walk.filter.judge(path);
  if (verdict === 'not wanted') return;
  if (verdict !== 'wanted') {
    walk.skipped.push({ path, reason: verdict.reason });
    return;
  }
  try {
    const stats = statSync(join(walk.root, path), { bigint: true });
    walk.files.push({ path, stamp: stampOf(stats, walk.options.now()), ...link(walk.options.url, path) });
  } catch (error) {
    // Node shows a name that is not UTF-8 with this sign for what it cannot show, and then cannot find it.
    const reason = path.includes('\ufffd')
      ? 'has a name that is not UTF-8: rename it'
      : `cannot be read: ${reasonOf(error)}`;
    walk.skipped.push({ path, reason, unseen: true });
  }
}

function stampOf({ size, mtimeNs, ctimeNs, ino, mtimeMs }: BigIntStats, now: number): string {
  if (Math.abs(now - Number(mtimeMs)) < racyMs) return `racy-${now}-${mtimeNs}`;
  return [size, mtimeNs, ctimeNs, ino].join('-');
}

function link(url: string | undefined, path: string): Pick<SourceFile, 'metadata'> {
  return url === undefined ? {} : { metadata: { url: fileUrl(url, path) } };
}

/** The bytes, or undefined if the file changed meanwhile. */
async function readUnchanged(file: string, maxBytes: number): Promise<Uint8Array | undefined> {
  let handle: Awaited<ReturnType<typeof open>> | undefined;
  try {
    handle = await open(file, 'r');
    const before = await handle.stat({ bigint: true });
    if (before.size > BigInt(maxBytes)) {
      throw new BylawError('document_unreadable', `is larger than ${Math.round(maxBytes / 1024 / 1024)} MB`);
    }
    const bytes = await handle.readFile();
    const after = await handle.stat({ bigint: true });
    const same = before.size === after.size && before.mtimeNs === after.mtimeNs && BigInt(bytes.length) === after.size;
    return same ? bytes : undefined;
  } catch (error) {
    if (error instanceof BylawError) throw error;
    throw new BylawError('document_unreadable', `cannot be read: ${reasonOf(error)}`, { cause: error });
  } finally {
    await handle?.close();
  }
}

function changing(): never {
  throw new BylawError('document_unreadable', 'changes while it is read; the next sync tries again');
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'it does not exist',
  EACCES: 'the user that runs Bylaw may not read it',
  EPERM: 'the user that runs Bylaw may not read it',
  ENAMETOOLONG: 'its path is too long',
  EIO: 'its disk fails',
};

function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : undefined;
  return code === undefined ? messageOf(error) : (reasons[code] ?? code);
}
