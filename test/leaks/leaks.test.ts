import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runLeaks } from './run-leaks.ts';

test('a company whose groups keep changing: no secret shows to whom it must not, and what may show does', async (t) => {
  const counts = await runLeaks(t, { combinations: 30, seed: 20261130, documents: 45 });
  assert.deepEqual(counts.examples, []);
  assert.ok(counts.allowed >= 10 && counts.found === counts.allowed, `${counts.found} of ${counts.allowed} found`);
  assert.ok(counts.answered >= counts.allowed / 2, `${counts.answered} of ${counts.allowed} answered`);
  for (const [surface, { looks }] of Object.entries(counts.surfaces)) assert.ok(looks > 0, `${surface} was looked at`);
});
