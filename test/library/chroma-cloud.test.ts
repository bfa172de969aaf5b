import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { readChromaOptions } from '../../src/library/chroma-options.ts';
import { startChromaCloud } from '../support/chroma-cloud.ts';
import { createToyEmbedder } from '../support/toy-embedder.ts';
import { startServer, windowsOn } from './chroma-process.ts';
import { atEnd, openLibrary } from './library-fixture.ts';

const apiKey = 'ck-secret';

async function openCloud(t: TestContext, databases?: readonly string[]) {
  const chromaPort = await startServer(t);
  const cloud = await startChromaCloud({ chromaPort, apiKey, databases });
  atEnd(t, () => cloud.close());
  return { cloud, chromaPort };
}

test('index, search and removal stay within the quotas of Chroma Cloud, whatever documents are called', async (t) => {
  const { cloud, chromaPort } = await openCloud(t);
  const { put, remove, library, search } = await openLibrary(t, { chroma: { url: cloud.url, apiKey } });
  const path = `${'a-very-long-folder-name/'.repeat(20)}политика-отпусков.md`;
  const long = { path, title: 'Urlaub '.repeat(100), passages: lines(700, 'Paragraph of the annual leave') };
  const huge = { path: 'huge.md', passages: [`Trains ${'in second class '.repeat(1500)}`] };
  await put(long, huge);
  assert.equal((await library.embedPending({})).pending, 0);

  const found = await Promise.all(Array.from({ length: 40 }, (_, i) => search(`annual leave paragraph ${i}`)));
  assert.ok(found.every(({ usedVectors, hits }) => usedVectors && hits.length > 0));
  assert.ok(cloud.most.read > 1 && cloud.most.read <= 10);

  await put({ ...long, passages: ['Thirty days.'] });
  await library.embedPending({});
  await remove('huge.md');
  assert.equal((await search('trains')).hits.length, 0);
  const left = Object.values(await windowsOn(chromaPort)).flat();
  assert.equal(left.length, 1);
  assert.deepEqual(cloud.refusals, []);
});

test('a filter that more documents meet than one call may name asks for no more than the Cloud gives', async (t) => {
  const { cloud } = await openCloud(t);
  const { put, library, search } = await openLibrary(t, { chroma: { url: cloud.url, apiKey } });
  const documents = Array.from({ length: 1100 }, (_, i) => ({
    path: `${i}.md`,
    country: ['DE'],
    passages: [`Leave rule ${i}`],
  }));
  await put(...documents);
  await library.embedPending({});
  const filter = [{ field: 'country', op: '=', value: 'DE' } as const];
  const { usedVectors, hits } = await search('leave rule 7', { filter });
  assert.deepEqual([usedVectors, hits[0]?.passage.text], [true, 'Leave rule 7']);
  assert.deepEqual(cloud.refusals, []);
});

test('the largest embeddings that may be configured fit', async (t) => {
  const { cloud } = await openCloud(t);
  const embedder = createToyEmbedder({ space: 'toy-4096', dimension: 4096 });
  const { put, library, search } = await openLibrary(t, { embedder, chroma: { url: cloud.url, apiKey } });
  await put({ path: 'a.md', passages: lines(3, 'Leave') });
  await library.embedPending({});
  assert.equal((await search('leave')).usedVectors, true);
  assert.deepEqual(cloud.refusals, []);
});

test('without a database named, the only one that the key opens is used, and several are asked about', async (t) => {
  const { cloud } = await openCloud(t, ['default_database', 'other']);
  const { put, library } = await openLibrary(t, { chroma: { url: cloud.url, apiKey } });
  await put({ path: 'a.md', passages: ['Leave'] });
  await assert.rejects(library.embedPending({}), /several databases for CHROMA_API_KEY: set CHROMA_DATABASE/);
  const named = await openLibrary(t, { chroma: { url: cloud.url, apiKey, database: 'default_database' } });
  await named.put({ path: 'a.md', passages: ['Leave'] });
  assert.equal((await named.library.embedPending({})).pending, 0);
});

test('a key that is refused is named, not told', async (t) => {
  const { cloud } = await openCloud(t);
  const { put, library } = await openLibrary(t, { chroma: { url: cloud.url, apiKey: 'ck-wrong' } });
  await put({ path: 'a.md', passages: ['Leave'] });
  await assert.rejects(library.embedPending({}), (error) => {
    assert.match(String(error), /check CHROMA_API_KEY, CHROMA_TENANT and CHROMA_DATABASE/);
    return !String(error).includes('ck-wrong');
  });
});

test('a key alone means Chroma Cloud, and is never sent unencrypted to another machine', () => {
  assert.equal(readChromaOptions({}).url, undefined);
  assert.equal(readChromaOptions({ CHROMA_API_KEY: apiKey }).url, 'https://api.trychroma.com');
  assert.equal(readChromaOptions({ CHROMA_API_KEY: apiKey, CHROMA_URL: 'https://eu.example.com' }).apiKey, apiKey);
  assert.throws(() => readChromaOptions({ CHROMA_API_KEY: apiKey, CHROMA_URL: 'http://chroma.example.com' }), /https/);
});

function lines(count: number, text: string): string[] {
  return Array.from({ length: count }, (_, i) => `${text} ${i}`);
}
