import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mendToken, type Vocabulary } from '../../src/library/mend-token.ts';

function vocabulary(frequencies: Readonly<Record<string, number>>): Vocabulary {
  return {
    sureLetters: 1,
    frequency: (token) => frequencies[token] ?? 0,
    beginningWith: (start, least, most) =>
      Object.entries(frequencies).filter(
        ([token]) => token.startsWith(start) && token.length >= least && token.length <= most,
      ),
  };
}

test('takes a misspelled word for the one that differs least, and of several for the more frequent', () => {
  const known = vocabulary({ vacat: 5, vocat: 9, reimburs: 3, reimport: 8 });
  assert.deepEqual(mendToken('vaccat', known), ['vacat']);
  assert.deepEqual(mendToken('vicat', known), ['vocat']);
  assert.deepEqual(mendToken('remiburs', known), ['reimburs']);
});

test('takes short words, words with digits and words that are far from all others as they are', () => {
  const known = vocabulary({ leav: 5, form27b: 2, probat: 4, parent: 3 });
  assert.deepEqual(mendToken('laev', known), []);
  assert.deepEqual(mendToken('form28b', known), []);
  assert.deepEqual(mendToken('pirate', known), []);
  assert.deepEqual(mendToken('flurbish', known), []);
});

test('splits a compound into two known parts, with or without a letter that joins them', () => {
  const known = vocabulary({ urlaub: 4, antrag: 3, reis: 2, kosten: 6, arbeit: 3, zeit: 9, urlaubsgeld: 1 });
  assert.deepEqual(mendToken('urlaubsantrag', known), ['urlaub', 'antrag']);
  assert.deepEqual(mendToken('arbeitszeit', known), ['arbeit', 'zeit']);
  assert.deepEqual(mendToken('urlaubstag', vocabulary({ urlaub: 4, tage: 3 })), ['urlaub', 'tage']);
  assert.deepEqual(mendToken('urlaubsplanung', known), []);
});
