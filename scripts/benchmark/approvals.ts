import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSqliteRecords } from '../../src/records/sqlite.ts';
import { type RaceOutcome, race } from '../../test/answer/approval-races.ts';
import type { BenchmarkRow } from './row.ts';

export const description =
  'Double clicks, two people, stale cards, forged decisions and restarts between click and call, over real records.';

const races = 500;

export async function run(): Promise<readonly BenchmarkRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'bylaw-bench-approvals-'));
  const records = createSqliteRecords({ file: join(folder, 'records.sqlite'), now: Date.now });
  try {
    await records.start();
    const outcomes: RaceOutcome[] = [];
    for (let seed = 0; seed < races; seed += 1) outcomes.push(await race(seed, records));
    const sum = (key: 'executed' | 'unapproved' | 'doubled' | 'missing') =>
      outcomes.reduce((total, outcome) => total + outcome[key], 0);
    return [
      { figure: 'races', value: outcomes.length, unit: 'races', target: '500' },
      { figure: 'side effects', value: sum('executed'), unit: 'calls' },
      { figure: 'unapproved side effects', value: sum('unapproved'), unit: 'calls', target: '0' },
      { figure: 'doubled side effects', value: sum('doubled'), unit: 'calls', target: '0' },
      { figure: 'agreed to, nothing killed, and not done', value: sum('missing'), unit: 'calls', target: '0' },
    ];
  } finally {
    await records.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
