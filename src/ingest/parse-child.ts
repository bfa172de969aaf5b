import { type ChildProcess, fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { ParseReply, ParseRequest } from './parse-process.ts';

export type ParseOutcome =
  | Exclude<ParseReply, { kind: 'ready' }>
  | { readonly kind: 'timeout' | 'memory' | 'crashed' | 'cancelled' };

export interface ParseLimits {
  readonly timeoutMs: number;
  readonly maxMemoryMb: number;
}

/** A process that parses one file at a time; after any outcome but `parsed` and `unreadable` it is dead. */
export interface ParseChild {
  /** Files that it has answered. */
  readonly served: number;
  run(request: ParseRequest, signal: AbortSignal): Promise<ParseOutcome>;
  /** Resolves when it has ended. */
  kill(): Promise<void>;
}

export function startParseChild(limits: ParseLimits, entry: URL): ParseChild {
  // Neither the environment, which holds secrets, nor the standard streams are the parser's business.
  const child = fork(entry, {
    serialization: 'advanced',
    env: {},
    execArgv: [`--max-old-space-size=${limits.maxMemoryMb}`],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const exited = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', () => resolve());
  });
  let ready = false;
  let served = 0;
  return {
    get served() {
      return served;
    },
    async run(request, signal) {
      hold(child, true);
      const outcome = await (ready ? undefined : firstReply(child, startMs, signal));
      if (outcome !== undefined && outcome.kind !== 'ready') return outcome;
      ready = true;
      const result = await exchange(child, request, limits, signal);
      served++;
      hold(child, false);
      return result;
    },
    async kill() {
      hold(child, true);
      child.kill('SIGKILL');
      await exited;
    },
  };
}

/** Starting Node and loading the code; a busy machine needs seconds for it. */
const startMs = 30_000;

const memoryCheckMs = 50;

function exchange(child: ChildProcess, request: ParseRequest, limits: ParseLimits, signal: AbortSignal) {
  const reply = firstReply(child, limits.timeoutMs, signal, limits.maxMemoryMb);
  if (child.connected) child.send({ ...request, timeoutMs: limits.timeoutMs }, () => {});
  return reply as Promise<ParseOutcome>;
}

/** The next message, or why there will be none; the process is killed then. */
function firstReply(
  child: ChildProcess,
  timeoutMs: number,
  signal: AbortSignal,
  maxMemoryMb = Number.POSITIVE_INFINITY,
): Promise<ParseReply | ParseOutcome> {
  return new Promise((resolve) => {
    const finish = (outcome: ParseReply | ParseOutcome) => {
      clearTimeout(timeout);
      clearInterval(memoryCheck);
      signal.removeEventListener('abort', onAbort);
      child.off('message', onMessage).off('exit', onExit).off('error', onError);
      if (!('memoryBytes' in outcome) && outcome.kind !== 'ready') child.kill('SIGKILL');
      resolve(outcome);
    };
    const onMessage = (reply: unknown) => finish(reply as ParseReply);
    const onExit = (code: number | null, by: NodeJS.Signals | null) =>
      finish({ kind: isHeapFailure(code, by) ? 'memory' : 'crashed' });
    const onError = () => finish({ kind: 'crashed' });
    const onAbort = () => finish({ kind: 'cancelled' });
    const timeout = setTimeout(() => finish({ kind: 'timeout' }), timeoutMs);
    const memoryCheck = setInterval(() => {
      if (residentMb(child.pid) > maxMemoryMb) finish({ kind: 'memory' });
    }, memoryCheckMs);
    child.on('message', onMessage).on('exit', onExit).on('error', onError);
    signal.addEventListener('abort', onAbort);
    if (signal.aborted) onAbort();
    else if (child.exitCode !== null || child.signalCode !== null) onExit(child.exitCode, child.signalCode);
  });
}

/** An idle child must not keep the parent alive; a busy one must, so that the answer is not lost. */
function hold(child: ChildProcess, busy: boolean): void {
  if (busy) child.ref();
  else child.unref();
  if (busy) child.channel?.ref();
  else child.channel?.unref();
}

/** V8 aborts when its heap is full: SIGABRT, or a trap on some platforms; 133 and 134 are the same through a shell. */
function isHeapFailure(code: number | null, by: NodeJS.Signals | null): boolean {
  return code === 133 || code === 134 || by === 'SIGABRT' || by === 'SIGTRAP' || by === 'SIGILL';
}

/** Resident memory where /proc tells it; elsewhere the heap limit alone holds. */
function residentMb(pid: number | undefined): number {
  try {
    const kilobytes = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1];
    return Number(kilobytes ?? 0) / 1024;
  } catch {
    return 0;
  }
}
