import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { openLibrary } from './library-fixture.ts';

const leave = {
  path: 'leave.md',
  title: 'Leave',
  passages: ['Twenty days of annual leave a year.', 'Carry over up to five days.'],
};
const travel = { path: 'travel.md', title: 'Travel', passages: ['Book trains in second class.'] };

test('answers by keyword at once, without starting Chroma or the embedder', async (t) => {
  const { put, search, embedder, stateDir, library } = await openLibrary(t);
  await put(leave, travel);

  const outcome = await search('how many days of leave a year?');

  assert.equal(outcome.hits[0]?.passage.id, 'test/leave.md@1#0');
  assert.equal(outcome.usedVectors, false);
  assert.equal(await library.countPending(), 2);
  assert.equal(embedder.started, false);
  assert.equal(existsSync(join(stateDir, 'chroma')), false);
});

test('embeds what is pending once and then fuses vectors', async (t) => {
  const { put, search, embedder, library } = await openLibrary(t);
  await put(leave, travel);
  const progress: number[] = [];

  const result = await library.embedPending({ onProgress: ({ pending }) => progress.push(pending) });

  assert.deepEqual(result, { embedded: 3, pending: 0 });
  assert.equal(progress.at(-1), 0);
  assert.equal((await search('carry over')).usedVectors, true);
  assert.equal((await search('carry over')).hits[0]?.passage.id, 'test/leave.md@1#1');
  assert.deepEqual(await library.embedPending({}), { embedded: 0, pending: 0 });
  assert.equal(embedder.asked.filter(({ purpose }) => purpose === 'passage').length, 3);
});
