import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withFolderRules } from '../../../src/ingest/sources/folder-rules.ts';
import { createBench, createMapSource } from '../sync-bench.ts';

test('what a rule says of a folder holds of what its documents were before, too', async (t) => {
  const source = createMapSource('git', { 'de/a.md': 'Now' });
  source.history = async () => [
    {
      path: 'de/a.md',
      changed: { on: '2025-01-10', by: 'Ada' },
      metadata: { url: 'https://git.example.com/1' },
      read: async () => Buffer.from('Before'),
    },
  ];
  const rules = [{ path: 'de/**', audience: ['hr'], appliesTo: { country: ['Germany'] }, owner: 'People team' }];
  const bench = await createBench(t, [withFolderRules(source, rules)]);
  await bench.sync().run();
  const history = await bench.records.documents.history('git/de/a.md');
  assert.deepEqual(
    history.map(({ number, metadata: { audience, country, owner, url } }) => [number, audience, country, owner, url]),
    [
      [2, ['hr'], ['DE'], 'People team', undefined],
      [1, ['hr'], ['DE'], 'People team', 'https://git.example.com/1'],
    ],
  );
});
