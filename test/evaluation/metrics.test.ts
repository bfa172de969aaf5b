import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { GoldQuestion } from '../../src/evaluation/gold.ts';
import { coversSpan, figures, judge, ndcg, percentile } from '../../src/evaluation/metrics.ts';

const question = (more: Partial<GoldQuestion>): GoldQuestion => ({
  id: 'q',
  text: 'q',
  relevant: ['a'],
  answerable: true,
  ...more,
});
const result = (document: string, start = 0, end = 100) => ({ document, start, end });

test('a span is hit by half of it, and a long one by 150 characters', () => {
  const short = question({ span: [100, 200] });
  assert.equal(coversSpan(short, result('a', 0, 150)), true);
  assert.equal(coversSpan(short, result('a', 0, 149)), false);
  assert.equal(coversSpan(short, result('b', 0, 500)), false);
  const long = question({ span: [0, 1000] });
  assert.equal(coversSpan(long, result('a', 850, 1500)), true);
  assert.equal(coversSpan(long, result('a', 851, 1500)), false);
});

test('only the first passage on a span counts, at its own rank', () => {
  const hits = judge(question({ span: [0, 100] }), [result('b'), result('a'), result('a', 0, 90)]);
  assert.deepEqual(hits, [false, true, false]);
});

test('without a span, results are collapsed to documents at their best passage', () => {
  const hits = judge(question({ relevant: ['c', 'a'] }), [result('a'), result('a'), result('b'), result('c')]);
  assert.deepEqual(hits, [true, false, true]);
});

test('nDCG compares with all gold units at the top, ten at most', () => {
  assert.equal(ndcg(question({ relevant: ['a'] }), [true]), 1);
  assert.equal(ndcg(question({ relevant: ['a'] }), [false, true]), 1 / Math.log2(3));
  assert.equal(ndcg(question({ relevant: ['a', 'b'] }), [true]), 1 / (1 + 1 / Math.log2(3)));
  const twelve = question({ relevant: Array.from({ length: 12 }, (_, i) => `${i}`) });
  assert.equal(
    ndcg(
      twelve,
      Array.from({ length: 10 }, () => true),
    ),
    1,
  );
  assert.equal(ndcg(question({}), [...Array.from({ length: 10 }, () => false), true]), 0);
});

test('figures are means over the questions', () => {
  const all = figures([
    { question: question({}), hits: [true] },
    { question: question({}), hits: [false, false, false, true] },
  ]);
  assert.deepEqual(all, {
    queries: 2,
    'recall@1': 0.5,
    'recall@3': 0.5,
    'recall@5': 1,
    'recall@10': 1,
    'mrr@10': 0.625,
    'ndcg@10': 0.7153,
  });
});

test('a percentile is a value that was measured', () => {
  assert.equal(percentile([5, 1, 3, 2, 4], 0.5), 3);
  assert.equal(percentile([5, 1, 3, 2, 4], 0.95), 5);
  assert.equal(percentile([], 0.5), 0);
});
