import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSqliteRecords } from '../../src/records/sqlite.ts';
import { runFleet } from '../../test/connectors/fleet.ts';
import type { BenchmarkRow } from './row.ts';

export const description =
  '20 MCP servers with 300 tools over HTTP, started 4 times; none answers before all have been asked, and each lists its tools in another order each time.';

const connectors = 20;
const toolsEach = 15;
const starts = 4;

export async function run(): Promise<readonly BenchmarkRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'bylaw-bench-connectors-'));
  const records = createSqliteRecords({ file: join(folder, 'records.sqlite'), now: Date.now });
  try {
    await records.start();
    const outcome = await runFleet({ after: () => {} }, records, { connectors, toolsEach, starts, folder });
    const { ready, tools, connectMs, declaredPrefixes, searchedPrefixes, prefixBytes } = outcome;
    return [
      { figure: 'connectors ready', value: ready, unit: `of ${connectors}`, target: `${connectors}` },
      { figure: 'tools', value: tools, unit: 'tools', target: `${connectors * toolsEach}` },
      { figure: 'all connected, slowest start', value: connectMs, unit: 'ms' },
      { figure: 'bytes before the messages, all tools declared', value: prefixBytes, unit: 'bytes' },
      {
        figure: 'different prefixes, all tools declared',
        value: declaredPrefixes,
        unit: `in ${starts} starts`,
        target: '1',
      },
      {
        figure: 'different prefixes, tools searched for',
        value: searchedPrefixes,
        unit: `in ${starts} starts`,
        target: '1',
      },
    ];
  } finally {
    await records.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
