import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FilterTerm } from '../../src/domain.ts';
import type { SearchHit } from '../../src/library/library.ts';
import { narrow, preferSpecific } from '../../src/library/narrowing.ts';
import { toPassages, toVersion } from '../answer/small-handbook.ts';

const germany: FilterTerm = { field: 'country', op: '=', value: 'DE' };
const documents = (left: readonly string[]) => ({
  matching: async (filter: readonly FilterTerm[]) => (filter.length === 0 ? ['a@1', 'b@1', 'c@1', 'd@1'] : [...left]),
});

test('where few documents are for others, those are taken out; where most are, the rest is named', async () => {
  assert.deepEqual(await narrow(documents(['a@1', 'b@1', 'c@1']), [germany], false), { excluded: new Set(['d@1']) });
  assert.deepEqual(await narrow(documents(['a@1']), [germany], false), { only: ['a@1'], excluded: new Set() });
  assert.deepEqual(await narrow(documents([]), [], false), { excluded: new Set() });
  const tag: FilterTerm = { field: 'tag', op: '=', value: 'leave' };
  assert.deepEqual((await narrow(documents(['a@1', 'b@1', 'c@1']), [germany, tag], false)).only, ['a@1', 'b@1', 'c@1']);
});

const hit = (id: string, country: readonly string[], score: number): SearchHit => {
  const document = { id, title: id, country, sections: [{ heading: 'A', text: 'Text.' }] };
  const version = toVersion(document);
  const [passage] = toPassages(document, version);
  assert.ok(passage);
  return { passage, version, score };
};

test('among equals what is for the asker comes before what is for everyone, and nothing else moves', () => {
  const hits = [hit('all', [], 0.9), hit('german', ['DE'], 0.89), hit('far', ['DE'], 0.5), hit('other', [], 0.51)];
  const order = (filter: readonly FilterTerm[]) => preferSpecific(hits, filter).map(({ version }) => version.document);
  assert.deepEqual(order([germany]), ['german', 'all', 'far', 'other']);
  assert.deepEqual(order([]), ['all', 'german', 'far', 'other']);
  assert.deepEqual(
    preferSpecific([hit('all', [], 0.95), hit('german', ['DE'], 0.9)], [germany])[0]?.version.document,
    'all',
  );
});
