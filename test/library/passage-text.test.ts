import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Passage, Version } from '../../src/domain.ts';
import { indexedText, textsToEmbed } from '../../src/library/passage-text.ts';

const version: Version = {
  id: 'test/leave.md@1',
  document: 'test/leave.md',
  number: 1,
  source: 'test',
  path: 'leave.md',
  metadata: { title: 'Leave', audience: [], country: [], tags: [], status: 'active' },
  audienceKey: 'everyone',
};

function passage(text: string, more: Partial<Passage> = {}): Passage {
  const { document } = version;
  return {
    id: `${version.id}#0`,
    document,
    version: 1,
    n: 0,
    start: 0,
    end: text.length,
    headings: [],
    sentences: [],
    text,
    ...more,
  };
}

const windows = { maxChars: 450, stepChars: 350, minTailChars: 120 };

test('indexes the path without repeats, then the lead, then the text', () => {
  const text = indexedText(
    version,
    passage('Five days.', { headings: ['Leave', 'Details', 'Carry over'], lead: '| Year |' }),
  );
  assert.equal(text, 'Leave > Carry over\n| Year |\nFive days.');
});

test('cuts windows of 450 characters every 350, the last one only from 120 characters on', () => {
  const lengths = (size: number) =>
    textsToEmbed(version, passage('x'.repeat(size)), windows).map((text) => text.length);
  assert.deepEqual(lengths(450), [450]);
  assert.deepEqual(lengths(469), [450]);
  assert.deepEqual(lengths(470), [450, 120]);
  assert.deepEqual(lengths(1_000), [450, 450, 300]);
});

test('leaves the path out of windows, which would look alike with it', () => {
  const texts = textsToEmbed(version, passage('x'.repeat(500), { headings: ['Carry over'] }), windows);
  assert.deepEqual(texts, ['x'.repeat(450), 'x'.repeat(150)]);
});

test('embeds a passage whole where the embedder has no windows, and blank text never', () => {
  assert.deepEqual(textsToEmbed(version, passage('Five days.'), undefined), ['Leave\nFive days.']);
  assert.deepEqual(textsToEmbed(version, passage(' \n\u00a0'), windows), []);
  assert.equal(textsToEmbed(version, passage(`${' '.repeat(450)}${'x'.repeat(120)}`), windows).length, 1);
});

test('never cuts a pair of surrogates into invalid text', () => {
  for (const text of textsToEmbed(version, passage('x'.repeat(449) + '😀'.repeat(200)), windows))
    assert.ok(text.isWellFormed());
});
