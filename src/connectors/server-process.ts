import { type ChildProcess, spawn } from 'node:child_process';
import { CallError } from './connector-errors.ts';
import { createLineReader, type LongLine } from './line-reader.ts';
import type { ProcessFiles } from './process-files.ts';
import { groupGone, signalGroup } from './signal-group.ts';

/** The program of one connector, in a process group of its own, spoken to by lines. */
export interface ServerProcess {
  readonly pid: number;
  write(line: string): Promise<void>;
  /** The last of what it printed on standard error. */
  errors(): string;
  /** Ends the whole group: end of input, then SIGTERM, then SIGKILL, whichever suffices. */
  close(): Promise<void>;
}

export interface ServerProgram {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd?: string | undefined;
}

export interface ServerProcessEvents {
  readonly onLine: (line: string) => void;
  readonly onLongLine: (line: LongLine) => void;
  /** Called once, when the program has ended. */
  readonly onEnd: (how: string) => void;
}

/** How long a program gets to end by itself, and then again after SIGTERM. */
const graceMs = 1500;
/** What it printed last may come after its end; a child that holds its output open may keep it from ending at all. */
const endKnownMs = 1_000;
const lastWordsMs = 250;
const errorTailChars = 4096;

/** Rejects where the program can't be run at all. */
export async function startServerProcess(
  program: ServerProgram,
  events: ServerProcessEvents,
  files: ProcessFiles,
): Promise<ServerProcess> {
  const child = spawn(program.command, program.args, {
    env: program.env,
    cwd: program.cwd,
    stdio: ['pipe', 'pipe', 'pipe'],
    // A group of its own: a wrapper's children are ended with it.
    detached: true,
  });
  // At once: a bot that is killed while it starts many programs must not leave one that nobody knows of.
  if (child.pid !== undefined) files.add(program.name, child.pid);
  const told = Promise.withResolvers<void>();
  const ended = new Promise<void>((resolve) => {
    child.once('exit', (code, signal) => {
      resolve();
      void within(drained(child), lastWordsMs).then(() => {
        events.onEnd(signal === null ? `it ended with status ${code}` : `it was ended by ${signal}`);
        told.resolve();
      });
    });
  });
  const lines = createLineReader(events);
  let errors = '';
  child.stdout.on('data', lines.push);
  child.stderr.on('data', (chunk: Buffer) => {
    errors = (errors + chunk.toString('utf8')).slice(-errorTailChars);
  });
  // A program that ended takes its pipes along; its end is what counts.
  for (const stream of [child.stdin, child.stdout, child.stderr]) stream.on('error', () => {});
  await new Promise<void>((resolve, reject) => {
    child.once('spawn', resolve);
    child.once('error', reject);
  });
  const pid = child.pid ?? 0;
  let closing: Promise<void> | undefined;
  return {
    pid,
    write: async (line) => {
      try {
        await write(child, line);
      } catch (error) {
        // A pipe breaks a moment before its program's end is known, which says more.
        await within(told.promise, endKnownMs);
        throw error;
      }
    },
    errors: () => errors,
    close: () => {
      closing ??= endGroup(child, ended).then(() => files.remove(pid));
      return closing;
    },
  };
}

async function endGroup(child: ChildProcess, ended: Promise<void>): Promise<void> {
  child.stdin?.end();
  if (!(await within(ended, graceMs))) {
    signalGroup(child.pid, 'SIGTERM');
    await within(ended, graceMs);
  }
  // Also where the program itself has left: what it started may still be there.
  signalGroup(child.pid, 'SIGKILL');
  await ended;
  await groupGone(child.pid);
  for (const stream of [child.stdin, child.stdout, child.stderr]) stream?.destroy();
}

function drained(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => child.once('close', () => resolve()));
}

/** True if it settled in time. */
function within(promise: Promise<void>, ms: number): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), ms);
    void promise.then(() => {
      clearTimeout(timer);
      resolve(true);
    });
  });
}

function write(child: ChildProcess, line: string): Promise<void> {
  return new Promise((resolve, reject) => {
    if (child.stdin === null || child.stdin.destroyed || child.exitCode !== null || child.signalCode !== null) {
      reject(new CallError('not_done', 'the program has ended'));
      return;
    }
    child.stdin.write(`${line}\n`, (error) => (error ? reject(error) : resolve()));
  });
}
