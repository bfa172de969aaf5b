import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';

export const projectFolder = fileURLToPath(new URL('../..', import.meta.url));
const launcher = join(projectFolder, 'src', 'bylaw.mjs');

export interface Outcome {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  readonly input?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** Instead of the Node that runs the tests. */
  readonly node?: string;
  /** An open file that takes the output, instead of a pipe. */
  readonly stdout?: number;
}

/** A folder that is gone after the test. */
export function temporaryFolder(t: { after: TestContext['after'] }): string {
  const folder = mkdtempSync(join(tmpdir(), 'bylaw-test-'));
  t.after(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}

/** Starts the real command line with nothing of the caller's environment but PATH. */
export function startBylaw(args: readonly string[], options: RunOptions = {}): ChildProcess {
  return spawn(options.node ?? process.execPath, [launcher, ...args], {
    cwd: options.cwd ?? projectFolder,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...options.env },
    stdio: ['pipe', options.stdout ?? 'pipe', 'pipe'],
  });
}

/** Runs it to its end. */
export function runBylaw(args: readonly string[], options: RunOptions = {}): Promise<Outcome> {
  const child = startBylaw(args, options);
  return new Promise((resolve, reject) => {
    let stdout = '';
    let stderr = '';
    child.stdout?.on('data', (chunk) => {
      stdout += chunk;
    });
    child.stderr?.on('data', (chunk) => {
      stderr += chunk;
    });
    child.once('error', reject);
    child.once('close', (status) => resolve({ status, stdout, stderr }));
    child.stdin?.on('error', () => {});
    child.stdin?.end(options.input ?? '');
  });
}

/** Settles once what the process has printed matches. */
export function printed(child: ChildProcess, pattern: RegExp, stream: 'stdout' | 'stderr' = 'stdout'): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    const look = (chunk: Buffer) => {
      text += chunk;
      if (!pattern.test(text)) return;
      child[stream]?.off('data', look);
      resolve(text);
    };
    child[stream]?.on('data', look);
    child.once('close', (status) => reject(new Error(`ended with ${status} before it printed ${pattern}: ${text}`)));
  });
}
