import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findPairs, mayMeet } from '../../src/conflicts/find-pairs.ts';
import { findPrecedence } from '../../src/conflicts/precedence.ts';

const everywhere = { country: [] };

function sentence(
  document: string,
  text: string,
  applies: { country: readonly string[]; employment?: readonly string[] } = everywhere,
) {
  return { text, document, title: document, headings: [], applies };
}

test('what two documents state differently is found once, questions and repeats are not', () => {
  const pairs = findPairs([
    sentence('Travel', 'Meals are reimbursed up to EUR 45 per day.'),
    sentence('Travel', 'Taxis are reimbursed.'),
    sentence('Expenses', 'Meals are reimbursed up to EUR 40 per day.'),
    sentence('FAQ', 'Are meals reimbursed up to EUR 50 per day?'),
    sentence('Expenses copy', 'Meals are reimbursed up to EUR 45 per day.'),
  ]);
  assert.deepEqual(
    pairs.map(({ kind, first, second }) => [kind, first.document, second.document]),
    [
      ['number', 'Travel', 'Expenses'],
      ['number', 'Expenses', 'Expenses copy'],
    ],
  );
});

test('rules for places or contracts that nobody has at once do not contradict each other', () => {
  const rule = 'Employees receive 30 days of paid leave a year.';
  const other = 'Employees receive 20 days of paid leave a year.';
  const found = (a: { country: string[]; employment?: string[] }, b: { country: string[]; employment?: string[] }) =>
    findPairs([sentence('Leave', rule, a), sentence('Works agreement', other, b)]).length;
  assert.equal(found({ country: ['DE'] }, { country: ['US'] }), 0);
  assert.equal(found({ country: ['DE'] }, { country: ['AT', 'DE'] }), 1);
  assert.equal(found({ country: ['DE'] }, { country: [] }), 1);
  assert.equal(found({ country: [], employment: ['intern'] }, { country: [], employment: ['contractor'] }), 0);
  assert.equal(mayMeet({ country: [], entity: ['larkmoor'] }, { country: [], entity: ['larkmoor ltd'] }), false);
});

test('a word that stands everywhere does not make everything be compared with everything', () => {
  const many = Array.from({ length: 3000 }, (_, n) =>
    sentence(`d${n}`, `The ${word(n)} fee is EUR ${n + 1} per ${word(n)} request.`),
  );
  const started = performance.now();
  const pairs = findPairs([
    ...many,
    sentence('x', 'The qqa fee is EUR 9999 per qqa request.'),
    sentence('y', 'The qqa fee is EUR 8888 per qqa request.'),
  ]);
  assert.equal(pairs.length, 1);
  assert.ok(performance.now() - started < 10_000);
});

function word(n: number): string {
  return `x${[...String(n)].map((digit) => 'abcdefghij'[Number(digit)]).join('')}zx`;
}

test('precedence follows the rules in their order and is silent where they do not tell', () => {
  const general = { since: '2026-05-01', limits: 0 };
  const german = { since: '2024-01-01', limits: 1 };
  assert.deepEqual(findPrecedence(general, german, ['specific', 'newer']), { winner: 'second', rule: 'specific' });
  assert.deepEqual(findPrecedence(general, german, ['newer', 'specific']), { winner: 'first', rule: 'newer' });
  assert.deepEqual(findPrecedence(general, { limits: 0 }, ['specific', 'newer']), undefined);
  assert.deepEqual(findPrecedence({ limits: 0 }, { limits: 0 }, ['specific'], 'first'), {
    winner: 'first',
    rule: 'specific',
  });
  assert.deepEqual(findPrecedence(general, general, ['newer']), undefined);
  assert.deepEqual(findPrecedence(general, german, []), undefined);
});
