import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadConfig } from '../src/config.ts';
import { silentLog } from '../src/log.ts';
import { createUpkeep } from '../src/upkeep.ts';
import { createBench } from './ingest/sync-bench.ts';
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
