import { createHash } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { BylawError } from '../../errors.ts';
import { createFileFilter, type FileFilterOptions } from './file-filter.ts';
import { fileUrl } from './file-url.ts';
import { type CloneState, updateClone } from './git/clone.ts';
import { describeGitFailure, isDamage } from './git/describe-git-failure.ts';
import { hostedUrl } from './git/hosted-url.ts';
import { readFileStates, readLastChanges } from './git/read-changes.ts';
import { readSizes, readTree, type TreeFile } from './git/read-tree.ts';
import type { GitRemote } from './git/remote.ts';
import type { Change, SkippedEntry, Source, SourceFile } from './source.ts';

export interface GitSourceOptions extends FileFilterOptions {
  readonly name: string;
  readonly remote: GitRemote;
  /** Absent means the one that the repository calls its default. */
  readonly branch?: string | undefined;
  /** Below which the documents lie; absent means all of the repository. */
  readonly folder?: string | undefined;
  /** How many commits are fetched; absent means all, without which nobody knows when a document changed last. */
  readonly depth?: number | undefined;
  /** As of a folder, also with `{revision}`; absent means what is known of the host. */
  readonly url?: string | undefined;
  /** Where clones are kept, each in a folder of its source. */
  readonly clones: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly maxBytes: number;
}

const maxHistory = 20;

