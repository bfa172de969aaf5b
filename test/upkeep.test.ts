import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadConfig } from '../src/config.ts';
import { silentLog } from '../src/log.ts';
import { createUpkeep } from '../src/upkeep.ts';
import { createBench, createMapSource } from './ingest/sync-bench.ts';
import { manualTimers } from './support/mcp/manual-timers.ts';
import { temporaryFolder } from './support/run-bylaw.ts';

const dayMs = 86_400_000;

test('when a bot starts, what is older than it may be kept is gone before it answers', async (t) => {
  const { records, shelf, sync } = await createBench(t, []);
  const cwd = temporaryFolder(t);
  const now = Date.parse('2026-11-30T09:00:00Z');
  const put = (id: string, at: number) =>
    records.answers.put({
      answer: { id, status: 'answered', text: '', citations: [], passages: [], model: 'stub', ms: 1 },
      ...{ question: '?', conversation: id, retrieved: [], at },
    });
  await put('old', now - 8 * dayMs);
  await put('recent', now - 6 * dayMs);
  const upkeep = createUpkeep({
    config: { ...loadConfig({ cwd, argumentFolder: cwd, env: {} }), retentionDays: 7 },
    ...{ records, library: shelf, sync: sync(), log: silentLog },
    ...{ today: () => '2026-11-30', now: () => now },
  });
  t.after(() => upkeep.stop());
  await upkeep.start();
  assert.deepEqual(
    (await records.answers.list({ limit: 9 })).map(({ answer }) => answer.id),
    ['recent'],
  );
});

test('what sources say has changed is read soon, in one go, and what changes meanwhile once more', async (t) => {
  const wiki = createMapSource('wiki', { 'a.md': 'first' });
  const { records, shelf, sync, answering } = await createBench(t, [wiki]);
  const cwd = temporaryFolder(t);
  const timers = manualTimers();
  const base = sync();
  const done = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const states: string[][] = [];
  let changed = () => {};
  const upkeep = createUpkeep({
    config: loadConfig({ cwd, argumentFolder: cwd, env: {} }),
    ...{ records, library: shelf, log: silentLog },
    timers: {
      now: timers.now,
      after: (ms, run) => {
        // The second is asked for once the first run is over.
        if (states.length === 1) done[0]?.resolve();
        return timers.after(ms, run);
      },
    },
    sync: {
      archive: async () => {},
      lists: async () => false,
      forget: async () => {},
      run: async (options) => {
        const report = await base.run(options);
        wiki.texts.set('a.md', 'second');
        if (states.length === 0) changed();
        states.push(await answering());
        if (states.length === 2) done[1]?.resolve();
        return report;
      },
    },
    ...{ today: () => '2026-11-30', now: () => Date.parse('2026-11-30T09:00:00Z') },
    onSourceChange: (listener) => {
      changed = listener;
      return () => {
        changed = () => {};
      };
    },
  });
  t.after(() => upkeep.stop());
  await upkeep.start();
  for (let i = 0; i < 5; i++) changed();
  timers.advance(14_000);
  assert.deepEqual(states, []);
  timers.advance(1_000);
  await done[0]?.promise;
  timers.advance(15_000);
  await done[1]?.promise;
  assert.deepEqual(states, [['wiki/a.md@1'], ['wiki/a.md@2']]);
  changed();
  await upkeep.stop();
  assert.equal(timers.next(), undefined);
});
