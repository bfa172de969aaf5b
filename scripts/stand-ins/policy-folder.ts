import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { writePolicyPage } from './policy-pages.ts';
import { createRandom } from './random.ts';
import { readSentencePool } from './sentence-pool.ts';

const filesAFolder = 100;

/** Writes a handbook of so many Markdown files, the same each time; returns its characters and what it is made of. */
export function writePolicyFolder(folder: string, documents: number): { chars: number; from: string } {
  const pool = readSentencePool();
  const random = createRandom(20_261_130);
  let chars = 0;
  for (let number = 0; number < documents; number += 1) {
    const page = writePolicyPage(number, pool, random);
    chars += page.length;
    write(folder, number, page, 0);
  }
  return { chars, from: pool.from };
}

/** Writes one of its files anew. */
export function changeOne(folder: string, number: number): void {
  write(folder, number, `# Changed rule (${number})\n\nFrom now on it is done in another way.\n`, 1);
}

/** Dated back, so that the time of a file just written can be trusted. */
function write(folder: string, number: number, text: string, seconds: number): void {
  const file = join(folder, String(Math.floor(number / filesAFolder)), `policy-${number}.md`);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  const at = new Date(Date.UTC(2026, 0, 1, 0, 0, seconds));
  utimesSync(file, at, at);
}