/** The files of a branch, read from a bare clone: nothing is checked out, no hook runs and no submodule is followed. */
export function createGitSource(options: GitSourceOptions): Source {
  const { name, remote, branch, depth } = options;
  const home = join(options.clones, name);
  const folder = join(home, `${shortHash(remote.url)}${depth === undefined ? '' : `-${depth}`}.git`);
  const root = (options.folder ?? '').replace(/^[./]+|\/+$/g, '');
  let git: Promise<import('./git/run-git.ts').Git> | undefined;
  /** In bytes, by hash, of what the last listing found changed: asked for together, since each call of git costs. */
  let sizes: ReadonlyMap<string, number> = new Map();
  let seen: { state: CloneState; changes: ReadonlyMap<string, Change> } | undefined;

  // Loaded only where there is a repository.
  function openGit() {
    git ??= import('./git/run-git.ts').then(({ createGit }) => createGit({ ...options, folder }));
    return git;
  }

  async function orUnreadable<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
    try {
      return await work();
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof BylawError && error.code === 'document_unreadable') throw error;
      const reason =
        error instanceof BylawError ? error.message : describeGitFailure(error, { folder: options.clones });
      throw new BylawError('source_unreadable', `the repository ${remote.url} can’t be read: ${reason}`, {
        cause: error,
      });
    }
  }

  async function update(signal: AbortSignal) {
    await removeOthers(home, folder);
    const state = await updateClone({ folder, git: await openGit(), remote, branch, depth }, signal);
    const isNext = seen !== undefined && depth === undefined && state.notes.length === 0;
    if (seen?.state.commit === state.commit) seen = { state, changes: seen.changes };
    else {
      const since = isNext && seen ? { commit: seen.state.commit, changes: seen.changes } : undefined;
      seen = { state, changes: await readLastChanges(await openGit(), state, since, signal) };
    }
    return seen;
  }

  function metadataOf(path: string, changed: Change | undefined, state: CloneState): SourceFile['metadata'] {
    const revision = changed?.revision ?? state.branch;
    const url = options.url ?? hostedUrl(remote, path, revision);
    return url === undefined ? undefined : { url: fileUrl(url, path, revision) };
  }

  async function readBlob(hash: string, signal: AbortSignal): Promise<Uint8Array> {
    if (!/^[0-9a-f]{40,64}$/.test(hash)) throw unreadable('is not in the repository');
    const opened = await openGit();
    const size = sizes.get(hash) ?? Number(await opened.run(['cat-file', '-s', hash], signal));
    if (size > options.maxBytes) throw unreadable(`is larger than ${Math.round(options.maxBytes / 1024 / 1024)} MB`);
    const bytes = await opened.blob(hash, signal);
    if (isLfsPointer(bytes)) throw unreadable('is kept in Git LFS, which is not read: add its folder as a source');
    return bytes;
  }

  async function listOnce(known: ReadonlyMap<string, string>, signal: AbortSignal) {
    const { state, changes } = await update(signal);
    const tree = await readTree(await openGit(), state.commit, signal);
    const below = tree.filter(({ path }) => root === '' || path.startsWith(`${root}/`));
    if (root !== '' && below.length === 0) {
      throw new BylawError(
        'source_unreadable',
        `it has no folder ${root} on branch ${state.branch}: correct folder under sources`,
      );
    }
    const filter = createFileFilter(options);
    const files: SourceFile[] = [];
    const skipped: SkippedEntry[] = [];
    for (const entry of below) {
      const path = root === '' ? entry.path : entry.path.slice(root.length + 1);
      if (path.split('/').some((part) => part.startsWith('.'))) continue;
      const reason = reasonToSkip(entry, filter.judge(path));
      if (reason === 'not wanted') continue;
      if (reason !== undefined) {
        skipped.push({ path, reason });
        continue;
      }
      const changed = changes.get(entry.path);
      const metadata = metadataOf(entry.path, changed, state);
      files.push({ path, stamp: entry.hash, ...(metadata && { metadata }), ...(changed && { changed }) });
    }
    files.sort((a, b) => (a.path < b.path ? -1 : 1));
    const changed = files.filter(({ path, stamp }) => known.get(path) !== stamp);
    sizes = await readSizes(await openGit(), changed, signal);
    return { files, skipped, notes: state.notes };
  }

  return {
    name,
    isRemote: remote.protocol !== 'file',
    list: (signal, known = new Map()) =>
      orUnreadable(async () => {
        try {
          return await listOnce(known, signal);
        } catch (error) {
          if (signal.aborted || error instanceof BylawError || !isDamage(error)) throw error;
          await rm(folder, { recursive: true, force: true });
          seen = undefined;
          const listing = await listOnce(known, signal);
          return { ...listing, notes: [...listing.notes, 'its clone was damaged and was made anew'] };
        }
      }, signal),
    read: ({ stamp }, signal) => orUnreadable(() => readBlob(stamp, signal), signal),
    history: (file, signal) =>
      orUnreadable(async () => {
        const { state } = seen ?? (await update(signal));
        const path = root === '' ? file.path : `${root}/${file.path}`;
        const states = await readFileStates(await openGit(), state, path, maxHistory + 1, signal);
        return states
          .slice(1)
          .reverse()
          .map(({ path: earlier, hash, changed }) => {
            const metadata = metadataOf(earlier, changed, state);
            return {
              path: earlier,
              changed,
              ...(metadata && { metadata }),
              read: (reading: AbortSignal) => orUnreadable(() => readBlob(hash, reading), reading),
            };
          });
      }, signal),
  };
}

function reasonToSkip(
  { kind, path }: TreeFile,
  verdict: ReturnType<ReturnType<typeof createFileFilter>['judge']>,
): string | undefined {
  if (kind === 'submodule') return 'is a submodule, which is not read: add its repository as a source';
  if (path.includes('\ufffd')) return 'has a name that is not UTF-8: rename it';
  // A folder's files are read where they lie.
  if (verdict === 'not wanted' || kind === 'link to a folder') return 'not wanted';
  if (verdict !== 'wanted') return verdict.reason;
  if (kind === 'link out') return 'is a link that leaves the repository: put the file itself there';
  return kind === 'broken link' ? 'is a link to nothing' : undefined;
}

/** A clone of another address, or one that was cut elsewhere, of which nothing is wanted any more. */
async function removeOthers(home: string, folder: string): Promise<void> {
  for (const name of await readdir(home).catch(() => [])) {
    if (join(home, name) !== folder) await rm(join(home, name), { recursive: true, force: true });
  }
}

function isLfsPointer(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.subarray(0, 42)).toString('latin1') === 'version https://git-lfs.github.com/spec/v1';
}

function unreadable(reason: string): BylawError {
  return new BylawError('document_unreadable', reason);
}

function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12);
}
