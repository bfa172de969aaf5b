import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { endProcess, findFreePort, hasHeartbeat, spawnChroma } from '../../src/library/chroma-process.ts';
import { identify } from '../../src/process-identity.ts';
import { useOf } from './process-use.ts';
import { runProcess } from './run-process.ts';

/** With the client of Chroma that Bylaw uses as well. */
export const langchainPackages = {
  '@langchain/core': '1.4.0',
  '@langchain/textsplitters': '1.0.2',
  '@langchain/community': '1.1.29',
  chromadb: '3.5.0',
} as const;

export interface LangchainRun {
  readonly documents: number;
  readonly pieces: number;
  readonly seconds: number;
  readonly parts: Readonly<Record<string, number>>;
  readonly memoryMb: number;
  readonly cpuSeconds: number;
  readonly wallSeconds: number;
}

const vectorModule = new URL('../stand-ins/stand-in-vector.ts', import.meta.url).href;
// Of 100, 300, 1,000 and 2,000 the quickest for LangChain.js.
const batch = 1_000;

/** A first index and everything once more, into a Chroma started as Bylaw starts its own, on an empty folder. */
export async function indexWithLangchain(installed: string, folder: string, stateDir: string) {
  mkdirSync(stateDir, { recursive: true });
  const program = join(installed, 'langchain.mjs');
  copyFileSync(fileURLToPath(new URL('langchain.mjs', import.meta.url)), program);
  const port = await findFreePort();
  const server = spawnChroma(join(stateDir, 'chroma'), port);
  const pid = server.pid ?? 0;
  const identity = identify(pid);
  try {
    while (!(await hasHeartbeat(port, 1_000))) {
      if (server.exitCode !== null) throw new Error('Chroma ended');
      await delay(50);
    }
    const args = [folder, String(port), String(batch), vectorModule];
    const first = await runProcess<LangchainRun>('LangChain.js, first', program, args);
    const chroma = useOf(pid);
    const again = await runProcess<LangchainRun>('LangChain.js, once more', program, [...args, 'again']);
    return { first, again, chroma };
  } finally {
    await endProcess(identity, 5_000);
  }
}
