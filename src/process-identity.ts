import { readdirSync, readFileSync } from 'node:fs';

/** A process, told apart from a later one with the same number by the time it started, where the system says so. */
export interface ProcessIdentity {
  readonly pid: number;
  readonly started?: string;
}

export function identify(pid: number): ProcessIdentity {
  return { pid, started: stat(pid)?.started };
}

/** A process that ended but was not yet collected by its parent counts as dead. */
export function isAlive({ pid, started }: ProcessIdentity): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // Not permitted means that it exists.
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) return false;
  }
  const now = stat(pid);
  if (!now) return true;
  return now.state !== 'Z' && (started === undefined || started === now.started);
}

/** The arguments of a process, or undefined where the system doesn't show them. */
export function argumentsOf(pid: number): string[] | undefined {
  return read(`/proc/${pid}/cmdline`)?.split('\0');
}

/** Numbers of the processes that were started with these arguments, in this order; none where the system has no /proc. */
export function findProcesses(wanted: readonly string[]): number[] {
  return processes().filter((pid) => {
    const args = argumentsOf(pid) ?? [];
    return args.some((_, at) => wanted.every((argument, i) => args[at + i] === argument));
  });
}

function processes(): number[] {
  try {
    return readdirSync('/proc')
      .map(Number)
      .filter((pid) => pid > 0 && pid !== process.pid);
  } catch {
    return [];
  }
}

function stat(pid: number): { state: string; started: string } | undefined {
  const text = read(`/proc/${pid}/stat`);
  // The second field is the name in brackets and may hold anything; the third is the state, the 22nd the start time.
  const fields = text?.slice(text.lastIndexOf(')') + 2).split(' ');
  const [state, started] = [fields?.[0], fields?.[19]];
  return state !== undefined && started !== undefined ? { state, started } : undefined;
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
