import { readdirSync, readFileSync } from 'node:fs';

/**
 * Bytes of memory that a process and all below it hold and share with no file. What was orphaned in a sandbox is adopted
 * by the sandbox's first process, so nothing leaves the tree. Zero where there is no /proc.
 */
export function memoryOfTree(pid: number): number {
  let bytes = 0;
  const pids = [pid];
  for (let next = pids.pop(); next !== undefined; next = pids.pop()) {
    bytes += memoryOf(next);
    pids.push(...childrenOf(next));
  }
  return bytes;
}

function memoryOf(pid: number): number {
  const held = read(`/proc/${pid}/status`).matchAll(/^Rss(?:Anon|Shmem):\s+(\d+) kB$/gm);
  return [...held].reduce((sum, [, kibibytes]) => sum + 1024 * Number(kibibytes), 0);
}

/** Each thread has children of its own. */
function childrenOf(pid: number): number[] {
  const threads = listing(`/proc/${pid}/task`);
  const children = threads.flatMap((thread) => read(`/proc/${pid}/task/${thread}/children`).split(' '));
  return children.filter((child) => child !== '').map(Number);
}

/** A process may end between two looks at it. */
function read(file: string): string {
  try {
    return readFileSync(file, 'latin1');
  } catch {
    return '';
  }
}

function listing(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
