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
const format = `--format=${mark}%H%x1f%P%x1f%cs%x1f%an`;
// What a merge brought was in force from the merge on, whenever it was written on its branch.
const asMerged = '--diff-merges=first-parent';

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
  const args = ['log', format, asMerged, '--topo-order', '--name-only', '--no-renames', '-z', range, '--'];
  const commits = new Map<string, WalkedCommit>();
  for (const entry of (await git.run(args, signal)).split(mark)) {
    const [first = '', ...names] = entry.split('\0');
    const head = readHead(first);
    if (head === undefined) continue;
    const paths = names.map((name) => name.replace(/^\n/, '')).filter((name) => name !== '');
    commits.set(head.changed.revision, { ...head, paths });
  }
  const line = lineOf(commit, commits);
  const merged = mergedBy(line, commits);
  const changes = new Map<string, Change>();
  for (const { changed, paths } of line) {
    if (cutAt.has(changed.revision)) continue;
    const authors = authorsOf(merged.get(changed.revision) ?? []);
    for (const path of paths) if (!changes.has(path)) changes.set(path, { ...changed, ...authors.get(path) });
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
  const most = `--max-count=${limit * 2}`;
  const printed = await git.run(
    ['log', '--follow', '--first-parent', asMerged, most, format, '--raw', '--no-abbrev', '-z', commit, '--', path],
    signal,
  );
  const states: (FileState & { readonly isMerge: boolean })[] = [];
  for (const entry of printed.split(mark)) {
    const [first = '', raw = '', ...names] = entry.split('\0');
    const head = readHead(first);
    const [, mode = '', hash = '', status = ''] = /^\n?:\d+ (\d+) [0-9a-f]+ ([0-9a-f]+) ([A-Z])/.exec(raw) ?? [];
    const name = (status === 'R' || status === 'C' ? names[1] : names[0]) ?? '';
    if (head === undefined || !mode.startsWith('100') || name === '' || status === 'D') continue;
    // Of commits that leave the content as it is, the oldest made it.
    if (states.at(-1)?.hash === hash) states.pop();
    const { changed, parents } = head;
    if (!cutAt.has(changed.revision)) states.push({ path: name, hash, changed, isMerge: parents.length > 1 });
  }
  return Promise.all(
    states.slice(0, limit).map(async ({ isMerge, ...state }) => {
      if (!isMerge) return state;
      const { revision } = state.changed;
      const range = `${revision}^1..${revision}`;
      const author = readHead(
        (await git.run(['log', '-1', '--no-merges', format, range, '--', state.path], signal)).replace(mark, '').trim(),
      );
      return { ...state, changed: { ...state.changed, ...(author && byOf(author)) } };
    }),
  );
}

type Revised = Change & { readonly revision: string };

interface WalkedCommit {
  readonly changed: Revised;
  readonly parents: readonly string[];
  /** That differ from its first parent. */
  readonly paths: readonly string[];
}

/** The states that the branch itself was in, newest first. */
function lineOf(tip: string, commits: ReadonlyMap<string, WalkedCommit>): WalkedCommit[] {
  const line: WalkedCommit[] = [];
  for (let at = commits.get(tip); at !== undefined; at = commits.get(at.parents[0] ?? '')) line.push(at);
  return line;
}

/** What each merge of the line brought in, newest first. */
function mergedBy(line: readonly WalkedCommit[], commits: ReadonlyMap<string, WalkedCommit>) {
  const seen = new Set(line.map(({ changed }) => changed.revision));
  const brought = new Map<string, WalkedCommit[]>();
  for (const { changed, parents } of line.toReversed()) {
    const queue = parents.slice(1);
    const list: WalkedCommit[] = [];
    for (let id = queue.shift(); id !== undefined; id = queue.shift()) {
      const found = commits.get(id);
      if (found === undefined || seen.has(id)) continue;
      seen.add(id);
      list.push(found);
      queue.push(...found.parents);
    }
    if (list.length > 0) brought.set(changed.revision, list);
  }
  return brought;
}

/** Who wrote a path last, rather than who merged it. */
function authorsOf(commits: readonly WalkedCommit[]): ReadonlyMap<string, Pick<Change, 'by'>> {
  const authors = new Map<string, Pick<Change, 'by'>>();
  for (const commit of commits) {
    if (commit.parents.length > 1) continue;
    for (const path of commit.paths) if (!authors.has(path)) authors.set(path, byOf(commit));
  }
  return authors;
}

function byOf({ changed: { by } }: Pick<WalkedCommit, 'changed'>): Pick<Change, 'by'> {
  return by === undefined ? {} : { by };
}

function readHead(head: string): Omit<WalkedCommit, 'paths'> | undefined {
  const [revision = '', parents = '', on = '', by = ''] = head.split('\x1f');
  if (!/^[0-9a-f]{40,64}$/.test(revision) || !/^\d{4}-\d\d-\d\d$/.test(on)) return undefined;
  const name = by
    .replace(/\p{Cc}/gu, ' ')
    .trim()
    .slice(0, 200);
  const changed = { on, ...(name !== '' && { by: name }), revision };
  return { changed, parents: parents.split(' ').filter((id) => id !== '') };
}
