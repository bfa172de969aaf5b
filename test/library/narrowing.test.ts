import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FilterTerm } from '../../src/domain.ts';
import type { SearchHit } from '../../src/library/library.ts';
import { narrow, preferSpecific } from '../../src/library/narrowing.ts';
import { toPassages, toVersion } from '../answer/small-handbook.ts';

const germany: FilterTerm = { field: 'country', op: '=', value: 'DE' };
const tag: FilterTerm = { field: 'tag', op: '=', value: 'leave' };

const documents = (limited: readonly string[], matching: readonly string[] = []) => ({
  matching: async (filter: readonly FilterTerm[]) => {
    assert.ok(
      filter.every(({ field }) => field !== 'country'),
      'limits are not asked for this way',
    );
    return [...matching];
  },
  limitedToOthers: async () => [...limited],
});

test('where few documents are for others, those are taken out; any other filter names what may come back', async () => {
  assert.deepEqual(await narrow(documents(['d@1']), [germany], false), { excluded: new Set(['d@1']) });
  assert.deepEqual(await narrow(documents(['d@1']), [], false), { excluded: new Set() });
  const both = await narrow(documents(['d@1'], ['a@1', 'd@1']), [germany, tag], false);
  assert.deepEqual(both, { only: ['a@1'], excluded: new Set() });
  const many = Array.from({ length: 1001 }, (_, n) => `x${n}@1`);
  const named = await narrow(documents(many, ['a@1', ...many]), [germany], false);
  assert.deepEqual(named, { only: ['a@1'], excluded: new Set() });
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
