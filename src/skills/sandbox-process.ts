import { type ChildProcess, spawn } from 'node:child_process';
import process from 'node:process';
import type { Command } from './sandbox-command.ts';
import { memoryOfTree } from './sandbox-memory.ts';
import type { ScriptOutcome } from './skill.ts';

export interface ProcessRequest {
  readonly stdin: string;
  readonly timeoutMs: number;
  /** For each of stdout and stderr: whoever writes more is ended. */
  readonly outputBytes: number;
  /** For all processes of the command together. */
  readonly memoryBytes: number;
  readonly signal: AbortSignal;
  /** Outside the sandbox; `PATH` is added. */
  readonly environment?: Readonly<Record<string, string>>;
}

export interface ProcessResult {
  readonly exitCode: number | null;
  readonly stdout: Buffer;
  readonly stderr: Buffer;
  readonly ended?: NonNullable<ScriptOutcome['ended']>;
}

const watchEveryMs = 100;

/**
 * Runs a command in a process group of its own and resolves when nothing of it holds its output any more.
 * Rejects only where the command can't be started.
 */
export function runProcess(command: Command, request: ProcessRequest): Promise<ProcessResult> {
  return new Promise((resolve, reject) => {
    if (request.signal.aborted) {
      resolve({ exitCode: null, stdout: Buffer.alloc(0), stderr: Buffer.alloc(0), ended: 'cancelled' });
      return;
    }
    const child = spawn(command.file, command.args, {
      cwd: '/',
      env: { ...request.environment, PATH: '/usr/bin:/bin' },
      stdio: ['pipe', 'pipe', 'pipe'],
      detached: true,
    });
    let ended: ProcessResult['ended'];
    const end = (why: NonNullable<ProcessResult['ended']>) => {
      if (ended !== undefined) return;
      ended = why;
      killGroup(child);
    };
    const cancel = () => end('cancelled');
    const timer = setTimeout(() => end('timeout'), request.timeoutMs);
    request.signal.addEventListener('abort', cancel);
    // The kernel limits each process only, and control groups are seldom ours to make.
    const watch = setInterval(() => {
      if (child.pid !== undefined && memoryOfTree(child.pid) > request.memoryBytes) end('memory');
    }, watchEveryMs);
    const settle = () => {
      clearTimeout(timer);
      clearInterval(watch);
      request.signal.removeEventListener('abort', cancel);
    };
    const stdout = collect(child.stdout, request.outputBytes, () => end('output'));
    const stderr = collect(child.stderr, request.outputBytes, () => end('output'));
    child.once('error', (error) => {
      settle();
      reject(error);
    });
    child.once('close', (exitCode) => {
      settle();
      resolve({ exitCode: ended === undefined ? exitCode : null, stdout: stdout(), stderr: stderr(), ended });
    });
    // A script need not read its input: then the pipe breaks, which is no failure.
    child.stdin.on('error', () => {});
    child.stdin.end(request.stdin);
  });
}

function collect(stream: NodeJS.ReadableStream, mostBytes: number, overflow: () => void): () => Buffer {
  const chunks: Buffer[] = [];
  let bytes = 0;
  stream.on('data', (chunk: Buffer) => {
    if (bytes < mostBytes) chunks.push(chunk.subarray(0, mostBytes - bytes));
    bytes += chunk.length;
    if (bytes > mostBytes) overflow();
  });
  return () => Buffer.concat(chunks);
}

/** bubblewrap dies with its group, and everything inside with bubblewrap, however it detached itself. */
function killGroup(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    // It ended in the meantime.
  }
}
