import assert from 'node:assert/strict';
import { test } from 'node:test';
import { run } from '../../scripts/benchmark/cache.ts';

test('six turns over a restart read at least 99% of what was sent before from the cache, with one prefix', async () => {
  const rows = await run();
  const value = (start: string) => rows.find(({ figure }) => figure.startsWith(start))?.value ?? 0;
  assert.equal(value('turns'), 6);
  assert.ok(value('requests') >= 12);
  assert.ok(value('tokens sent again, read') >= 99, `${value('tokens sent again, read')} %`);
  assert.equal(value('prefixes before'), 1);
  assert.equal(value('prefixes, tools'), 1);
});
