import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withFolderRules } from '../../../src/ingest/sources/folder-rules.ts';
import { createBench, createMapSource } from '../sync-bench.ts';

const never = new AbortController().signal;

test('all rules that fit count: readers are narrowed by each, and the later one has the last word on the rest', async () => {
  const source = createMapSource('docs', { 'hr/de/a.md': 'A', 'hr/b.md': 'B', 'c.md': 'C' });
  const ruled = withFolderRules(source, [
    { path: 'hr/**', audience: ['HR', 'Managers'], owner: 'People team', appliesTo: { country: ['Germany', 'FR'] } },
    { path: '**/de/**', audience: ['C0123'], owner: 'Berlin', appliesTo: { country: ['DE'], employment: ['Intern'] } },
  ]);
  const { files } = await ruled.list(never);
  const known = new Map(files.map(({ path, onlyFor, metadata }) => [path, { onlyFor, metadata }]));
  assert.deepEqual(known.get('hr/de/a.md'), {
    onlyFor: ['c0123 + hr', 'c0123 + managers'],
    metadata: { country: ['DE'], employment: ['intern'], owner: 'Berlin' },
  });
  assert.deepEqual(known.get('hr/b.md'), {
    onlyFor: ['hr', 'managers'],
    metadata: { country: ['DE', 'FR'], owner: 'People team' },
  });
  assert.deepEqual(known.get('c.md'), { onlyFor: undefined, metadata: {} });
});

test('a rule never widens who may read, and a document’s own word on the rest wins', async (t) => {
  const source = createMapSource('docs', {
    'hr/open.md': '{"audience":[],"owner":"Ada","country":["US"]}\n---\nOpen',
    'hr/shut.md': '{"audience":["managers"]}\n---\nShut',
    'hr/broken.md': '{"audience":["unknown"]}\n---\nBroken',
  });
  const rules = [{ path: 'hr/**', audience: ['hr'], owner: 'People team', appliesTo: { country: ['DE'] } }];
  const bench = await createBench(t, [withFolderRules(source, rules)]);
  await bench.sync().run();
  const current = new Map((await bench.records.documents.current()).map(({ path, metadata }) => [path, metadata]));
  const of = (path: string) => {
    const { audience, owner, country } = current.get(path) ?? assert.fail(path);
    return { audience, owner, country };
  };
  assert.deepEqual(of('hr/open.md'), { audience: ['hr'], owner: 'Ada', country: ['US'] });
  assert.deepEqual(of('hr/shut.md'), { audience: ['hr + managers'], owner: 'People team', country: ['DE'] });
  assert.deepEqual(of('hr/broken.md').audience, ['unknown']);
});

test('a changed rule reaches what it touches though no byte changed, and nothing else', async (t) => {
  const source = createMapSource('docs', { 'hr/a.md': 'A', 'b.md': 'B' });
  const bench = await createBench(t, [source]);
  const run = async (audience: readonly string[]) =>
    (await bench.sync({ sources: [withFolderRules(source, [{ path: 'hr/**', audience }])] }).run()).documents;
  assert.equal((await run(['hr'])).added, 2);
  const next = await run(['managers']);
  assert.deepEqual([next.changed, next.unchanged], [1, 1]);
  assert.deepEqual(next.restricted, [{ path: 'hr/a.md', reason: 'for managers only' }]);
  assert.equal((await run(['managers'])).changed, 0);
});

test('what a rule says wrongly is told, and read the safe way', async () => {
  const source = createMapSource('docs', { 'a.md': 'A' });
  const { notes, files } = await withFolderRules(source, [
    { path: '**', audience: ['everyone', 'hr'], appliesTo: { country: ['Atlantis'] } },
  ]).list(never);
  assert.deepEqual(notes, [
    'the rule for **: "audience" names everyone together with hr: only hr may read it',
    'the rule for **: "Atlantis" is not a country that is known: use a code such as DE',
  ]);
  assert.deepEqual(files[0]?.onlyFor, ['hr']);
});
