import assert from 'node:assert/strict';
import { test } from 'node:test';
import { takeBest } from '../../src/library/take-best.ts';

test('takes the best of several lists and reads a hopeless one only a little', () => {
  const read: [number, number] = [0, 0];
  function* list(which: 0 | 1, base: number) {
    for (let i = 0; i < 200; i += 1) {
      read[which] += 1;
      yield { id: which * 1_000 + i, score: base - i };
    }
  }

  const best = takeBest([list(0, 1_000), list(1, 500)], 100, (row) => row);

  assert.deepEqual(
    best.map(({ score }) => score),
    Array.from({ length: 100 }, (_, i) => 1_000 - i),
  );
  assert.ok(read[0] <= 125 && read[1] <= 100, String(read));
});

test('orders equal scores by id', () => {
  const rows = [3, 1, 2].map((id) => ({ id, score: 1 }));
  assert.deepEqual(
    takeBest([rows.values()], 2, (row) => row).map(({ id }) => id),
    [1, 2],
  );
});
