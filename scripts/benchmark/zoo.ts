import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createConnectMcp } from '../../src/connectors/connect-mcp.ts';
import type { ConnectorPlan } from '../../src/connectors/connector.ts';
import { noRules } from '../../src/connectors/connector-schema.ts';
import { createMcpHost } from '../../src/connectors/create-mcp-host.ts';
import type { McpHost } from '../../src/connectors/mcp-host.ts';
import { createProcessFiles } from '../../src/connectors/process-files.ts';
import { readConnectors } from '../../src/connectors/read-connectors.ts';
import { realTimers } from '../../src/connectors/timers.ts';
import { silentLog } from '../../src/log.ts';
import { openWholeZoo, type WholeZoo } from '../../test/support/mcp/whole-zoo.ts';
import type { BenchmarkRow } from './row.ts';

export const description =
  'All misbehaving MCP servers at once: start, healthy ones among them, and what is left behind.';

const project = fileURLToPath(new URL('../..', import.meta.url));
const hostProgram = join(project, 'test/support/mcp/host-program.ts');
const launcher = join(project, 'src/bylaw.mjs');
const targetSeconds = 5;
const connectSeconds = 8;

export async function run(): Promise<readonly BenchmarkRow[]> {
  const place = mkdtempSync(join(tmpdir(), 'bylaw-zoo-'));
  const closing: (() => Promise<void>)[] = [];
  try {
    const zoo = await openWholeZoo((close) => closing.push(close), place);
    return [...(await runHost(zoo, place)), ...(await runKilled(zoo, place)), ...(await runBot(zoo, place))];
  } finally {
    await Promise.all(closing.map((close) => close()));
    rmSync(place, { recursive: true, force: true });
  }
}

/** The host alone: how long until each healthy server has answered a call. */
async function runHost(zoo: WholeZoo, place: string): Promise<BenchmarkRow[]> {
  const plan = planOf(zoo);
  const host = openHost(plan, join(place, 'processes'));
  const began = performance.now();
  host.start();
  const healthy = Object.entries(zoo.healthy);
  const times = await Promise.all(healthy.map(([name, tool]) => answered(host, name, tool).then(() => since(began))));
  await host.settled();
  const settled = since(began);
  const stopping = performance.now();
  await host.stop();
  const stopped = since(stopping);
  const servers = Object.keys(zoo.mcpServers).length;
  const slowest = Math.max(...times);
  return [
    { figure: 'servers configured', value: servers, unit: `(${healthy.length} healthy)` },
    row(
      'until all healthy ones have answered a call',
      slowest,
      's',
      `under ${targetSeconds}`,
      slowest >= targetSeconds,
    ),
    row(
      'until every server is ready or given up',
      settled,
      's',
      `under ${connectSeconds * 2}`,
      settled >= connectSeconds * 2,
    ),
    row('until all are stopped', stopped, 's', 'under 10', stopped >= 10),
    await left('processes left after stop', place),
  ];
}

