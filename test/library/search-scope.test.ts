import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openLibrary } from './library-fixture.ts';

test('never shows what the asked audience sets do not hold', async (t) => {
  const { put, texts, library } = await openLibrary(t);
  await put(
    { path: 'open.md', passages: ['Bonus rules for all.'] },
    { path: 'board.md', audienceKey: 'a-board', passages: ['Bonus of the board.'] },
    { path: 'managers.md', audienceKey: 'a-managers', passages: ['Bonus of managers.'] },
  );
  for (let round = 1; round <= 2; round += 1) {
    assert.deepEqual(await texts('bonus of the board'), ['Bonus rules for all.']);
    assert.deepEqual(await texts('bonus', { audienceKeys: ['a-board'] }), ['Bonus of the board.']);
    assert.deepEqual(await texts('bonus', { audienceKeys: [] }), []);
    assert.deepEqual(await texts('bonus', { audienceKeys: ['a-nobody'] }), []);
    const both = await texts('bonus managers', { audienceKeys: ['everyone', 'a-managers'] });
    assert.deepEqual(both, ['Bonus of managers.', 'Bonus rules for all.']);
    await library.embedPending({});
  }
});

test('moves a document to another audience set with its vectors', async (t) => {
  const { put, texts, library } = await openLibrary(t);
  await put({ path: 'a.md', passages: ['Bonus rules.'] });
  await library.embedPending({});
  await put({ path: 'a.md', audienceKey: 'a-board', passages: ['Bonus rules.'] });
  await library.embedPending({});

  assert.deepEqual(await texts('bonus rules'), []);
  assert.deepEqual(await texts('bonus rules', { audienceKeys: ['a-board'] }), ['Bonus rules.']);
});

test('keeps to the days between which a version is in force', async (t) => {
  const { put, texts, library } = await openLibrary(t);
  await put(
    { path: 'old.md', validTo: '2026-06-15', passages: ['Parking costs nothing.'] },
    { path: 'new.md', validFrom: '2026-06-15', passages: ['Parking costs ten euros.'] },
  );
  for (let round = 1; round <= 2; round += 1) {
    assert.deepEqual(await texts('parking costs', { on: '2026-06-14' }), ['Parking costs nothing.']);
    assert.deepEqual(await texts('parking costs', { on: '2026-06-15' }), ['Parking costs ten euros.']);
    await library.embedPending({});
  }
});

test('narrows a search by filter', async (t) => {
  const { put, texts, library } = await openLibrary(t);
  await put(
    { path: 'de.md', country: ['DE'], passages: ['Thirty days of leave.'] },
    { path: 'us.md', country: ['US'], passages: ['Twenty days of leave.'] },
  );
  const filter = (value: string) => ({ filter: [{ field: 'country', op: '=', value } as const] });
  for (let round = 1; round <= 2; round += 1) {
    assert.deepEqual(await texts('leave days', filter('US')), ['Twenty days of leave.']);
    assert.deepEqual(await texts('leave days', filter('FR')), []);
    await library.embedPending({});
  }
});

test('narrows a search to more versions than Chroma takes in one condition', async (t) => {
  const { put, texts, library } = await openLibrary(t);
  const many = Array.from({ length: 1_100 }, (_, i) => ({
    path: `${i}.md`,
    country: ['DE'],
    passages: [`rule number ${i}`],
  }));
  await put(...many, { path: 'us.md', country: ['US'], passages: ['rule number foreign'] });
  await library.embedPending({});
  const filter = [{ field: 'country', op: '=', value: 'DE' } as const];
  assert.equal((await texts('rule number 7', { filter }))[0], 'rule number 7');
  assert.ok(!(await texts('rule number foreign', { filter, limit: 50 })).includes('rule number foreign'));
});
