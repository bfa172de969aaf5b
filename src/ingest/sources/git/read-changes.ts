import type { Change } from '../source.ts';
import type { CloneState } from './clone.ts';
import type { Git } from './run-git.ts';

/** One state of a file, as the commit that made it left it. */
export interface FileState {
  readonly path: string;
  readonly hash: string;
  readonly changed: Change;
}

const mark = '\u0001';
const format = `--format=${mark}%H%x1f%cs%x1f%an`;

/**
 * The last change of each path, from one walk through the history. `since` is what an earlier walk found, of a commit
 * that this one comes after.
 */
export async function readLastChanges(
  git: Git,
  { commit, cutAt }: CloneState,
  since: { readonly commit: string; readonly changes: ReadonlyMap<string, Change> } | undefined,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, Change>> {
  const range = since === undefined ? commit : `${since.commit}..${commit}`;
  const printed = await git.run(['log', format, '--name-only', '--no-renames', '-z', range, '--'], signal);
  const changes = new Map<string, Change>();
  for (const entry of printed.split(mark)) {
    const [head = '', ...names] = entry.split('\0');
    const changed = readHead(head);
    if (changed === undefined || cutAt.has(changed.revision)) continue;
    for (const name of names) {
      const path = name.replace(/^\n/, '');
      if (path !== '' && !changes.has(path)) changes.set(path, changed);
    }
  }
  for (const [path, changed] of since?.changes ?? []) if (!changes.has(path)) changes.set(path, changed);
  return changes;
}

/** The contents that a file had, newest first, the present one included, followed through renames. */
export async function readFileStates(
  git: Git,
  { commit, cutAt }: CloneState,
  path: string,
  limit: number,
  signal: AbortSignal,
): Promise<FileState[]> {
  // A rename or a change of its mode is a commit without another content: some more than are wanted.
  const printed = await git.run(
    ['log', '--follow', `--max-count=${limit * 2}`, format, '--raw', '--no-abbrev', '-z', commit, '--', path],
    signal,
  );
  const states: FileState[] = [];
  for (const entry of printed.split(mark)) {
    const [head = '', raw = '', ...names] = entry.split('\0');
    const changed = readHead(head);
    const [, mode = '', hash = '', status = ''] = /^\n?:\d+ (\d+) [0-9a-f]+ ([0-9a-f]+) ([A-Z])/.exec(raw) ?? [];
    const name = (status === 'R' || status === 'C' ? names[1] : names[0]) ?? '';
    if (changed === undefined || !mode.startsWith('100') || name === '' || status === 'D') continue;
    // Of commits that leave the content as it is, the oldest made it.
    if (states.at(-1)?.hash === hash) states.pop();
    const isKnown = !cutAt.has(changed.revision);
    if (isKnown) states.push({ path: name, hash, changed });
  }
  return states.slice(0, limit);
}

function readHead(head: string): (Change & { readonly revision: string }) | undefined {
  const [revision = '', on = '', by = ''] = head.split('\x1f');
  if (!/^[0-9a-f]{40,64}$/.test(revision) || !/^\d{4}-\d\d-\d\d$/.test(on)) return undefined;
  const name = by
    .replace(/\p{Cc}/gu, ' ')
    .trim()
    .slice(0, 200);
  return { on, ...(name !== '' && { by: name }), revision };
}
