import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createGlossary } from '../../src/library/glossary.ts';
import { openLibrary } from './library-fixture.ts';

const leave = {
  path: 'leave.md',
  title: 'Leave',
  passages: ['Paid time off is 20 days a year.', 'A doctor certifies illness.'],
};
const pension = { path: 'pension.md', title: 'Pension', passages: ['The PTO fund pays pensions.'] };
const glossary = createGlossary([{ words: ['PTO', 'paid time off'] }]);

test('finds what the glossary means, says so, and never puts it before the asker’s own word', async (t) => {
  const { put, search } = await openLibrary(t, { glossary });
  await put(leave);
  const alone = await search('PTO');
  assert.deepEqual([alone.hits[0]?.passage.id, alone.alsoSearched], ['test/leave.md@1#0', ['paid time off']]);

  await put(pension);
  const { hits } = await search('PTO');
  assert.deepEqual(
    hits.map(({ version }) => version.path),
    ['pension.md', 'leave.md'],
  );
});

test('says nothing of what the glossary adds where no document has it', async (t) => {
  const { put, search } = await openLibrary(t, { glossary });
  await put(pension);
  assert.deepEqual((await search('PTO fund')).alsoSearched, []);
});

test('finds words that are spelled wrong and names the right ones as they are written', async (t) => {
  const { put, search } = await openLibrary(t);
  await put(leave, { path: 'vacation.md', title: 'Rest', passages: ['Unused vacations expire in March.'] });

  const { hits, alsoSearched } = await search('unusd vaccation');
  assert.deepEqual([hits[0]?.version.path, alsoSearched], ['vacation.md', ['unused', 'vacations']]);
  assert.deepEqual((await search('vacation')).alsoSearched, []);
  assert.deepEqual((await search('quokka')).hits, []);
});

test('never mends a word by one that only other audience sets hold', async (t) => {
  const { put, search } = await openLibrary(t);
  await put(leave, { path: 'secret.md', audienceKey: 'board', passages: ['Acquisition of Zephyrion in May.'] });

  const outcome = await search('zephyrian days');
  assert.deepEqual(outcome.alsoSearched, []);
  assert.ok(outcome.hits.every(({ version }) => version.path === 'leave.md'));
  const board = await search('zephyrian days', { audienceKeys: ['everyone', 'board'] });
  assert.deepEqual(board.alsoSearched, ['zephyrion']);
});

test('never names a word of a document that is not in force', async (t) => {
  const { put, search } = await openLibrary(t);
  await put(leave, { path: 'plan.md', validFrom: '2027-01-01', passages: ['The Zephyrion programme begins.'] });
  assert.deepEqual((await search('zephyrian days')).alsoSearched, []);
});
