import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadConfig } from '../src/config.ts';
import { createConnectorParts } from '../src/connector-parts.ts';
import { silentLog } from '../src/log.ts';
import { createUpkeep } from '../src/upkeep.ts';
import { createBench } from './ingest/sync-bench.ts';
import { address, connectorSettings } from './support/mcp/connector-settings.ts';
import { manualTimers } from './support/mcp/manual-timers.ts';
import { startModernServer } from './support/mcp/modern-server.ts';
import { temporaryFolder } from './support/run-bylaw.ts';

test('chosen resources are read when their server gets ready, and again soon after it says that one changed', async (t) => {
  const notes = new Map([['leave', 'Thirty days.']]);
  const server = await startModernServer(t, { closed: [], notes });
  const cwd = temporaryFolder(t);
  const config = loadConfig({ cwd, argumentFolder: cwd, env: {} });
  const wiki = connectorSettings('wiki', address(server.url), { resources: ['note://*'] });
  const own = await createBench(t, []);
  const parts = createConnectorParts({
    config: { ...config, connectors: { connectors: [wiki], refused: [] } },
    ...{ records: own.records, environment: {}, now: () => 1, log: silentLog },
  });
  t.after(() => parts.connectors.stop());
  const { records, shelf, sync, answering } = await createBench(t, parts.sources);

  const timers = manualTimers();
  const next = { asked: Promise.withResolvers<void>(), run: Promise.withResolvers<void>() };
  const once = sync();
  const upkeep = createUpkeep({
    ...{ config, records, library: shelf, log: silentLog, onSourceChange: parts.onSourceChange },
    ...{ today: () => '2026-11-30', now: () => Date.parse('2026-11-30T09:00:00Z') },
    timers: {
      now: timers.now,
      after: (ms, run) => {
        next.asked.resolve();
        return timers.after(ms, run);
      },
    },
    sync: {
      archive: async () => {},
      lists: async () => false,
      forget: async () => {},
      run: async (options) => {
        const report = await once.run(options);
        next.run.resolve();
        return report;
      },
    },
  });
  t.after(() => upkeep.stop());
  await upkeep.start();
  assert.deepEqual(await answering(), []);

  /** What answers after the next sync that was asked for. */
  const afterSync = async () => {
    await next.asked.promise;
    next.asked = Promise.withResolvers();
    timers.advance(15_000);
    await next.run.promise;
    next.run = Promise.withResolvers();
    return answering();
  };
  parts.connectors.start();
  assert.deepEqual(await afterSync(), ['mcp-wiki/note/leave.txt@1']);
  notes.set('leave', 'Forty days.');
  server.notify.resourceUpdated('note://leave');
  assert.deepEqual(await afterSync(), ['mcp-wiki/note/leave.txt@2']);
});
