import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fuse } from '../../src/library/fusion.ts';

const keyword = [
  { passage: 'a', score: 8 },
  { passage: 'b', score: 4 },
];

test('adds the keyword score relative to the best and the weighted, normalised cosine', () => {
  const dense = [
    { passage: 'b', score: 0.9 },
    { passage: 'c', score: 0.6 },
    { passage: 'd', score: 0.5 },
  ];
  const fused = fuse(keyword, dense, 0.3);

  assert.deepEqual(
    fused.map(({ passage, score }) => [passage, Number(score.toFixed(6))]),
    [
      ['a', 1],
      ['b', 0.8],
      ['c', 0.075],
      ['d', 0],
    ],
  );
});

test('gives an empty list no weight', () => {
  assert.deepEqual(fuse(keyword, [], 0.3), [
    { passage: 'a', score: 1 },
    { passage: 'b', score: 0.5 },
  ]);
  assert.deepEqual(fuse([], [{ passage: 'c', score: 0.2 }], 0.3), [{ passage: 'c', score: 0.3 }]);
  assert.deepEqual(fuse([], [], 0.3), []);
});

test('counts equal cosines as highest', () => {
  const dense = [
    { passage: 'b', score: 0.7 },
    { passage: 'c', score: 0.7 },
  ];
  assert.deepEqual(
    fuse(keyword, dense, 0.3).map(({ passage, score }) => [passage, score]),
    [
      ['a', 1],
      ['b', 0.8],
      ['c', 0.3],
    ],
  );
});

test('orders equal scores by passage', () => {
  const equal = ['c', 'a', 'b'].map((passage) => ({ passage, score: 2 }));
  assert.deepEqual(
    fuse(equal, [], 0.3).map(({ passage }) => passage),
    ['a', 'b', 'c'],
  );
});
