import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { percentile } from '../search/latency.ts';

export const qmdPackages = { '@tobilu/qmd': '2.8.3' } as const;

export interface QmdRun {
  readonly firstSeconds: number;
  readonly unchangedSeconds: number;
  readonly searchMs: number;
}

/** Its keyword mode, by its command line: the others download models. */
export function indexWithQmd(
  installed: string,
  folder: string,
  stateDir: string,
  questions: readonly string[],
): QmdRun {
  mkdirSync(stateDir, { recursive: true });
  const program = join(installed, 'node_modules', '@tobilu', 'qmd', 'dist', 'cli', 'qmd.js');
  const env = { PATH: process.env.PATH, HOME: stateDir, XDG_CACHE_HOME: stateDir, XDG_CONFIG_HOME: stateDir };
  const time = (...args: string[]) => {
    const began = performance.now();
    execFileSync(process.execPath, [program, ...args], { env, stdio: 'ignore' });
    return performance.now() - began;
  };
  return {
    firstSeconds: time('collection', 'add', folder, '--name', 'handbook') / 1000,
    unchangedSeconds: time('update') / 1000,
    searchMs: percentile(
      questions.map((question) => time('search', question.replace(/[^\p{L}\p{N} ]/gu, ' ').trim(), '-n', '3')),
      0.5,
    ),
  };
}
