import assert from 'node:assert/strict';
import { test } from 'node:test';
import { unsupportedFigures } from '../../src/answer/grounding/figure-support.ts';
import { figuresIn } from '../../src/figures/figures.ts';

const read = (text: string) =>
  figuresIn(text)
    .map(({ kind, values, unit, per }) =>
      [kind, values.join('|'), unit, per].filter((part) => part !== undefined).join(' '),
    )
    .sort();

const texts: [string, string[]][] = [
  ['20 days of paid leave a year', ['number 20 day year']],
  ['up to five unused days', ['number 5 day']],
  ['twenty-five percent', ['percent 25']],
  ['1,000.50 euros', ['money EUR 1000.5']],
  ['€1.000,50', ['money EUR 1000.5']],
  ['1.000 Euro', ['money EUR 1000|1']],
  ['$50 per day', ['money USD 50 day']],
  ['10–15 working days', ['number 10 day', 'number 15 day']],
  ['31 March 2026', ['date 2026-03-31']],
  ['March 31st', ['date ????-03-31']],
  ['1. Januar 2026', ['date 2026-01-01']],
  ['2026-01-01', ['date 2026-01-01']],
  ['9 am to 17:30', ['time 09:00', 'time 17:30']],
  ['Form W-4 and 401(k)', ['code 401(k)', 'code w-4']],
  ['5 million', ['number 5000000']],
  ['30min', ['number 30 minute']],
  ['$10k', ['money USD 10000']],
  ['one of them', []],
  ['one day', ['number 1 day']],
  ['1. Ask first.\n2. Wait.', []],
  ['As said [1] before [12].', []],
  ['May 5', ['date ????-05-05']],
  ['zwei Wochen', ['number 2 week']],
];
for (const [text, expected] of texts) {
  test(`reads ${JSON.stringify(text)} as ${expected.join(', ') || 'nothing'}`, () =>
    assert.deepEqual(read(text), expected));
}

test('a figure is held only by the same value, unit, rate and kind', () => {
  const cases: [string, string, boolean][] = [
    ['2 weeks', 'two weeks', true],
    ['14 days', 'two weeks', false],
    ['5 PM', '17:00', true],
    ['10 working days', '10 calendar days', false],
    ['$50', '€50', false],
    ['1000 euros', 'EUR 1,000', true],
    ['in 2026', '1 January 2026', true],
    ['1 January', '2026-01-01', true],
    ['2 February', '2026-01-02', false],
    ['20 days', '20%', false],
    ['step 2', '2. Ask your manager.', false],
  ];
  for (const [statement, source, holds] of cases) {
    assert.equal(unsupportedFigures(statement, source).length === 0, holds, `${statement} / ${source}`);
  }
});

test('“one” is a number right before its unit, and “an” a year right behind its number', () => {
  const unitsIn = (text: string) => figuresIn(text).map(({ values, unit }) => [values[0], unit]);
  assert.deepEqual(unitsIn('No one should be an outside member.'), []);
  assert.deepEqual(unitsIn('No one may work more than two days.'), [['2', 'day']]);
  assert.deepEqual(unitsIn('One full calendar year.'), [['1', 'year']]);
  assert.deepEqual(unitsIn('20 for an adult, deux ans.'), [
    ['20', undefined],
    ['2', 'year'],
  ]);
});

test('long and hostile texts are read in time', () => {
  const begun = performance.now();
  for (const text of [
    '1,'.repeat(20_000),
    '1 '.repeat(20_000),
    'one '.repeat(20_000),
    '$'.repeat(20_000),
    '9:'.repeat(20_000),
  ])
    figuresIn(text);
  assert.ok(performance.now() - begun < 5000);
});
