import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { splitSentences } from '../src/sentences.ts';

const split = (text: string) => splitSentences(text).map(({ start, end }) => text.slice(start, end));

const cases: readonly (readonly [behaviour: string, sentences: readonly string[], text?: string])[] = [
  ['plain prose', ['You get 20 days.', 'Ask two weeks ahead!', 'Questions?']],
  ['titles and Latin abbreviations', ['Dr. Smith approves it.', 'Use e.g. Concur, i.e. the tool.', 'Ask HR.']],
  [
    'abbreviations that may end a sentence',
    ['Call at 5 p.m. CET.', 'We close at 5 p.m.', 'Employees leave.', 'J. Doe signs.'],
  ],
  ['No. as number and as answer', ['Is it allowed?', 'No.', 'Ask first.', 'See No. 5 of the list.']],
  ['decimals, amounts and versions', ['It costs $5.50 a day.', 'The limit is 20.', 'Employees pay 1.5 %.']],
  [
    'German abbreviations',
    ['Urlaub, z. B. Sonderurlaub, regelt Abs. 3.', 'Siehe § 5 Nr. 2 BUrlG bzw. Anlage 1.', 'Das gilt d. h. immer.'],
  ],
  [
    'German ordinals and dates',
    ['Resturlaub verfällt zum 31. März.', 'Am 5. Tag ist Schluss.', 'Die Grenze ist 20.', 'Danach nicht.'],
  ],
  ['paragraph numbers', ['(1) Der Urlaub beträgt 28 Tage.', '(2) Er ist gem. § 7 Abs. 2 S. 1 BUrlG zu nehmen.']],
  ['web addresses', ['See https://a.example/b?c=1&d=2#e for more.', 'Or ask at a.example/f!', 'Done.']],
  ['quotations', ['He said "Stop. Think." and left.', '"Can I go?" she asked.', '„Ja. Gut.“', 'Ende.']],
  ['inches are no quotation', ['A 15" monitor is fine.', 'A second one is not.']],
  ['emphasis closes with its sentence', ['**Note.**', '*Ask first.*', '(See below.)', 'Then book.']],
  ['scripts without spaces', ['请假二十天。', '需要提前两周申请。'], '请假二十天。需要提前两周申请。'],
  ['emoji', ['Ask 😀.', '😀 Then go.']],
];
for (const [behaviour, sentences, text = sentences.join(' ')] of cases) {
  test(`splits ${behaviour}`, () => assert.deepEqual(split(text), sentences));
}

test('a line break inside a paragraph ends no sentence', () => {
  assert.deepEqual(split('You get 20 days\nper year. Up to five\r\ncarry over.'), [
    'You get 20 days\nper year.',
    'Up to five\r\ncarry over.',
  ]);
});

test('headings, list items, table rows and blank lines are borders', () => {
  const text = [
    '# Leave',
    'You need:',
    '- a form',
    '* One reason. Or two.',
    '1. First ask',
    '(b) Then wait',
    '## 2. Limits',
    '',
    '| Meal | Limit |',
    '| --- | ---: |',
    '| Dr. Lunch | 1. Ask. Why? |',
    'End',
    '',
    'of it',
  ].join('\n');
  assert.deepEqual(split(text), [
    '# Leave',
    'You need:',
    '- a form',
    '* One reason.',
    'Or two.',
    '1. First ask',
    '(b) Then wait',
    '## 2. Limits',
    '| Meal | Limit |',
    '| Dr. Lunch | 1. Ask. Why? |',
    'End',
    'of it',
  ]);
});

test('rules, fences, underlines and delimiter rows are no sentences', () => {
  assert.deepEqual(split('Title\n=====\nText.\n\n---\n\n```\ncode\n```\n\nA | B\n--- | ---\n1 | 2\n\n* * *\n'), [
    'Title',
    'Text.',
    'code',
    'A | B',
    '1 | 2',
  ]);
});

test('an empty or blank text has no sentence', () => {
  assert.deepEqual(split(''), []);
  assert.deepEqual(split(' \n\r\n\t '), []);
});

test('sentences are trimmed, ordered, apart, keep every word and cut no character in two', () => {
  const piece = fc.constantFrom(
    'Dr. ',
    'a. B',
    '? ',
    '\n',
    '\n\n',
    '- ',
    '1. ',
    '"',
    '“',
    '| x |',
    '# H',
    '😀',
    'word ',
    '(',
    ')',
    '.',
    '\r\n',
    '`',
    '*',
    '。',
    ' ',
  );
  fc.assert(
    fc.property(
      fc.oneof(
        fc.array(piece, { maxLength: 40 }).map((all) => all.join('')),
        fc.string({ unit: 'grapheme' }),
      ),
      (text) => {
        let position = 0;
        let covered = '';
        for (const { start, end } of splitSentences(text)) {
          assert.ok(start >= position && end > start);
          const sentence = text.slice(start, end);
          assert.equal(sentence, sentence.trim());
          assert.ok(sentence.isWellFormed());
          covered += sentence;
          position = end;
        }
        assert.equal(covered.replace(/[^\p{L}\p{N}]/gu, ''), text.replace(/[^\p{L}\p{N}]/gu, ''));
      },
    ),
  );
});

test('hostile input takes linear time', () => {
  const inputs = [
    '('.repeat(1e5),
    'x'.repeat(5e4),
    '\n'.repeat(1e5),
    ' '.repeat(1e5),
    '-|'.repeat(5e4),
    `${'-|'.repeat(5e4)}x`,
  ];
  inputs.push(
    '"a. B '.repeat(2e4),
    'A. '.repeat(3e4),
    '.*'.repeat(5e4),
    '?x'.repeat(5e4),
    `.${','.repeat(1e5)}`,
    '1. '.repeat(3e4),
  );
  const begin = performance.now();
  for (const input of inputs) splitSentences(input);
  assert.ok(performance.now() - begin < 5000);
});
