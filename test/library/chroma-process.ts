import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { findProcesses, identify, isAlive } from '../../src/library/process-identity.ts';
import { atEnd } from './library-fixture.ts';

export function serversOn(stateDir: string): number[] {
  return findProcesses(['run', '--path', join(stateDir, 'chroma')]);
}

export function readState(stateDir: string): { server: { pid: number; port: number }; users: { pid: number }[] } {
  return JSON.parse(readFileSync(join(stateDir, 'chroma.json'), 'utf8'));
}

/** Another process that uses the folder's Chroma. Resolves when it does. */
export async function startUser(
  t: TestContext,
  stateDir: string,
): Promise<{ child: ChildProcess; pid: number; port: number }> {
  const program = fileURLToPath(new URL('./chroma-user.ts', import.meta.url));
  const child = spawn(process.execPath, [program, stateDir], { stdio: ['pipe', 'pipe', 'inherit'] });
  atEnd(t, async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  });
  for await (const line of createInterface({ input: child.stdout })) return { child, ...JSON.parse(line) };
  throw new Error('the other process ended');
}

export async function ended(pid: number): Promise<void> {
  const identity = identify(pid);
  while (isAlive(identity)) await new Promise((resolve) => setTimeout(resolve, 5));
}
