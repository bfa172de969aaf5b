import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { isAlive, type ProcessIdentity } from '../process-identity.ts';

export const chromaHost = '127.0.0.1';

/** The arguments by which a server on this folder is recognised. */
export function pathArguments(folder: string): string[] {
  return ['run', '--path', folder];
}

/**
 * Starts a Chroma server on the folder. It belongs to no terminal, so that Ctrl-C reaches only us; it inherits no
 * environment, since it needs none of our secrets; it writes to `chroma.log` beside the folder.
 */
export function spawnChroma(folder: string, port: number): ChildProcess {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const program = fileURLToPath(new URL('./cli.mjs', import.meta.resolve('chromadb')));
  const output = openSync(logOf(folder), 'w', 0o600);
  try {
    const child = spawn(
      process.execPath,
      [program, ...pathArguments(folder), '--port', String(port), '--host', chromaHost],
      { cwd: dirname(folder), detached: true, env: {}, stdio: ['ignore', output, output] },
    );
    child.unref();
    return child;
  } finally {
    closeSync(output);
  }
}

/** The last line the server wrote that says something, for an error message. */
export function lastWords(folder: string): string {
  try {
    const lines = readFileSync(logOf(folder), 'utf8').split('\n');
    return lines.findLast((line) => /error|panic|version|cannot|not found/i.test(line))?.trim() ?? '';
  } catch {
    return '';
  }
}

export async function findFreePort(): Promise<number> {
  const server = createServer();
  server.listen(0, chromaHost);
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address ? address.port : 0;
}

export async function hasHeartbeat(port: number, timeoutMs: number): Promise<boolean> {
  try {
    const response = await fetch(`http://${chromaHost}:${port}/api/v2/heartbeat`, {
      signal: AbortSignal.timeout(timeoutMs),
    });
    const body: unknown = await response.json();
    return response.ok && typeof body === 'object' && body !== null && 'nanosecond heartbeat' in body;
  } catch {
    return false;
  }
}

/** Asks a process to end, and after the grace period makes it. */
export async function endProcess(identity: ProcessIdentity, graceMs: number): Promise<void> {
  for (const [signal, waitMs] of [
    ['SIGTERM', graceMs],
    ['SIGKILL', 5_000],
  ] as const) {
    if (!isAlive(identity)) return;
    try {
      process.kill(identity.pid, signal);
    } catch {
      // It ended just now, or isn't ours to end; the check below tells.
    }
    const giveUpAt = performance.now() + waitMs;
    while (isAlive(identity) && performance.now() < giveUpAt) await delay(10);
  }
}

function logOf(folder: string): string {
  return join(dirname(folder), 'chroma.log');
}
