import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { chunk } from '../../src/ingest/chunk.ts';

const chunkText = (text: string, maxChars = 1000) =>
  chunk({ text, title: 'Leave' }, { maxChars }).map((passage) => ({
    ...passage,
    text: text.slice(passage.start, passage.end),
  }));
const texts = (text: string, maxChars?: number) => chunkText(text, maxChars).map((passage) => passage.text);

test('headings become the path of the passages below them and are not part of their text', () => {
  const text = 'Before.\n\n# Leave\n\nAll.\n\n## Germany ##\nDE.\n### Carry over\nMarch.\n## US\n\nUS.\n';
  assert.deepEqual(
    chunkText(text).map((passage) => [passage.headings, passage.text]),
    [
      [[], 'Before.'],
      [[], 'All.'],
      [['Germany'], 'DE.'],
      [['Germany', 'Carry over'], 'March.'],
      [['US'], 'US.'],
    ],
  );
});

test('a heading is kept as words, without closing marks, ids, links, emphasis and escapes', () => {
  const text =
    '## **Paid** _leave_ \\#1 in [the US](https://a.example/b) and snake_case C# {#us} ##\nText.\n\n##   \nMore.';
  assert.deepEqual(
    chunkText(text).map(({ headings }) => headings),
    [['Paid leave #1 in the US and snake_case C#'], []],
  );
});

test('fenced code hides headings until a fence of the same kind and length closes it', () => {
  const text = 'A\n\n~~~~ sh\n# not one\n```\n~~~\n# nor this\n~~~~\n\n```inline```\n\n# One\n\nB';
  assert.deepEqual(
    chunkText(text).map(({ headings }) => headings),
    [[], ['One']],
  );
});

test('a hash without a space, a deeper indent or a seventh hash makes no heading', () => {
  assert.equal(chunkText('#tag\n\n    # code\n\n####### seven\n\n   # Three spaces\n\nText').length, 2);
});

test('neighbouring blocks share a passage while its span stays within the limit', () => {
  const block = 'x'.repeat(40);
  assert.deepEqual(texts(`${block}\n\n${block}\n\n\n${block}`, 82), [`${block}\n\n${block}`, block]);
  assert.deepEqual(texts(`${block}\n\n${block}`, 81), [block, block]);
  assert.deepEqual(texts(`# A\n${block}\n# B\n${block}`, 500), [block, block]);
});

test('a block over the limit is cut at the last line or sentence end inside it', () => {
  assert.deepEqual(texts('One two. Three four. Five six seven.', 25), ['One two. Three four.', 'Five six seven.']);
  assert.deepEqual(texts('One two. Three\nfour five six seven', 20), ['One two. Three', 'four five six seven']);
  assert.deepEqual(texts('一二三四五六七。八九十百千万', 10), ['一二三四五六七。', '八九十百千万']);
});

test('a block whose last sentence end lies before 40 % is cut at a space, without spaces at the limit', () => {
  assert.deepEqual(texts('Yes. One two three four five', 20), ['Yes. One two three', 'four five']);
  assert.deepEqual(texts('x'.repeat(25), 10), ['x'.repeat(10), 'x'.repeat(10), 'x'.repeat(5)]);
  assert.deepEqual(texts('😀'.repeat(5), 5), ['😀😀', '😀😀', '😀']);
});

test('a text of nothing but headings is one passage, an empty one is none', () => {
  assert.deepEqual(texts('# One\n\n## Two\n'), ['# One\n\n## Two']);
  assert.deepEqual(texts(''), []);
  assert.deepEqual(texts(' \n\n\t\n'), []);
});

