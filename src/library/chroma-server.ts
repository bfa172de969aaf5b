import type { ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, realpathSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { BylawError, loggable } from '../errors.ts';
import type { Log } from '../log.ts';
import { argumentsOf, findProcesses, identify, isAlive } from '../process-identity.ts';
import {
  chromaHost,
  endProcess,
  findFreePort,
  hasHeartbeat,
  lastWords,
  pathArguments,
  spawnChroma,
} from './chroma-process.ts';
import { type ChromaState, createChromaStateFile } from './chroma-state.ts';

/** The embedded Chroma server of a state folder, shared by all processes that work on it: the last one out ends it. */
export interface ChromaServer {
  /**
   * Where it listens. Attaches to a live server, replaces one that is dead or hangs, or starts one; call it again
   * when a connection fails. Throws `library_unavailable`.
   */
  ensure(): Promise<{ readonly host: string; readonly port: number }>;
  /** Whether a store was ever written here. */
  hasStore(): boolean;
  /** Moves the store aside, or deletes it, and begins an empty one, unless another process uses it; false if so. */
  renewStore(old?: 'moved' | 'deleted'): Promise<boolean>;
  stop(): Promise<void>;
}

const startWaitMs = 60_000;
const endWaitMs = 5_000;
const hungEndWaitMs = 500;
const maxRestartWaitMs = 30_000;
const steadyAfterMs = 60_000;
const leaveWaitMs = 3_000;

export function createChromaServer(deps: {
  readonly stateDir: string;
  readonly log: Log;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** How long a running server may take to answer before it counts as hanging; 6 s unless told. */
  readonly hangsAfterMs?: number;
}): ChromaServer {
  const { log, stateDir, hangsAfterMs = 6_000 } = deps;
  const file = createChromaStateFile(stateDir);
  const me = { id: randomUUID(), ...identify(process.pid) };
  const stopping = new AbortController();
  let ensuring: Promise<number> | undefined;
  let used = false;
  let child: ChildProcess | undefined;
  let deaths = 0;
  let startedAt = 0;

  /** The same for every process, whichever way it reaches the folder: servers are recognised by it. */
  function storeFolder(): string {
    mkdirSync(stateDir, { recursive: true, mode: 0o700 });
    return join(realpathSync(stateDir), 'chroma');
  }

  /** Call only under the lock. */
  async function ensureLocked(): Promise<number> {
    const state = liveState();
    const server = state.server;
    if (server && (await answers(server.port, hangsAfterMs))) {
      file.write(state);
      log.debug('chroma.attached', { pid: server.pid, port: server.port });
      return server.port;
    }
    if (server) {
      log.warn('chroma.hanging', { pid: server.pid });
      await endProcess(server, hungEndWaitMs);
    }
    await endAll(state);
    return await launch(state.users);
  }

  /** The state without users and servers that are gone, and with this process as a user. */
  function liveState(): ChromaState {
    const { server, users } = file.read();
    const isOurs = server && isAlive(server) && (argumentsOf(server.pid)?.includes(storeFolder()) ?? true);
    return {
      server: isOurs ? server : undefined,
      users: [...users.filter((user) => user.id !== me.id && isAlive(user)), me],
    };
  }

  async function endAll({ server }: ChromaState): Promise<void> {
    child = undefined;
    if (server) await endProcess(server, endWaitMs);
    // Started by a process that was killed before it could write the state.
    for (const pid of findProcesses(pathArguments(storeFolder()))) await endProcess(identify(pid), endWaitMs);
  }

  async function launch(users: ChromaState['users']): Promise<number> {
    for (let attempt = 1; ; attempt += 1) {
      const port = await findFreePort();
      const started = spawnChroma(storeFolder(), port);
      started.on('error', (error) => log.error('chroma.spawn', { error: loggable(error) }));
      if (started.pid === undefined) throw unavailable('its process can not be started');
      try {
        file.write({ server: { ...identify(started.pid), port }, users });
      } catch (error) {
        await endProcess(identify(started.pid), endWaitMs);
        throw error;
      }
      if (await comesUp(started, port)) {
        child = started;
        startedAt = deps.now();
        started.on('exit', (code, signal) => restart(started, signal ?? String(code)));
        log.info('chroma.started', { pid: started.pid, port });
        return port;
      }
      await endProcess(identify(started.pid), endWaitMs);
      file.write({ users });
      // Another program may have taken the port in between.
      if (attempt === 3) throw unavailable(lastWords(storeFolder()));
    }
  }

  function restart(ended: ChildProcess, status: string): void {
    if (ended !== child || stopping.signal.aborted) return;
    deaths = deps.now() - startedAt > steadyAfterMs ? 1 : deaths + 1;
    const waitMs = deaths === 1 ? 0 : Math.min(maxRestartWaitMs, 100 * 2 ** deaths);
    log.warn('chroma.exited', { status, waitMs });
    const waited = delay(waitMs, undefined, { signal: stopping.signal });
    share(waited.then(() => file.locked(ensureLocked, stopping.signal))).catch((error) => {
      if (!stopping.signal.aborted) log.error('chroma.restart', { error: loggable(error) });
    });
  }

  /** One attempt at a time, which all who ask meanwhile wait for. */
  function share(attempt: Promise<number>): Promise<number> {
    const shared = attempt.finally(() => {
      if (ensuring === shared) ensuring = undefined;
    });
    ensuring = shared;
    return shared;
  }

  return {
    async ensure() {
      if (stopping.signal.aborted) throw unavailable('the library is stopped');
      used = true;
      return { host: chromaHost, port: await (ensuring ?? share(file.locked(ensureLocked, stopping.signal))) };
    },
    hasStore: () => existsSync(join(stateDir, 'chroma', 'chroma.sqlite3')),
    renewStore: (old = 'moved') =>
      file.locked(async () => {
        const state = liveState();
        if (state.users.length > 1) return false;
        used = true;
        await endAll(state);
        const folder = storeFolder();
        const aside = `${folder}-broken`;
        rmSync(aside, { recursive: true, force: true });
        if (existsSync(folder)) renameSync(folder, aside);
        try {
          await launch(state.users);
        } catch (error) {
          // Not the store's fault then.
          rmSync(folder, { recursive: true, force: true });
          if (existsSync(aside)) renameSync(aside, folder);
          throw error;
        }
        if (old === 'deleted') rmSync(aside, { recursive: true, force: true });
        return true;
      }, stopping.signal),
    async stop() {
      if (stopping.signal.aborted) return;
      const starting = ensuring;
      stopping.abort();
      await starting?.catch(() => undefined);
      if (!used) return;
      try {
        await file.locked(async () => {
          const state = liveState();
          const users = state.users.filter((user) => user.id !== me.id);
          if (users.length === 0) await endAll(state);
          file.write({ users, server: users.length > 0 ? state.server : undefined });
        }, AbortSignal.timeout(leaveWaitMs));
      } catch (error) {
        // Whoever holds the lock or comes next sees that this process is gone.
        log.warn('chroma.left', { reason: loggable(error) });
      }
    },
  };
}

/** Asks three times, since a server under load may miss one. */
async function answers(port: number, withinMs: number): Promise<boolean> {
  for (let attempt = 1; attempt <= 3; attempt += 1) if (await hasHeartbeat(port, withinMs / 3)) return true;
  return false;
}

async function comesUp(child: ChildProcess, port: number): Promise<boolean> {
  const giveUpAt = performance.now() + startWaitMs;
  while (child.exitCode === null && child.signalCode === null && performance.now() < giveUpAt) {
    if (await hasHeartbeat(port, 1_000)) return child.exitCode === null;
    await delay(20);
  }
  return false;
}

function unavailable(cause: string): BylawError {
  const why = cause === '' ? '' : ` (${cause})`;
  return new BylawError(
    'library_unavailable',
    `the embedded Chroma server does not start${why}: see chroma.log in the state folder, or set CHROMA_URL to a server of your own`,
  );
}
