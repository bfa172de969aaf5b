import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { silentLog } from '../../src/log.ts';
import { createScriptRunner } from '../../src/skills/run-script.ts';
import { leftForGood, openTargets } from '../../test/support/attack-targets.ts';
import { plantAttack, sandboxAttacks, wasDenied } from '../../test/support/sandbox-attacks.ts';
import { writeSkill } from '../../test/support/skill-folder.ts';
import type { BenchmarkRow } from './row.ts';

export const description = 'What the sandbox adds to a run of a script, and how many attacks it denies.';

const rounds = 30;
const signal = new AbortController().signal;
const now = () => performance.now();
const source = 'import { readFileSync } from "node:fs"; process.stdout.write(readFileSync(0));';

export async function run(): Promise<readonly BenchmarkRow[]> {
  const place = mkdtempSync(join(tmpdir(), 'bylaw-bench-sandbox-'));
  chmodSync(place, 0o755);
  const runner = createScriptRunner({ log: silentLog, nodePath: process.execPath, now });
  try {
    const began = now();
    const report = await runner.check();
    if (!report.ok) throw new Error(`${report.detail} ${report.fix ?? ''}`);
    const checkMs = now() - began;
    const skill = writeSkill(join(place, 'echo'), { 'scripts/echo.mjs': source, 'scripts/echo.sh': 'cat' });
    const inside = (script: string) => () => runner.run({ skill, script, input: {}, signal });
    // In turns, so that whatever else the machine does falls on both alike.
    const [plain, node, bash] = await medians([
      () => plainRun(process.execPath, join(skill.folder, 'scripts/echo.mjs')),
      inside('echo.mjs'),
      inside('echo.sh'),
    ]);
    const denied = await countDenied(place);
    return [
      { figure: 'self-test at start', value: Math.round(checkMs), unit: 'ms' },
      { figure: 'overhead of a Node script, p50', value: round(node - plain), unit: 'ms', target: 'under 150' },
      { figure: 'a Node script in the sandbox, p50', value: round(node), unit: 'ms' },
      { figure: 'a Node script without it, p50', value: round(plain), unit: 'ms' },
      { figure: 'a bash script in the sandbox, p50', value: round(bash), unit: 'ms' },
      { figure: 'attacks denied', value: denied, unit: `of ${sandboxAttacks.length}`, target: 'all' },
    ];
  } finally {
    await runner.stop();
    rmSync(place, { recursive: true });
  }
}

async function medians<const T extends readonly (() => Promise<unknown>)[]>(
  works: T,
): Promise<{ [K in keyof T]: number }> {
  const taken = works.map((): number[] => []);
  for (let n = 0; n < rounds; n++)
    for (const [which, work] of works.entries()) {
      const began = now();
      await work();
      taken[which]?.push(now() - began);
    }
  const middle = taken.map((times) => times.toSorted((a, b) => a - b)[Math.floor(rounds / 2)] ?? 0);
  return middle as { [K in keyof T]: number };
}

async function plainRun(file: string, script: string): Promise<void> {
  const child = spawn(file, [script], { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.end('{}');
  child.stdout.resume();
  await once(child, 'close');
}

async function countDenied(place: string): Promise<number> {
  let denied = 0;
  for (const attack of sandboxAttacks) {
    const targets = await openTargets(place);
    const skill = plantAttack(place, attack);
    const { limits = {} } = attack;
    const runner = createScriptRunner({ log: silentLog, nodePath: process.execPath, now, limits });
    const outcome = await runner.run({ skill, script: attack.file, input: { ...targets }, signal });
    await runner.stop();
    const left = await leftForGood(targets.marker);
    if (wasDenied(attack, outcome, targets) && left === 0) denied++;
    else console.error(`not denied: ${attack.name}`);
    await targets.close();
  }
  return denied;
}

function round(ms: number): number {
  return Math.round(ms * 10) / 10;
}
