import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pickQuotes } from '../../src/models/pick-quotes.ts';
import type { SearchResultBlock } from '../../src/tools/tool.ts';

/** One passage a result, in the order of the search; a sentence a block. */
function found(...passages: [path: string, ...sentences: string[]][]): SearchResultBlock[] {
  return passages.map(([path, ...sentences], i) => ({
    type: 'search_result',
    source: `policy://handbook/${i}@1#0`,
    title: `${path} (version 1)`,
    content: sentences.map((text) => ({ type: 'text', text })),
    citations: { enabled: true },
  }));
}

function quoted(question: string, results: readonly SearchResultBlock[]): (string | undefined)[] {
  return pickQuotes(question, results).quotes.map(({ result, block }) => results[result]?.content[block]?.text);
}

test('the plan that a question names decides between two documents of the same wording', () => {
  const results = found(
    ['Harbour Basic plan', 'The plan covers eye tests once every two years.'],
    ['Harbour Premium plan', 'The plan covers eye tests once a year.'],
  );
  assert.deepEqual(quoted('How often does the Premium plan cover eye tests?', results), [
    'The plan covers eye tests once a year.',
  ]);
  assert.deepEqual(quoted('How often does the Basic plan cover eye tests?', results), [
    'The plan covers eye tests once every two years.',
  ]);
});

test('where two documents compete and nothing in the question decides, there is no answer', () => {
  const results = found(
    ['Harbour Basic plan', 'Eye tests are covered once every two years.'],
    ['Harbour Premium plan', 'Eye tests are covered once a year, glasses once every three years.'],
  );
  assert.deepEqual(quoted('How often are eye tests covered?', results), []);
});

test('documents for different countries do not compete', () => {
  const [norway, chile] = found(
    ['Bicycles in Norway', 'A bicycle is paid for once every four years.'],
    ['Bicycles in Chile', 'A bicycle is paid for once every five years.'],
  );
  assert.ok(norway !== undefined && chile !== undefined);
  const results = [
    { ...norway, title: 'Bicycles in Norway (version 1, applies in NO)' },
    { ...chile, title: 'Bicycles in Chile (version 1, applies in CL)' },
  ];
  assert.deepEqual(
    pickQuotes('How often is a bicycle paid for?', results).quotes.map(({ countries }) => countries),
    [['NO'], ['CL']],
  );
});

test('"how old" and its like ask for a figure and need not stand in the answer', () => {
  const results = found(
    ['Furniture › Chairs', 'Chairs are replaced after six years.', 'Broken chairs go to the store room.'],
    ['Furniture › Desks', 'Desks are ordered in the portal.'],
  );
  assert.equal(
    quoted('How old does my chair have to be before it gets replaced?', results)[0],
    'Chairs are replaced after six years.',
  );
  assert.equal(
    quoted(
      'How expensive may a bunk in Rotterdam be?',
      found(['Trips › Bunks', '| Rotterdam | 90 EUR |', '| Oslo | 70 EUR |']),
    )[0],
    '| Rotterdam | 90 EUR |',
  );
});

test('two words that stand in a sentence by chance do not make it an answer', () => {
  const results = found(
    ['Printing › Queues', 'Choose the type of paper that another user left in the tray.', 'Trays hold 200 sheets.'],
    ['Printing › Colours', 'Colour is for posters.'],
  );
  assert.deepEqual(quoted('What is the badge type of my user account?', results), []);
  assert.deepEqual(quoted('What is my user category?', results), []);
});

test('a link is not about the words of its address', () => {
  const results = found(
    ['Seminars', 'See [here](https://intra.example/pages/cancel-a-seminar-after-the-deadline) for more.'],
    ['Seminars › Fees', 'Whoever cancels a seminar after the deadline bears half of the fee.'],
  );
  assert.deepEqual(quoted('Can I cancel a seminar after the deadline?', results), [
    'Whoever cancels a seminar after the deadline bears half of the fee.',
  ]);
});

test('a question in the document is not quoted as an answer, whatever stands around it', () => {
  const results = found([
    'Bicycles',
    '**Q: May I park my bicycle in the hall?**',
    'A: A bicycle may be parked in the yard, not in the hall.',
  ]);
  assert.deepEqual(quoted('May I park my bicycle in the hall?', results), [
    'A: A bicycle may be parked in the yard, not in the hall.',
  ]);
});

test('a sentence may lean on the one before it and on its headings', () => {
  const results = found(
    ['Visitors › Badges', 'A visitor badge is printed at the gate.', 'It expires after one day.', 'Please smile.'],
    ['Visitors › Parking', 'Parking is free.'],
  );
  assert.ok(quoted('When does a visitor badge expire?', results).includes('It expires after one day.'));
});

test('a table row answers with the words of its header', () => {
  const results = found(
    ['Trips', '| City | Taxi limit |\n| --- | --- |', '| Lima | 30 USD |', '| Oslo | 55 EUR |'],
    ['Trips › Trains', 'Trains to Lima are booked early.'],
  );
  assert.equal(quoted('How high is the taxi limit in Oslo?', results)[0], '| Oslo | 55 EUR |');
});

test('of equal sentences the one that the search found first is quoted', () => {
  const results = found(['Keys › Loss', 'A lost key costs 40 EUR.'], ['Keys › Fees', 'A lost key costs 45 EUR.']);
  assert.equal(quoted('How much does a lost key cost?', results)[0], 'A lost key costs 40 EUR.');
});

test('the higher bar abstains more often', () => {
  const results = found(['Bicycles', 'A bicycle may be parked in the yard.'], ['Cars', 'Cars stay outside.']);
  assert.equal(pickQuotes('May I park my bicycle in the yard?', results).quotes.length, 1);
  assert.equal(pickQuotes('May I park my bicycle in the yard?', results, { min: 1.5 }).quotes.length, 0);
});

const leaveRules = found(
  ['Time off › Illness', 'Staff of Norrvik receive 12 days of paid sick leave per calendar year.'],
  ['Time off › Requests', 'Vacation of more than three days must be requested four weeks before the first day off.'],
  ['Time off › Amount', 'Staff of Norrvik receive 26 days of paid vacation per calendar year.'],
);

test('sick leave does not answer for the leave of the year, nor the other way round', () => {
  for (const question of [
    'How many days of leave do I have?',
    'How much annual leave do I get?',
    'how much vacation is there',
    'Do I get 30 days of vacation?',
  ]) {
    assert.equal(
      quoted(question, leaveRules)[0],
      'Staff of Norrvik receive 26 days of paid vacation per calendar year.',
      question,
    );
  }
  const sick = 'Staff of Norrvik receive 12 days of paid sick leave per calendar year.';
  assert.equal(quoted('How many days of sick leave do I get?', leaveRules)[0], sick);
  assert.equal(quoted('How many sick days do I get?', leaveRules)[0], sick);
});

test('a passage that two searches found is quoted once, at its first place', () => {
  const { quotes } = pickQuotes('How many days of vacation do I get?', [...leaveRules, ...leaveRules]);
  assert.ok(quotes.every(({ result }) => result < leaveRules.length));
  assert.equal(new Set(quotes.map(({ result, block }) => `${result}.${block}`)).size, quotes.length);
});