/** A host that is killed, and the next one. */
async function runKilled(zoo: WholeZoo, place: string): Promise<BenchmarkRow[]> {
  const folder = join(place, 'processes');
  const child = spawn(process.execPath, [hostProgram, JSON.stringify(planOf(zoo).connectors), folder], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  await printed(child, 'ready');
  await kill(child);
  const orphans = processesWith(place);
  const host = openHost({ connectors: [], refused: [] }, folder);
  host.start();
  await host.stop();
  return [
    { figure: 'processes left by a host that was killed', value: orphans, unit: '' },
    await left('processes left after the next start', place),
  ];
}

/** The whole bot, with its index already made. */
async function runBot(zoo: WholeZoo, place: string): Promise<BenchmarkRow[]> {
  const config = join(place, 'bylaw.yaml');
  writeFileSync(
    config,
    JSON.stringify({ sources: [{ folder: join(project, 'policies') }], mcpServers: zoo.mcpServers }),
  );
  const start = () =>
    spawn(process.execPath, [launcher, 'start', '--config', config], { cwd: place, stdio: ['pipe', 'ignore', 'pipe'] });
  const first = start();
  await printed(first, 'Answers:');
  await stop(first);
  const began = performance.now();
  const second = start();
  await printed(second, 'Answers:');
  const ready = since(began);
  const running = await programsOf(place);
  await kill(second);
  const third = start();
  await printed(third, 'Answers:');
  await programsOf(place);
  await stop(third);
  return [
    row('until the bot takes questions', ready, 's', `under ${targetSeconds}`, ready >= targetSeconds),
    row('programs of its connectors seen running', running, '', 'some', running === 0),
    await left('processes left after kill -9, the next start and its stop', place),
  ];
}

/** How many programs run among the animals once the first have begun; the bot starts them behind its own start. */
async function programsOf(place: string): Promise<number> {
  const programs = () => processesWith(join(place, 'stubborn')) + processesWith(join(place, 'healthy'));
  for (let looks = 0; looks < 100 && programs() < 2; looks++) await setTimeout(100);
  return programs();
}

function planOf(zoo: WholeZoo): ConnectorPlan {
  const quick = { ...noRules, limits: { ...noRules.limits, connectSeconds } };
  const connectors = Object.fromEntries(Object.keys(zoo.mcpServers).map((name) => [name, quick]));
  return readConnectors({ mcpServers: zoo.mcpServers, servers: {}, connectors }, process.env, project);
}

function openHost(plan: ConnectorPlan, folder: string): McpHost {
  const files = createProcessFiles(folder);
  return createMcpHost({
    plan,
    connect: createConnectMcp({
      environment: process.env,
      files,
      timers: realTimers,
      random: Math.random,
      version: '0',
    }),
    timers: realTimers,
    random: Math.random,
    log: silentLog,
    sweep: files.sweep,
  });
}

function answered(host: McpHost, name: string, tool: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const look = () => {
      const server = host.server(name);
      if (server?.state !== 'ready') return;
      stop();
      const call = {
        tool,
        input: { name: 'Ada', id: '1' },
        idempotencyKey: 'zoo',
        signal: new AbortController().signal,
      };
      server.call(call, { repeatable: false }).then(() => resolve(), reject);
    };
    const stop = host.on(look);
    look();
  });
}

function row(figure: string, value: number, unit: string, target: string, missed: boolean): BenchmarkRow {
  return { figure, value, unit, target, missed };
}

async function left(figure: string, place: string): Promise<BenchmarkRow> {
  // A killed process takes a moment to be gone.
  for (let looks = 0; looks < 20 && processesWith(place) > 0; looks++) await setTimeout(100);
  const value = processesWith(place);
  return row(figure, value, '', '0', value > 0);
}

/** Living processes whose arguments name the folder; Linux only. */
function processesWith(place: string): number {
  return readdirSync('/proc').filter((pid) => {
    if (!/^\d+$/.test(pid) || Number(pid) === process.pid) return false;
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(place);
    } catch {
      return false;
    }
  }).length;
}

/** Settles once the process has printed these words, wherever it does. */
function printed(child: ChildProcess, words: string): Promise<void> {
  return new Promise((resolve, reject) => {
    let text = '';
    const late = new AbortController();
    setTimeout(60_000, undefined, { signal: late.signal }).then(
      () => reject(new Error(`no "${words}" within a minute: ${text}`)),
      () => {},
    );
    const look = (chunk: Buffer) => {
      text += chunk;
      if (!text.includes(words)) return;
      late.abort();
      resolve();
    };
    child.stdout?.on('data', look);
    child.stderr?.on('data', look);
    child.once('exit', (status) => {
      late.abort();
      reject(new Error(`ended with ${status}: ${text}`));
    });
  });
}

function stop(child: ChildProcess): Promise<void> {
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  child.stdin?.end();
  return gone;
}

function kill(child: ChildProcess): Promise<void> {
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  child.kill('SIGKILL');
  return gone;
}

function since(began: number): number {
  return Math.round((performance.now() - began) / 10) / 100;
}