test('passages stay on one page and carry its number, headings go on', () => {
  const text = '# Rules\nFirst.\n\nSecond\nand third.\n\n# Only a heading\n\nLast.';
  const pageStarts = [0, text.indexOf('Second'), text.indexOf('and'), text.indexOf('# Only')];
  assert.deepEqual(
    chunk({ text, title: '', pageStarts }, { maxChars: 1000 }).map(({ start, end, page, headings }) => [
      text.slice(start, end),
      page,
      headings,
    ]),
    [
      ['First.', 1, ['Rules']],
      ['Second', 2, ['Rules']],
      ['and third.', 3, ['Rules']],
      ['Last.', 4, ['Only a heading']],
    ],
  );
  assert.equal(chunkText(text)[0]?.page, undefined);
});

test('a table is cut between rows only and goes on with its header as lead', () => {
  const header = '| Meal. Kind | Limit |\n| --- | --- |';
  const rows = ['| Breakfast. Any | 10 |', '| Lunch. Warm or cold | 20 |', '| Dinner. One | 30 |'];
  const text = `Limits per day apply.\n${header}\n${rows.join('\n')}`;
  const passages = chunkText(text, 70);
  assert.deepEqual(
    passages.map(({ lead, text }) => [lead, text]),
    [
      [undefined, 'Limits per day apply.'],
      [undefined, `${header}\n${rows[0]}`],
      [header, `${rows[1]}\n${rows[2]}`],
    ],
  );
});

test('each heading stays with the table below it', () => {
  const table = (n: number) => `| x | y |\n|---|---|\n| ${n} | ${n} |`;
  assert.deepEqual(
    chunkText(`## a\n\n${table(1)}\n\n## b\n\n${table(2)}`, 1000).map(({ headings, text }) => [headings, text]),
    [
      [['a'], table(1)],
      [['b'], table(2)],
    ],
  );
});

test('a table row that fits is whole even where its header does not fit beside it', () => {
  const header = '| A head. | B |\n| ------- | ------------- |';
  const row = '| Short. And then some more of it | x |';
  assert.deepEqual(
    chunkText(`${header}\n${row}`, 60).map(({ lead, text }) => [lead, text]),
    [
      [undefined, header],
      [header, row],
    ],
  );
});

test('a table row over the limit is cut all the same', () => {
  const passages = chunkText(`| A | B |\n|---|---|\n| ${'word '.repeat(30)}| x |`, 60);
  assert.ok(passages.length > 2);
  assert.ok(passages.every(({ text }) => text.length <= 60));
  assert.equal(passages.at(-1)?.lead, '| A | B |\n|---|---|');
});

test('a list that is parted from the sentence introducing it has that sentence as lead', () => {
  const items = [
    '- a passport, valid for six months',
    '- a visa, where needed',
    '  also for stopovers',
    '* an insurance',
  ];
  const intro = 'For travel you need:';
  const expected = [
    [undefined, `It is so. ${intro}`],
    [intro, items[0]],
    [intro, `${items[1]}\n${items[2]}`],
    [intro, items[3]],
  ];
  const blocks = `It is so. ${intro}\n\n${items[0]}\n\n${items[1]}\n${items[2]}\n\n${items[3]}\n\n`;
  const lines = `It is so. ${intro}\n${items.join('\n')}\n\n`;
  for (const text of [blocks, lines]) {
    assert.deepEqual(
      chunkText(`${text}And that is all there is to say.`, 45).map(({ lead, text }) => [lead, text]),
      [...expected, [undefined, 'And that is all there is to say.']],
    );
  }
  assert.equal(chunkText(blocks, 1000)[0]?.lead, undefined);
});

test('sentences are spans relative to the passage', () => {
  const [passage] = chunkText('# H\n\nOne is here. Two\nis too.\n\n- three');
  assert.deepEqual(
    passage?.sentences.map(({ start, end }) => passage.text.slice(start, end)),
    ['One is here.', 'Two\nis too.', '- three'],
  );
});

