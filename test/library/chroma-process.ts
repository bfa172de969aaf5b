import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { ChromaClient } from 'chromadb';
import { findFreePort, hasHeartbeat, spawnChroma } from '../../src/library/chroma-process.ts';
import { findProcesses, identify, isAlive } from '../../src/process-identity.ts';
import { atEnd, makeFolder } from './library-fixture.ts';

export function serversOn(stateDir: string): number[] {
  return findProcesses(['run', '--path', join(stateDir, 'chroma')]);
}

export function readState(stateDir: string): { server: { pid: number; port: number }; users: { pid: number }[] } {
  return JSON.parse(readFileSync(join(stateDir, 'chroma.json'), 'utf8'));
}

/** A Chroma server that belongs to no state folder, as one at CHROMA_URL; returns its port. */
export async function startServer(t: TestContext): Promise<number> {
  const stateDir = makeFolder(t);
  const port = await findFreePort();
  const child = spawnChroma(join(stateDir, 'chroma'), port);
  atEnd(t, async () => {
    child.kill('SIGKILL');
    await once(child, 'exit');
  });
  while (!(await hasHeartbeat(port, 1_000))) assert.equal(child.exitCode, null);
  return port;
}

/** Window ids in each collection, read from the server itself. */
export async function windowsOn(port: number): Promise<Record<string, string[]>> {
  const client = new ChromaClient({ host: '127.0.0.1', port, ssl: false });
  const collections = await client.listCollections();
  const entries = collections.map(async (found) => [found.name, (await found.get({ include: [] })).ids] as const);
  return Object.fromEntries(await Promise.all(entries));
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
