import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shareHeld, usualLeastFor } from '../../src/answer/refusal-gate.ts';
import { chooseThreshold, type JudgedRefusal, pointAt, riskCoverage } from '../../src/evaluation/refusal.ts';

const row = (answerable: boolean, confidence: number, right = false): JudgedRefusal => ({
  ...{ answerable, confidence, right, usualLeast: 0.5 },
});
const judged = [
  ...[row(true, 0.9, true), row(true, 0.8, true), row(true, 0.6), row(true, 0.4, true), row(true, 0)],
  ...[row(false, 0.7), row(false, 0.3), row(false, 0), row(false, 0)],
];

test('at a threshold, coverage, right and false answers are shares of their own questions', () => {
  assert.deepEqual(pointAt(judged, 0.5), { threshold: 0.5, coverage: 0.6, right: 0.4, falseAnswers: 0.25 });
  assert.deepEqual(pointAt(judged, 0), { threshold: 0, coverage: 0.8, right: 0.6, falseAnswers: 0.5 });
  assert.deepEqual(pointAt([], 0.5), { threshold: 0.5, coverage: 0, right: 0, falseAnswers: 0 });
});

test('the threshold is the lowest that keeps false answers to the share', () => {
  assert.equal(chooseThreshold(judged, 0), 0.71);
  assert.equal(chooseThreshold(judged, 0.25), 0.31);
  assert.equal(chooseThreshold(judged, 1), 0);
});

test('the curve goes from the surest to the least sure answer', () => {
  assert.deepEqual(
    riskCoverage(judged).map(({ threshold, falseAnswers }) => [threshold, falseAnswers]),
    [
      [0.9, 0],
      [0.8, 0],
      [0.7, 0.25],
      [0.6, 0.25],
      [0.4, 0.25],
      [0.3, 0.5],
    ],
  );
});

test('rare words of the question count more, and words of one meaning are one', () => {
  const rarity = new Map([
    ['vacat', 3],
    ['carri', 2],
    ['day', 1],
  ]);
  const question = 'How many vacation days can I carry over?';
  assert.equal(shareHeld(question, ['Unused leave is carried over.'], rarity), 5 / 6);
  assert.equal(shareHeld(question, ['A day off.', 'Carried.'], rarity), 2 / 6);
  assert.equal(shareHeld(question, [], rarity), 0);
  assert.equal(shareHeld('How?', ['How.'], new Map()), 0);
});

test('a larger library asks for surer quotes', () => {
  assert.deepEqual([0, 10, 150].map(usualLeastFor), [0.45, 0.45, 0.45]);
  assert.deepEqual([700, 100_000].map(usualLeastFor), [0.8, 0.8]);
  const [small = 0, middle = 0] = [200, 400].map(usualLeastFor);
  assert.ok(0.45 < small && small < middle && middle < 0.8);
});