const block = fc.oneof(
  fc
    .array(fc.constantFrom('Word', 'two.', 'three', 'e.g.', '😀', '“q', 'x'.repeat(30), '\n'), {
      minLength: 1,
      maxLength: 30,
    })
    .map((words) => words.join(' ')),
  fc
    .array(fc.constantFrom('- item one', '  more', '1. first. Second', 'lazy line'), { minLength: 1, maxLength: 8 })
    .map((lines) => lines.join('\n')),
  fc
    .array(fc.constantFrom('| a | b |', '| long. cell | c |'), { maxLength: 8 })
    .map((rows) => ['| H | I |', '|---|---|', ...rows].join('\n')),
  fc.constantFrom('# One', '## Two *b*', '### Three ###', '####', '```\n# code\n```', '~~~\nopen', '', '   ', '#no'),
  fc.string({ unit: 'grapheme' }),
);
const documents = fc.record({
  text: fc.array(block, { maxLength: 12 }).map((blocks) => blocks.join('\n\n')),
  cuts: fc.array(fc.nat({ max: 400 }), { maxLength: 4 }),
  maxChars: fc.integer({ min: 2, max: 200 }),
});

/** The text without headings, computed in a second way. */
function bodyOf(text: string): string {
  let fence = '';
  return text
    .split('\n')
    .filter((line) => {
      const marks = /^[ \t>]*(```+(?=[^`]*$)|~~~+)/.exec(line)?.[1] ?? '';
      const isHeading = fence === '' && /^ {0,3}#{1,6}(?:[ \t]|$)/.test(line);
      if (fence === '') fence = marks;
      else if (marks.startsWith(fence) && line.trimEnd().endsWith(marks)) fence = '';
      return !isHeading;
    })
    .join('\n');
}
const dense = (text: string) => text.replace(/\s+/g, '');

test('nothing is lost, doubled, reordered, too long or across a heading, whatever the text and the limit', () => {
  fc.assert(
    fc.property(documents, ({ text, maxChars }) => {
      const passages = chunkText(text, maxChars);
      const body = dense(bodyOf(text));
      assert.equal(dense(passages.map((passage) => passage.text).join('')), body === '' ? dense(text) : body);
      let position = 0;
      for (const passage of passages) {
        assert.ok(passage.start >= position && passage.end - passage.start <= maxChars);
        assert.equal(passage.text, passage.text.trim());
        assert.ok(passage.text !== '' && passage.text.isWellFormed());
        assert.ok((passage.lead ?? '').length <= maxChars);
        position = passage.end;
      }
    }),
  );
});

test('no passage crosses a page, and every page keeps its text', () => {
  fc.assert(
    fc.property(documents, ({ text, cuts, maxChars }) => {
      const starts = cuts.filter((at) => at < text.length && !/[\udc00-\udfff]/.test(text.charAt(at)));
      const pageStarts = [...new Set([0, ...starts])].sort((a, b) => a - b);
      for (const passage of chunk({ text, title: '', pageStarts }, { maxChars })) {
        const page = passage.page ?? 0;
        assert.ok(passage.start >= (pageStarts[page - 1] ?? Number.NaN));
        assert.ok(passage.end <= (pageStarts[page] ?? text.length));
      }
    }),
  );
});

test('the same text gives the same passages', () => {
  fc.assert(
    fc.property(documents, ({ text, maxChars }) =>
      assert.deepEqual(chunkText(text, maxChars), chunkText(text, maxChars)),
    ),
    { numRuns: 20 },
  );
});

test('hostile texts take linear time', () => {
  const inputs = [
    '# '.repeat(5e4),
    `# ${'#'.repeat(1e5)}x`,
    `# ${'['.repeat(1e5)}`,
    `# ${' '.repeat(1e5)}\u2028`,
    '- a. B\n'.repeat(2e4),
    '\n'.repeat(2e5),
  ];
  inputs.push(
    '('.repeat(1e5),
    'x'.repeat(2e5),
    `|a|\n|-|\n${'|b. c|\n'.repeat(2e4)}`,
    '#\n'.repeat(3e4),
    '> '.repeat(5e4),
    '```\n'.repeat(3e4),
  );
  const begin = performance.now();
  for (const input of inputs) chunkText(input);
  assert.ok(performance.now() - begin < 8000);
});
