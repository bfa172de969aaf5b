import assert from 'node:assert/strict';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { tidyLibrary } from '../../src/ingest/tidy-library.ts';
import { vectorKey } from '../../src/library/keyword-database.ts';
import { draftOf } from './library-draft.ts';
import { type LibraryFixture, openLibrary, today } from './library-fixture.ts';

const now = () => Date.parse(`${today}T09:00:00Z`);
const path = 'travel.md';
const march = { on: '2026-03-01' };
const july = { on: '2026-07-01' };

/** Three versions of one document: one that is over, one in force, one that takes effect in July. */
async function openSeries(
  t: Parameters<typeof openLibrary>[0],
  audiences: readonly string[] = [],
): Promise<LibraryFixture> {
  const fixture = await openLibrary(t, { now });
  const { records, library, put } = fixture;
  await put({ path: 'other.md', passages: ['Hotels are booked by the assistant.'] });
  const days = [
    { validFrom: '2026-01-01', validTo: '2026-05-01', seen: { to: true } },
    { validFrom: '2026-05-01', validTo: '2026-07-01', seen: { from: true } },
    { validFrom: '2026-07-01' },
  ];
  const passages = [
    'Hotels cost at most eighty euros.',
    'Hotels cost at most ninety euros.',
    'Hotels cost what they cost.',
  ];
  const ids: string[] = [];
  for (const [i, passage] of passages.entries()) {
    const draft = draftOf({ path, passages: [passage], audienceKey: audiences[i] ?? 'everyone' });
    const [version] = await records.documents.stage([draft]);
    ids.push(version?.id ?? '');
    await library.add(version ? [version] : []);
    if (i === 0) await library.embedPending({});
    await records.documents.activate(
      [version?.id ?? ''],
      ids.map((versionId, n) => ({ versionId, ...days[n] })),
    );
    await tidyLibrary({ records, library });
  }
  return fixture;
}

test('each day is answered from the version that was in force on it, and what comes is found when asked for', async (t) => {
  const { texts, library, embedder } = await openSeries(t);
  for (let round = 1; round <= 2; round += 1) {
    const hotels = async (query = {}) => (await texts('hotels cost', query)).filter((text) => text.includes('cost'));
    assert.deepEqual(await hotels(), ['Hotels cost at most ninety euros.']);
    assert.deepEqual(await hotels(march), ['Hotels cost at most eighty euros.']);
    assert.deepEqual(await hotels(july), ['Hotels cost what they cost.']);
    assert.deepEqual(await hotels({ on: '2025-12-31' }), []);
    assert.deepEqual(await hotels({ upcoming: true }), ['Hotels cost what they cost.']);
    assert.deepEqual(await hotels({ ...july, upcoming: true }), []);
    const filter = [{ field: 'document', op: '=', value: `test/${path}` } as const];
    assert.deepEqual(await hotels({ ...march, filter }), ['Hotels cost at most eighty euros.']);
    await library.embedPending({});
  }
  const health = await library.health();
  assert.ok(health.every(({ ok }) => ok));
  assert.equal(health[0]?.detail, '4 passages of 4 versions, 1 of them in the archive');
  assert.equal(await library.countPending(), 0);
  assert.equal(new Set(embedder.asked).size, embedder.asked.length, 'what was embedded once is not embedded again');
});

test('a version that is over counts in no statistics of today', async (t) => {
  const { search, put, records, library } = await openLibrary(t, { now });
  await put({ path: 'a.md', passages: ['The zebra rule.'] });
  const before = await search('zebra rule');
  for (let n = 0; n < 5; n++) {
    const [version] = await records.documents.stage([draftOf({ path: 'a.md', passages: ['The zebra rule.'] })]);
    await library.add(version ? [version] : []);
    const kept = await records.documents.kept(['test/a.md']);
    const over = kept.map(({ id }) => ({ versionId: id, validFrom: '2026-01-01', validTo: '2026-06-01' }));
    await records.documents.activate([version?.id ?? ''], over);
    await tidyLibrary({ records, library });
  }
  const after = await search('zebra rule');
  assert.deepEqual([after.coverage, after.hits.length], [before.coverage, 1]);
});

test('a document that was restricted has a restricted past, and one that was opened keeps it', async (t) => {
  const shut = await openSeries(t, ['everyone', 'a-board', 'a-board']);
  const found = async ({ texts }: LibraryFixture, audienceKeys: string[], query = {}) =>
    (await texts('hotels cost', { audienceKeys, ...query })).filter((text) => text.includes('cost'));
  assert.deepEqual(await found(shut, ['everyone'], march), []);
  assert.deepEqual(await found(shut, ['everyone', 'a-board'], march), ['Hotels cost at most eighty euros.']);
  const opened = await openSeries(t, ['a-board', 'everyone', 'everyone']);
  assert.deepEqual(await found(opened, ['everyone'], march), []);
  assert.deepEqual(await found(opened, ['everyone', 'a-board'], march), ['Hotels cost at most eighty euros.']);
});

test('both shelves are built anew from the records', async (t) => {
  const first = await openSeries(t);
  await first.library.embedPending({});
  await first.library.stop();
  for (const name of readdirSync(first.stateDir)) {
    if (name.startsWith('keywords')) rmSync(join(first.stateDir, name));
  }
  const second = await openLibrary(t, { stateDir: first.stateDir, now });
  assert.deepEqual(await second.texts('hotels eighty', march), [
    'Hotels cost at most eighty euros.',
    'Hotels are booked by the assistant.',
  ]);
  assert.deepEqual((await second.texts('hotels eighty euros'))[0], 'Hotels cost at most ninety euros.');
});

test('what is erased is in no file of keywords and vectors, and the rest is filled in again from the cache', async (t) => {
  const { library, records, stateDir, embedder, texts } = await openSeries(t);
  await library.embedPending({});
  const asked = embedder.asked.length;
  const versions = await records.documents.kept([`test/${path}`]);
  const sought = { versions, texts: ['Hotels cost at most eighty euros.', 'Hotels cost what they cost.'] };
  assert.ok((await library.traces(sought)).some(({ found = 0 }) => found > 0));
  await records.documents.retire([`test/${path}`]);
  await library.erase(versions);
  await records.documents.settle(versions.map(({ id }) => id));
  assert.deepEqual(
    (await library.traces(sought)).map(({ place, found }) => [place, found]),
    [
      ['keyword index', 0],
      ['bytes of the keyword index', 0],
      ['vector store, current and archived', 0],
      ['bytes of the vector store', 0],
    ],
  );
  assert.equal(readFileSync(join(stateDir, 'keywords.sqlite')).includes('eighti'), false);
  assert.ok(!readdirSync(stateDir).includes('chroma-broken'));
  for (const { id } of versions)
    assert.ok(!readFileSync(join(stateDir, 'chroma', 'chroma.sqlite3')).includes(vectorKey(id)));
  assert.deepEqual(await library.embedPending({}), { embedded: 0, pending: 0 });
  assert.equal(embedder.asked.length, asked);
  assert.deepEqual(await texts('hotels', march), ['Hotels are booked by the assistant.']);
});
