import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { quantizeColumns, zeroPoint } from '../../src/embeddings/quantize-columns.ts';

describe('quantizing columns', () => {
  it('scales each column by its own largest weight', () => {
    const { values, scales } = quantizeColumns(Float32Array.of(1, -254, 0.5, 127, -1, 0), 2);
    assert.deepEqual([...scales], [Math.fround(1 / 127), 2]);
    assert.deepEqual(
      [...values],
      [127, -127, 64, 64, -127, 0].map((value) => zeroPoint + value),
    );
  });

  it('keeps a column of zeros', () => {
    assert.deepEqual(quantizeColumns(Float32Array.of(0, 0), 1), {
      values: Uint8Array.of(zeroPoint, zeroPoint),
      scales: Float32Array.of(1),
    });
  });
});
