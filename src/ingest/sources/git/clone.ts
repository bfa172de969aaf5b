import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { BylawError } from '../../../errors.ts';
import type { GitRemote } from './remote.ts';
import type { Git } from './run-git.ts';

export interface CloneState {
  readonly commit: string;
  readonly branch: string;
  /** Commits that begin a shortened history: what they changed is not known. */
  readonly cutAt: ReadonlySet<string>;
  readonly notes: readonly string[];
}

export interface CloneOptions {
  readonly folder: string;
  readonly git: Git;
  readonly remote: GitRemote;
  /** Absent means the one that the repository calls its default. */
  readonly branch?: string | undefined;
  /** How many commits are fetched; absent means all. */
  readonly depth?: number | undefined;
}

const head = 'refs/bylaw/head';

/** Larger files of the past are fetched only when they are read. */
const eagerLimit = '1m';

/**
 * Brings the bare clone to what the branch is now, whatever happened there: a rewritten history is taken as it is, and what a
 * killed run left is cleaned up. Throws what git throws.
 */
export async function updateClone(options: CloneOptions, signal: AbortSignal): Promise<CloneState> {
  const { folder, git, depth } = options;
  await mkdir(folder, { recursive: true });
  await clearLeftovers(folder);
  if (!existsSync(join(folder, 'HEAD'))) await git.run(['init', '--bare', '-q'], signal);
  const there = await findBranch(options, signal);
  const before = await commitOf(git, signal);
  const notes: string[] = [];
  if (before !== there.commit) {
    await fetchBranch(options, there.branch, signal);
    if (before !== undefined && depth === undefined && !(await isAncestor(git, before, signal))) {
      notes.push('its history was rewritten (a force-push, or another branch): it is read as it is now');
      // What was taken out of the history must not stay here.
      await git.run(['gc', '--prune=now', '--quiet'], signal);
    }
  }
  const commit = await commitOf(git, signal);
  if (commit === undefined) throw new Error(`${head} is not a valid object`);
  return { commit, branch: there.branch, cutAt: await readShallow(folder), notes };
}

/** A process that was killed leaves locks, which would stop every later one, and halves of packs. One sync runs at a time. */
async function clearLeftovers(folder: string): Promise<void> {
  for (const place of ['.', 'refs/bylaw', 'objects/pack', 'objects/info']) {
    const names = await readdir(join(folder, place)).catch(() => []);
    for (const name of names) {
      if (/\.lock$|^tmp_/.test(name)) await rm(join(folder, place, name), { recursive: true, force: true });
    }
  }
}

async function findBranch(
  { git, branch }: CloneOptions,
  signal: AbortSignal,
): Promise<{ branch: string; commit: string }> {
  const wanted = branch === undefined ? 'HEAD' : `refs/heads/${branch}`;
  const printed = await git.run(['ls-remote', '--symref', '--', 'origin', wanted], signal);
  const commit = new RegExp(`^([0-9a-f]{40,64})\\t${escaped(wanted)}$`, 'm').exec(printed)?.[1];
  const name = branch ?? /^ref: refs\/heads\/(.+)\tHEAD$/m.exec(printed)?.[1];
  if (commit !== undefined && name !== undefined) return { branch: name, commit };
  const listed = await git.run(['ls-remote', '--heads', '--', 'origin'], signal);
  const others = [...listed.matchAll(/\trefs\/heads\/(.+)$/gm)].map(([, each]) => each ?? '');
  const reason =
    others.length === 0
      ? 'it has no commits yet'
      : branch === undefined
        ? `it has no default branch: set branch under sources; it has ${shortList(others)}`
        : `it has no branch ${branch} (any more): correct branch under sources; it has ${shortList(others)}`;
  throw new BylawError('source_unreadable', reason);
}

async function fetchBranch({ git, remote, depth }: CloneOptions, branch: string, signal: AbortSignal): Promise<void> {
  // Of a folder on this machine everything is at hand.
  const partial = remote.protocol === 'file' ? [] : [`--filter=blob:limit=${eagerLimit}`];
  await git.run(
    [
      ...['fetch', '--no-tags', '--no-recurse-submodules', '--no-write-fetch-head', '--progress', '--force'],
      ...(depth === undefined ? partial : [`--depth=${depth}`]),
      ...['--', 'origin', `+refs/heads/${branch}:${head}`],
    ],
    signal,
  );
}

async function commitOf(git: Git, signal: AbortSignal): Promise<string | undefined> {
  const refs = await git.run(['for-each-ref', '--format=%(objectname)', head], signal);
  return refs.trim() || undefined;
}

async function isAncestor(git: Git, commit: string, signal: AbortSignal): Promise<boolean> {
  const base = await git.run(['rev-list', '--max-count=1', commit, `^${head}`], signal);
  return base.trim() === '';
}

async function readShallow(folder: string): Promise<ReadonlySet<string>> {
  const text = await readFile(join(folder, 'shallow'), 'utf8').catch(() => '');
  return new Set(text.split('\n').filter(Boolean));
}

function shortList(names: readonly string[]): string {
  const shown = names.slice(0, 5).join(', ');
  return names.length > 5 ? `${shown} and ${names.length - 5} more` : shown;
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
