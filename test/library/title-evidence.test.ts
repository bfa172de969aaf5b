import assert from 'node:assert/strict';
import { test } from 'node:test';
import { raiseByTitle } from '../../src/library/title-evidence.ts';

const titles: Record<string, string> = { a: 'Leave', b: 'Travel', c: 'Travel', d: 'Travel', e: 'Leave' };

test('puts a title that answers in several places before one that does so once', () => {
  const raised = raiseByTitle(
    [
      { passage: 'a', score: 1 },
      { passage: 'b', score: 0.95 },
      { passage: 'c', score: 0.9 },
      { passage: 'd', score: 0.1 },
    ],
    (passage) => titles[passage],
  );

  assert.deepEqual(
    raised.map(({ passage, score }) => [passage, score.toFixed(3)]),
    [
      ['b', '1.510'],
      ['c', '1.460'],
      ['a', '1.400'],
      ['d', '0.660'],
    ],
  );
});

test('keeps the order within a title, and equal scores in order of the passage id', () => {
  const scored = ['e', 'c', 'b', 'a'].map((passage) => ({ passage, score: 0.5 }));
  assert.deepEqual(
    raiseByTitle(scored, (passage) => titles[passage]).map(({ passage }) => passage),
    ['a', 'b', 'c', 'e'],
  );
  assert.deepEqual(
    raiseByTitle([], () => undefined),
    [],
  );
});
