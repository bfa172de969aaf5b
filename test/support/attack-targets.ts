import { randomInt } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { writeSkill } from './skill-folder.ts';

/** What an attacker would like to reach on the host: all of it open to any ordinary process. */
export interface AttackTargets {
  readonly secretFile: string;
  readonly otherSkill: string;
  readonly port: number;
  /** Name of an abstract Unix socket. */
  readonly abstract: string;
  /** Stands in the command line of whatever an attack leaves behind. */
  readonly marker: string;
  readonly reached: () => number;
  readonly close: () => Promise<void>;
}

export async function openTargets(folder: string): Promise<AttackTargets> {
  let connections = 0;
  const listen = (where: { port: number; host: string } | { path: string }) =>
    new Promise<Server>((resolve) => {
      const server = createServer((socket) => {
        connections++;
        socket.destroy();
      }).listen(where, () => resolve(server));
    });
  const marker = `86400.${randomInt(1e9, 1e10)}`;
  const abstract = `bylaw-${marker}`;
  const servers = [await listen({ port: 0, host: '127.0.0.1' }), await listen({ path: `\0${abstract}` })];
  const address = servers[0]?.address();
  const secretFile = join(folder, 'secret.txt');
  writeFileSync(secretFile, 'planted');
  return {
    secretFile,
    otherSkill: writeSkill(join(folder, 'other'), {}).folder,
    port: typeof address === 'object' && address !== null ? address.port : 0,
    abstract,
    marker,
    reached: () => connections,
    close: async () => {
      await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
    },
  };
}

/** How many stay when the kernel had its time: it clears a sandbox away an instant after that has ended. */
export async function leftForGood(marker: string): Promise<number> {
  const patience = performance.now() + 5000;
  while (leftBehind(marker) > 0 && performance.now() < patience) await setImmediate();
  return leftBehind(marker);
}

/** Processes of this machine whose command line holds the marker. */
export function leftBehind(marker: string): number {
  return readdirSync('/proc').filter((pid) => {
    try {
      return /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes(marker);
    } catch {
      return false;
    }
  }).length;
}
