import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { readCitedText, writeCitedText } from '../../src/models/quoted-citations.ts';
import { textBlock } from './start-model.ts';

const passage = (source: string, ...sentences: string[]) => ({
  type: 'search_result' as const,
  source: `policy://${source}`,
  title: source,
  content: sentences.map(textBlock),
  citations: { enabled: true },
});
const results = [
  passage('leave', 'You get 20 days of “paid leave”\nper year. ', 'Ask **two weeks** ahead – in writing.'),
  passage('sick', 'Sick leave is not limited.\n\n', '- Tell your manager by 9:00.\n', 'Yes.'),
];
/** Each piece of text with the passages and blocks that it cites. */
const read = (text: string) =>
  readCitedText(text, results).map((block) => [
    block.text,
    ...(block.citations ?? []).map((c) => `${c.search_result_index}:${c.start_block_index}-${c.end_block_index}`),
  ]);

test('a quote backs the sentence before it, and the brackets are taken out', () => {
  assert.deepEqual(
    read('There are 20 days. [[1: You get 20 days of “paid leave” per year.]] Ask early. [[1: Ask two weeks ahead]]'),
    [
      ['There are 20 days.', '0:0-1'],
      [' Ask early.', '0:1-2'],
    ],
  );
  assert.deepEqual(
    read('There are 20 days [[1: 20 days of "paid leave"]], asked for early [[1: two weeks ahead - in writing]].'),
    [['There are 20 days', '0:0-1'], [', asked for early', '0:1-2'], ['.']],
  );
});

test('only the last sentence before a quote is backed by it', () => {
  assert.deepEqual(read('You may sell your days. There are 20 days. [[1: You get 20 days of "paid leave"]]'), [
    ['You may sell your days. '],
    ['There are 20 days.', '0:0-1'],
  ]);
  assert.deepEqual(read('- 20 days\n- unlimited sick leave [[2: Sick leave is not limited.]]'), [
    ['- 20 days\n'],
    ['- unlimited sick leave', '1:0-1'],
  ]);
});

test('several quotes may back one sentence, and one quote may run over several sentences', () => {
  const text =
    '20 days, asked early. [[1: You get 20 days of]] [[1: Ask two weeks ahead]] [[1: per year. Ask two weeks]]';
  assert.deepEqual(read(text), [['20 days, asked early.', '0:0-1', '0:1-2', '0:0-2']]);
});

test('a quote that does not stand in its passage gives no citation', () => {
  const altered = [
    '[[1: You get 25 days of “paid leave” per year.]]',
    '[[1: You get days of paid leave]]',
    '[[2: You get 20 days of “paid leave” per year.]]',
    '[[3: You get 20 days of “paid leave” per year.]]',
    '[[0: You get 20 days of “paid leave” per year.]]',
    '[[1: You get 2]]',
    '[[1: days]]',
    '[[1: …]]',
    '[[1]]',
    '[[2: Sick leave is limited.]]',
    '[[2: leave is not limit]]',
  ];
  for (const quote of altered) assert.deepEqual(read(`It is so. ${quote}`), [['It is so.']], quote);
});

test('case, emphasis, line breaks, dashes and the ends of a quote do not count, and a whole short sentence does', () => {
  for (const quote of [
    "\"YOU GET 20 days of\n'paid leave'...",
    'you get **20 days** of',
    '20 days of "paid leave" per year;',
  ])
    assert.deepEqual(read(`So. [[1: ${quote.replaceAll("'", '"')}]]`), [['So.', '0:0-1']], quote);
  assert.deepEqual(read('So. [[Passage 1: "ask two weeks ahead — in writing"]]'), [['So.', '0:1-2']]);
  assert.deepEqual(read('So. [[2: Yes]]'), [['So.', '1:2-3']]);
});

test('a quote that was cut off is left out, and its sentence is not backed', () => {
  assert.deepEqual(read('There are 20 days. [[1: You get 20 da'), [['There are 20 days.']]);
});

test('what goes back to the model is read as the same citations again', () => {
  const blocks = readCitedText(
    'There are 20 days. [[1: 20 days of “paid leave”]] Sick leave is free. [[2: Sick leave is not limited.]]',
    results,
  );
  const written = blocks.map((block) => writeCitedText(block, results)).join('');
  assert.equal(
    written,
    'There are 20 days. [[1: You get 20 days of “paid leave” per year.]] Sick leave is free. [[2: Sick leave is not limited.]]',
  );
  assert.deepEqual(readCitedText(written, results), blocks);
  const reversed = results.toReversed();
  assert.match(writeCitedText(blocks[0] ?? textBlock(''), reversed), /\[\[2: You get/);
  assert.equal(writeCitedText(blocks[0] ?? textBlock(''), []), 'There are 20 days.');
});

test('a reply that goes round in circles is read in time', () => {
  const circles = [' ', '[[1:', '[[', ']]', '[[1: Yes.]]', '[[1: ', 'a. ', '\n'].map((piece) => piece.repeat(60_000));
  for (const text of circles) {
    const blocks = readCitedText(text, results);
    assert.ok(blocks.every(({ citations }) => citations === undefined));
  }
});

test('whatever a model writes, a citation leads to exactly the text that it names', () => {
  const piece = fc.constantFrom(
    '[[',
    ']]',
    '1:',
    '2: ',
    ' leave is not limited',
    'You get 20 days of paid leave',
    'Yes.',
    ' ',
    '\n',
    '"',
    '20',
    'ß',
    '-',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
      const text = pieces.join('');
      const blocks = readCitedText(text, results);
      for (const {
        search_result_index: i,
        start_block_index: start,
        end_block_index: end,
        ...citation
      } of blocks.flatMap(({ citations }) => citations ?? [])) {
        const { content = [], source } = results[i] ?? {};
        assert.equal(source, citation.source);
        assert.equal(
          citation.cited_text,
          content
            .slice(start, end)
            .map((block) => block.text)
            .join(''),
        );
        assert.ok(citation.cited_text.length > 0);
      }
      assert.ok(text.replace(/\s/g, '').includes(blocks.at(-1)?.text.replace(/\s/g, '') ?? ''));
    }),
  );
});
