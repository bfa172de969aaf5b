// A small program that connects to what its first argument (JSON: settings by the list) names, prints `ready`, and stays.
// The second argument is the folder of the process files.
import process from 'node:process';
import { createConnectMcp } from '../../../src/connectors/connect-mcp.ts';
import type { ConnectorSettings } from '../../../src/connectors/connector.ts';
import { createMcpHost } from '../../../src/connectors/create-mcp-host.ts';
import { createProcessFiles } from '../../../src/connectors/process-files.ts';
import { realTimers } from '../../../src/connectors/timers.ts';
import { silentLog } from '../../../src/log.ts';

const [, , list = '[]', folder = ''] = process.argv;
const connectors: readonly ConnectorSettings[] = JSON.parse(list);
const files = createProcessFiles(folder);
const host = createMcpHost({
  plan: { connectors, refused: [] },
  connect: createConnectMcp({ environment: process.env, files, timers: realTimers, random: Math.random, version: '0' }),
  timers: realTimers,
  random: Math.random,
  log: silentLog,
  sweep: files.sweep,
});
host.start();
await host.settled();
process.stdout.write(`ready ${host.servers().filter(({ state }) => state === 'ready').length}\n`);
process.stdin.once('end', () => {
  void host.stop().then(() => process.exit(0));
});
process.stdin.resume();
