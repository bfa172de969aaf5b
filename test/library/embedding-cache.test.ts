import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { createToyEmbedder, type ToyEmbedder } from '../support/toy-embedder.ts';
import { type LibraryFixture, makeFolder, openLibrary } from './library-fixture.ts';

const leave = {
  path: 'leave.md',
  title: 'Leave',
  passages: ['Twenty days a year.', 'Carry over five days.', 'Ask your manager.', 'Give notice.', 'Sick days differ.'],
};
const travel = { path: 'travel.md', title: 'Travel', passages: ['Book trains in second class.'] };

const textsOf = ({ asked }: ToyEmbedder) => asked.map(({ text }) => text);

/** Of the texts, those whose vectors the records hold. */
async function cachedOf({ records, embedder }: LibraryFixture, texts: readonly string[]): Promise<string[]> {
  const hashed = new Map(texts.map((text) => [createHash('sha256').update(text).digest('hex'), text]));
  const found = await records.embeddings.get(embedder.space, [...hashed.keys()]);
  return [...found.keys()].map((hash) => hashed.get(hash) ?? '');
}

test('keeps no vector of a removed document in the records', async (t) => {
  const fixture = await openLibrary(t);
  const { put, remove, library, embedder } = fixture;
  await put(leave, travel);
  await library.embedPending({});
  await put({ ...leave, passages: ['Thirty days a year.'] });
  await library.embedPending({});
  const texts = textsOf(embedder);
  assert.deepEqual([texts.length, (await cachedOf(fixture, texts)).length], [7, 7]);

  await remove('leave.md');
  assert.deepEqual(await cachedOf(fixture, texts), ['Travel\nBook trains in second class.']);
});

test('keeps no vector of a document that is removed while it is embedded', async (t) => {
  const fixture = await openLibrary(t);
  const { put, remove, library, embedder } = fixture;
  await put(leave, travel);
  embedder.before = async () => {
    await remove('leave.md');
    return undefined;
  };
  await library.embedPending({});
  assert.deepEqual(await cachedOf(fixture, textsOf(embedder)), ['Travel\nBook trains in second class.']);
});

test('embeds nothing of a renamed document', async (t) => {
  const { put, remove, library } = await openLibrary(t);
  await put(leave);
  await library.embedPending({});
  // In the order of a sync: the new file goes in, and the old one has left before anything is embedded.
  await put({ ...leave, path: 'time-off/leave.md' });
  await remove('leave.md');
  assert.deepEqual(await library.embedPending({}), { embedded: 0, pending: 0 });
});

test('embeds of a changed document the changed passage alone, and nothing when it is changed back', async (t) => {
  const { put, library, embedder } = await openLibrary(t);
  await put(leave);
  await library.embedPending({});
  const passages = leave.passages.with(1, 'Carry over ten days.');
  await put({ ...leave, passages });
  assert.deepEqual(await library.embedPending({}), { embedded: 1, pending: 0 });
  assert.equal(textsOf(embedder).at(-1), 'Leave\nCarry over ten days.');
  await put(leave);
  assert.deepEqual(await library.embedPending({}), { embedded: 0, pending: 0 });
});

test('embeds nothing when an earlier embedder is set again', async (t) => {
  const stateDir = makeFolder(t);
  const embedded: number[] = [];
  for (const dimension of [64, 32, 64]) {
    const windows = { maxChars: 20, stepChars: dimension / 4, minTailChars: 4 };
    const embedder = createToyEmbedder({ space: `toy-${dimension}`, dimension, windows });
    const { put, library } = await openLibrary(t, { stateDir, embedder });
    if (embedded.length === 0) await put(leave);
    embedded.push((await library.embedPending({})).embedded);
    await library.stop();
  }
  assert.deepEqual([embedded[0] !== 0, embedded[1] !== 0, embedded[2]], [true, true, 0]);
});
