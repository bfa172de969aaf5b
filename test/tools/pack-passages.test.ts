import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Passage, Version } from '../../src/domain.ts';
import type { SearchHit } from '../../src/library/library.ts';
import { packPassages } from '../../src/tools/pack-passages.ts';
import { createSearchPolicies } from '../../src/tools/search-policies.ts';
import { createHandbook, type SmallDocument, viewer } from '../answer/small-handbook.ts';

const version: Version = {
  ...{ id: 'test/a.md@1', document: 'test/a.md', number: 1, source: 'test', path: 'a.md', audienceKey: 'everyone' },
  metadata: { title: 'A', audience: [], country: [], tags: [], status: 'active' },
};

function passage(n: number, chars: number, more: Partial<Passage> = {}): Passage {
  return {
    ...{ id: `test/a.md@1#${n}`, document: 'test/a.md', version: 1, n, start: 0, end: chars },
    ...{ headings: ['Section'], sentences: [], text: 'x'.repeat(chars) },
    ...more,
  };
}

const hit = (score: number, ...args: Parameters<typeof passage>): SearchHit => ({
  ...{ passage: passage(...args), version, score },
});

async function places(hits: readonly SearchHit[], contextChars: number, all: readonly Passage[] = []) {
  const packed = await packPassages(hits, { contextChars, minPassages: 1 }, async () => all);
  return packed.map((each) => each.passage.n);
}

test('goes on after a passage that does not fit, with those that do', async () => {
  assert.deepEqual(await places([hit(3, 0, 800), hit(2, 1, 900), hit(1, 2, 200)], 1_000), [0, 2]);
});

test('prefers the shorter of passages that fit nearly as well, and keeps the order of the hits', async () => {
  const hits = [hit(1.02, 0, 900), hit(1, 1, 100), hit(0.99, 2, 200), hit(0.5, 3, 100)];
  assert.deepEqual(await places(hits, 400), [1, 2, 3]);
  assert.deepEqual(await places([hit(2, 0, 900), ...hits.slice(1)], 1_200), [0, 1, 2]);
});

test('gives what is asked for at least, and nothing without visible text', async () => {
  const hits = [hit(3, 0, 800), hit(2, 1, 10, { text: ' \n ' }), hit(1, 2, 800)];
  const packed = await packPassages(hits, { contextChars: 10, minPassages: 2 });
  assert.deepEqual(
    packed.map((each) => each.passage.n),
    [0, 2],
  );
});

test('puts the rest of a cut table beside its best piece, in its order, and not what belongs to another section', async () => {
  const lead = '| Grade | Days |';
  const table = [passage(0, 90), passage(1, 100), passage(2, 100, { lead }), passage(3, 100, { lead })];
  const other = passage(4, 100, { lead, headings: ['Next'] });
  const hits = [hit(2, 2, 100, { lead }), hit(1, 9, 150)];

  assert.deepEqual(await places(hits, 1_000, [...table, other]), [1, 2, 3, 9]);
  assert.deepEqual(await places([hit(2, 0, 90), hit(1, 9, 150)], 1_000, [...table, other]), [0, 9]);
  assert.deepEqual(await places(hits, 220, [...table, other]), [2, 3], 'as far as there is room');
});

test('leaves no passage twice where the rest of a table was found as well', async () => {
  const lead = 'Bring:';
  const list = [passage(0, 100), passage(1, 100, { lead })];
  assert.deepEqual(await places([hit(2, 0, 100), hit(1, 1, 100, { lead })], 1_000, list), [0, 1]);
});

const ladder: SmallDocument = {
  id: 'handbook/grades.md',
  title: 'Grades',
  sections: [
    { heading: 'Days', text: '| Grade | Days |\n| --- | --- |\n| A | 20 |' },
    { heading: 'Days', text: '| Zeta | 31 |', lead: '| Grade | Days |\n| --- | --- |' },
  ],
};

test('search_policies completes a cut table for the model', async () => {
  const handbook = createHandbook([ladder]);
  const content = await createSearchPolicies(handbook).run(
    { query: 'Zeta' },
    { viewer, signal: new AbortController().signal, idempotencyKey: 'k' },
  );
  assert.deepEqual(
    content.map((item) => (item.type === 'search_result' ? item.source : item.text)),
    ['policy://handbook/grades.md@1#0', 'policy://handbook/grades.md@1#1'],
  );
});
