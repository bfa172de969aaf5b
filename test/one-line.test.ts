import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inOneLine } from '../src/one-line.ts';

test('a table is told by its cells, without bars', () => {
  const text =
    'These limits apply:\n\n| Meal | Germany |\n| --- | ---: |\n| Lunch | 22 EUR |\n| Tea \\| coffee | |\n\nWith  tax.';
  assert.equal(inOneLine(text), 'These limits apply: Meal · Germany; Lunch · 22 EUR; Tea | coffee; With tax.');
  assert.equal(inOneLine('| a | b |\n|---|---|\n| 1 | 2 |'), 'a · b; 1 · 2');
});

test('other text stays as it is', () => {
  assert.equal(inOneLine('either | or,\n- one\n- two;'), 'either | or, - one - two;');
  assert.equal(inOneLine(''), '');
});
