import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('play-until-killed.ts', import.meta.url));

/** Kills a bot with `kill -9` after each of these many lasting changes, starts it again, and lets the last one finish. */
export async function killForReal(seed: number, kills: readonly number[]) {
  const folder = mkdtempSync(join(tmpdir(), 'bylaw-killed-'));
  try {
    for (const after of kills) await runUntil(folder, seed, after);
    const said = await runUntil(folder, seed, Number.POSITIVE_INFINITY);
    const last = said.trim().split('\n').at(-1) ?? '';
    const { ended }: { ended: readonly string[] } = JSON.parse(last);
    const file = join(folder, 'filed.txt');
    const filed = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
    const database = new DatabaseSync(join(folder, 'records.sqlite'), { readOnly: true });
    const count = database.prepare("SELECT count(*) AS n FROM approval WHERE state = 'approved'").get();
    database.close();
    return { ended, executed: filed.length, repeated: filed.length - new Set(filed).size, approved: Number(count?.n) };
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

function runUntil(folder: string, seed: number, after: number): Promise<string> {
  const child = spawn(process.execPath, [program, folder, String(seed)], {
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 60_000,
  });
  return new Promise((resolve, reject) => {
    let said = '';
    let complaint = '';
    child.stderr.on('data', (chunk) => {
      complaint += chunk;
    });
    child.stdout.on('data', (chunk) => {
      said += chunk;
      if (said.split('\n').length > after) child.kill('SIGKILL');
    });
    child.once('error', reject);
    child.once('close', (status, signal) => {
      if (status === 0 || signal === 'SIGKILL') resolve(said);
      else reject(new Error(`the bot ended with ${status}: ${complaint}`));
    });
  });
}
