import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DocumentMetadata } from '../../src/domain.ts';
import { collapseCopies } from '../../src/library/collapse-copies.ts';
import type { SearchHit } from '../../src/library/library.ts';
import { openLibrary } from './library-fixture.ts';

const text = 'Employees may carry over up to 5 days of unused leave into the next year, until 31 March at the latest.';

function hit(
  path: string,
  metadata: Partial<DocumentMetadata> = {},
  more: { text?: string; audienceKey?: string } = {},
): SearchHit {
  const document = `test/${path}`;
  const said = more.text ?? text;
  return {
    passage: {
      ...{ id: `${document}@1#0`, document, version: 1, n: 0, start: 0, end: said.length },
      ...{ headings: [], sentences: [], text: said },
    },
    version: {
      ...{ id: `${document}@1`, document, number: 1, source: 'test', path },
      metadata: { title: 'Leave', audience: [], country: [], tags: [], status: 'active', ...metadata },
      audienceKey: more.audienceKey ?? 'everyone',
    },
    score: 1,
  };
}

function shown(hits: readonly SearchHit[]) {
  return collapseCopies(hits).map(({ version, copies = [] }) => [
    version.path,
    ...copies.map((copy) => copy.version.path),
  ]);
}

test('shows a text once and names where else it stands, whatever its case, spacing and marks', () => {
  const copy = { text: text.toUpperCase().replaceAll(' ', '  ').replace('5', '**5**') };
  assert.deepEqual(shown([hit('a.md'), hit('b.docx', {}, copy), hit('c.md', {}, { text: `${text} Or not.` })]), [
    ['a.md', 'b.docx'],
    ['c.md'],
  ]);
});

test('keeps the one that applies to fewer people, then the newer one, in the place of the best', () => {
  assert.deepEqual(shown([hit('all.md'), hit('de.md', { country: ['DE'] })]), [['de.md', 'all.md']]);
  assert.deepEqual(shown([hit('old.md', { updated: '2024-01-01' }), hit('new.md', { updated: '2026-01-01' })]), [
    ['new.md', 'old.md'],
  ]);
});

test('keeps apart what differs in a number or a word, in its title, its countries or its readers', () => {
  const apart = [
    hit('a.md'),
    hit('six.md', {}, { text: text.replace('5', '6') }),
    hit('not.md', {}, { text: text.replace('may', 'may not') }),
    hit('plus.md', { title: 'Leave Plus' }),
    hit('board.md', {}, { audienceKey: 'board' }),
  ];
  assert.equal(shown(apart).length, apart.length);
  assert.deepEqual(shown([hit('de.md', { country: ['DE'] }), hit('us.md', { country: ['US'] })]), [
    ['de.md'],
    ['us.md'],
  ]);
});

test('a search gives other passages the room of copies', async (t) => {
  const { put, search } = await openLibrary(t);
  await put(...[1, 2, 3].map((n) => ({ path: `copy-${n}.md`, title: 'Leave', passages: [text] })), {
    path: 'other.md',
    title: 'Other',
    passages: ['What trainees save up of their leave expires.'],
  });

  const { hits } = await search('unused leave', { limit: 2 });
  assert.deepEqual(
    hits.map(({ version, copies = [] }) => [version.path, copies.length]),
    [
      ['copy-1.md', 2],
      ['other.md', 0],
    ],
  );
});
