import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import type { BenchmarkRow } from './row.ts';

export const description =
  'The MCP conformance suite through the connection that Bylaw itself uses, both sets of requirements.';

const project = fileURLToPath(new URL('../..', import.meta.url));
const suite = join(project, 'node_modules/@modelcontextprotocol/conformance/dist/index.js');
const client = join(project, 'test/support/mcp/conformance-client.ts');
/** The suite starts all scenarios at once, so a small machine needs time. */
const timeoutMs = 180_000;

interface Scenario {
  readonly name: string;
  readonly passed: boolean;
  readonly required: boolean;
}

export async function run(): Promise<readonly BenchmarkRow[]> {
  const rows: BenchmarkRow[] = [];
  for (const revision of ['2025-11-25', '2026-07-28']) {
    const required = (await runSet(revision)).filter((scenario) => scenario.required);
    const missed: string[] = [];
    for (const { name } of required.filter(({ passed }) => !passed)) {
      // Once in a while a scenario fails for want of time; alone it has all of it.
      if (!(await runAlone(name, revision))) missed.push(name);
    }
    for (const name of missed) process.stderr.write(`${revision} ${name}: failed\n`);
    rows.push({
      figure: `required client scenarios of ${revision} passed`,
      value: required.length - missed.length,
      unit: `of ${required.length}`,
      target: 'all',
      missed: missed.length > 0 || required.length === 0,
    });
  }
  return rows;
}

async function runSet(revision: string): Promise<readonly Scenario[]> {
  const { output } = await runSuite(['--requirements', revision]);
  const [results = '', others = ''] = output.slice(output.indexOf('SUITE SUMMARY')).split('Not scored');
  const unscored = new Set([...others.matchAll(/^\s*[✓✗] (\S+) /gmu)].map((match) => match[1]));
  return [...results.matchAll(/^([✓✗]) (\S+): /gmu)].map(([, mark, name = '']) => ({
    name,
    passed: mark === '✓',
    required: !unscored.has(name),
  }));
}

async function runAlone(name: string, revision: string): Promise<boolean> {
  const { status } = await runSuite(['--scenario', name, '--spec-version', revision]);
  return status === 0;
}

function runSuite(args: readonly string[]): Promise<{ readonly status: number | null; readonly output: string }> {
  const results = mkdtempSync(join(tmpdir(), 'bylaw-conformance-'));
  const command = `"${process.execPath}" "${client}"`;
  const given = [suite, 'client', '--command', command, ...args, '--timeout', String(timeoutMs), '-o', results];
  const child = spawn(process.execPath, given, { cwd: project, stdio: ['ignore', 'pipe', 'ignore'] });
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (status) => {
      rmSync(results, { recursive: true, force: true });
      resolve({ status, output });
    });
  });
}
