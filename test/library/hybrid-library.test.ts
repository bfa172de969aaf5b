import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { tidyLibrary } from '../../src/ingest/tidy-library.ts';
import { type LogFields, silentLog } from '../../src/log.ts';
import { createToyEmbedder } from '../support/toy-embedder.ts';
import { draftOf } from './library-draft.ts';
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
  assert.equal(outcome.hits[0]?.version.metadata.title, 'Leave');
  assert.ok(outcome.coverage > 0.3, String(outcome.coverage));
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

test('starts neither Chroma nor the embedder where nothing is pending', async (t) => {
  const { library, embedder, stateDir } = await openLibrary(t);
  assert.deepEqual(await library.embedPending({}), { embedded: 0, pending: 0 });
  await library.remove([]);
  assert.equal(embedder.started, false);
  assert.equal(existsSync(join(stateDir, 'chroma')), false);
});

test('finds by vector what shares no word, at the weight of its embedder', async (t) => {
  const strong = createToyEmbedder({ weight: 0.6 });
  strong.before = async (texts) =>
    texts.map((text) => Float32Array.from({ length: 64 }, (_, i) => Number(i === (/train|voyage/.test(text) ? 1 : 2))));
  const { put, search, library } = await openLibrary(t, { embedder: strong });
  await put(leave, travel);
  await library.embedPending({});

  const { hits, coverage } = await search('voyage');
  assert.equal(hits[0]?.passage.id, 'test/travel.md@1#0');
  // 0.6, and two fifths of it again as the evidence for its title.
  assert.ok(Math.abs((hits[0]?.score ?? 0) - 0.84) < 1e-9);
  assert.equal(coverage, 0);
});

test('counts a passage at its best window, and keeps each window as a vector of its own', async (t) => {
  const windows = { maxChars: 40, stepChars: 30, minTailChars: 10 };
  const embedder = createToyEmbedder({ windows, weight: 0.6 });
  const { put, search, library, records } = await openLibrary(t, { embedder });
  const filler = 'Lorem ipsum dolor sit amet consectetur. ';
  await put(
    { path: 'a.md', passages: [`${filler}${filler}sabbatical sabbatical`] },
    { path: 'b.md', passages: [filler.repeat(3)] },
  );
  await library.embedPending({});

  assert.deepEqual([...(await records.vectors.marked('toy-64')).values()], [4, 4]);
  const { hits } = await search('sabbatical');
  assert.deepEqual(
    hits.map(({ passage, score }) => [passage.document, score.toFixed(6)]),
    [
      ['test/a.md', '2.240000'],
      ['test/b.md', '0.000000'],
    ],
  );
});

test('finds nothing for nonsense', async (t) => {
  const { put, search, library } = await openLibrary(t);
  await put(leave, travel);
  assert.deepEqual((await search('flurbish quoxit')).hits, []);
  await library.embedPending({});
  for (const question of ['flurbish quoxit', '???', ' ', '"', '*', '\0']) {
    const { hits, coverage } = await search(question);
    assert.deepEqual([hits.length, coverage], [0, 0], question);
  }
});

test('takes operators in a question for words', async (t) => {
  const { put, texts, library } = await openLibrary(t);
  await put(leave, travel);
  await library.embedPending({});
  for (const question of [
    "what's annual leave?",
    'annual AND',
    'annual*',
    '"annual',
    'NOT annual',
    'annual NEAR(',
    '-annual ^',
  ]) {
    assert.equal((await texts(question))[0], leave.passages[0], question);
  }
});

test('finds Chinese text by a part of it', async (t) => {
  const { put, texts } = await openLibrary(t);
  await put({ path: 'a.md', passages: ['认证系统使用JWT令牌', '年假为二十天'] });
  assert.deepEqual(await texts('认证'), ['认证系统使用JWT令牌']);
});

test('answers from exactly one version at every step of a replacement', async (t) => {
  const { put, texts, library, records } = await openLibrary(t);
  await put({ path: 'a.md', passages: ['Carry over three days.'] });
  await library.embedPending({});
  const { documents } = records;
  const draft = draftOf({ path: 'a.md', passages: ['Carry over five days.'] });

  const staged = await documents.stage([draft]);
  await library.add(staged);
  assert.deepEqual(await texts('carry over days'), ['Carry over three days.']);
  await library.embedPending({});
  assert.deepEqual(await texts('carry over days'), ['Carry over three days.']);
  await documents.activate(staged.map(({ id }) => id));
  assert.deepEqual(await texts('carry over days'), ['Carry over five days.']);
  await tidyLibrary({ library, records });
  assert.deepEqual(await texts('carry over days'), ['Carry over five days.']);
});

test('sees the new version when the switch falls between its two looks', async (t) => {
  let onUsable: (() => Promise<void>) | undefined;
  const fixture = await openLibrary(t, {
    wrapRecords: (records) => ({
      ...records,
      documents: {
        ...records.documents,
        async usable(...args) {
          await onUsable?.();
          return await records.documents.usable(...args);
        },
      },
    }),
  });
  const { put, texts } = fixture;
  await put({ path: 'a.md', passages: ['Carry over three days.'] });
  onUsable = async () => {
    onUsable = undefined;
    await put({ path: 'a.md', passages: ['Carry over five days.'] });
  };
  assert.deepEqual(await texts('carry over days'), ['Carry over five days.']);
});

test('answers by keyword alone while the embedder fails or is slow', async (t) => {
  const { put, search, library, embedder } = await openLibrary(t, { vectorDeadlineMs: 100, now: () => clock });
  let clock = 1_000_000;
  await put(leave, travel);
  await library.embedPending({});

  for (const before of [
    async () => {
      throw new Error('no');
    },
    () => new Promise<undefined>(() => undefined),
    async () => [new Float32Array(64).fill(Number.NaN)],
    async () => [new Float32Array(3).fill(1)],
    async () => [],
  ]) {
    clock += 3_600_000;
    embedder.before = before;
    const { hits, usedVectors } = await search('carry over');
    assert.deepEqual([hits[0]?.passage.id, usedVectors], ['test/leave.md@1#1', false]);
  }
});

test('logs that vectors failed, and no words of the failure that could be a question', async (t) => {
  const logged: [string, LogFields?][] = [];
  const log = { ...silentLog, warn: (...line: [string, LogFields?]) => void logged.push(line) };
  const { put, search, library, embedder } = await openLibrary(t, { log });
  await put(leave);
  await library.embedPending({});
  embedder.before = async ([text]) => {
    throw new Error(`cannot embed ${text}`);
  };
  assert.equal((await search('my secret leave')).usedVectors, false);
  assert.deepEqual(
    logged.map(([event]) => event),
    ['search.keyword-only'],
  );
  assert.doesNotMatch(JSON.stringify(logged), /secret/);
});

test('stops a search with the reason of its signal', async (t) => {
  const { put, search } = await openLibrary(t);
  await put(leave);
  const reason = new Error('enough');
  await assert.rejects(search('leave', { signal: AbortSignal.abort(reason) }), reason);
});
