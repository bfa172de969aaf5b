import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import type { BenchmarkRow } from './row.ts';

export const description =
  'Cold start to the first answer on the sample policies, and memory with 10,000 passages, Chroma included.';

const launcher = fileURLToPath(new URL('../../src/bylaw.mjs', import.meta.url));
const passages = 10_000;

export async function run(): Promise<readonly BenchmarkRow[]> {
  const place = mkdtempSync(join(tmpdir(), 'bylaw-bench-start-'));
  try {
    const seconds = [1, 2, 3].map((n) => coldStart(join(place, `cold-${n}`))).toSorted((a, b) => a - b)[1] ?? 0;
    const memory = await memoryOfRunningBot(place);
    return [
      { figure: 'cold start to first answer (median of 3)', value: seconds, unit: 's', target: 'under 15' },
      { figure: `resident memory of the bot, ${passages} passages`, value: memory.bot, unit: 'MB' },
      { figure: `resident memory of Chroma, ${passages} passages`, value: memory.chroma, unit: 'MB' },
    ];
  } finally {
    rmSync(place, { recursive: true });
  }
}

function coldStart(state: string): number {
  const began = performance.now();
  const child = spawnSync(process.execPath, [launcher, 'start', '--data', state], {
    cwd: tmpdir(),
    input: 'How many days of paid vacation do employees in the United States get?\n',
    encoding: 'utf8',
  });
  if (child.status !== 0 || !/\b20\b/.test(child.stdout)) throw new Error(`no answer: ${child.stdout}${child.stderr}`);
  return Math.round((performance.now() - began) / 10) / 100;
}

async function memoryOfRunningBot(place: string): Promise<{ bot: number; chroma: number }> {
  const docs = join(place, 'docs');
  mkdirSync(docs);
  for (let i = 0; i < passages; i++)
    writeFileSync(
      join(docs, `${i}.md`),
      `# Rule ${i}\n\nCase ${i} is decided by office ${i % 97} within ${i % 31} days.\n`,
    );
  const options = ['--source', docs, '--data', join(place, 'state')];
  const indexed = spawnSync(process.execPath, [launcher, 'index', ...options], {
    cwd: place,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (indexed.status !== 0) throw new Error(`index ended with ${indexed.status}`);
  const bot = spawn(process.execPath, [launcher, 'start', ...options], {
    cwd: place,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const closed = new Promise((resolve) => bot.once('close', resolve));
  let printed = '';
  for (const question of ['Which office decides case 17?', 'Within how many days is case 4711 decided?']) {
    bot.stdin.write(`${question}\n`);
    const before = printed.length;
    for await (const chunk of bot.stdout.iterator({ destroyOnReturn: false })) {
      printed += String(chunk);
      if (printed.length > before + question.length + 40) break;
    }
  }
  const memory = { bot: residentMb(bot.pid ?? 0), chroma: residentMb(chromaOf(join(place, 'state'))) };
  bot.stdin.end();
  bot.stdout.resume();
  await closed;
  return memory;
}

function chromaOf(state: string): number {
  return JSON.parse(readFileSync(join(state, 'chroma.json'), 'utf8')).server.pid;
}

/** Linux only, as the resident set is read from /proc. */
function residentMb(pid: number): number {
  const line = readFileSync(`/proc/${pid}/status`, 'utf8')
    .split('\n')
    .find((row) => row.startsWith('VmRSS:'));
  return Math.round(Number(line?.replace(/\D+/g, '')) / 1024);
}
