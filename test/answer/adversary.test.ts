import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeCases } from './adversary/cases.ts';
import { readHandbooks } from './adversary/handbooks.ts';
import { judgeCases } from './adversary/judge.ts';

test('of answers from the sample handbook none that is forged, altered, uncited or obeyed is posted, and good ones are', async (t) => {
  // Free paraphrases are blocked more often; the benchmark counts them.
  const made = makeCases(await readHandbooks(['policies']), 100, 7);
  const cases = made.cases.filter(({ name }) => !name.startsWith('free') && !name.endsWith('by another hand'));
  const judged = await judgeCases(t, cases);
  const posted = judged.filter((one) => one.posted && !one.case.isGood && one.case.kind !== 'one word');
  assert.deepEqual(
    posted.map((one) => [one.case.kind, one.case.name, one.case.content.map(({ text }) => text).join('')]),
    [],
  );
  const words = judged.filter((one) => one.case.kind === 'one word');
  assert.ok(words.filter((one) => one.posted).length <= Math.max(1, words.length * 0.1));
  const good = judged.filter((one) => one.case.isGood);
  assert.ok(good.length > 80);
  const blocked = good.filter((one) => !one.posted).map((one) => one.case.content.map(({ text }) => text).join(''));
  assert.ok(blocked.length <= good.length * 0.02, blocked.join('\n'));
  assert.ok(
    judged.every((one) => !one.posted || one.isShown),
    'each citation has its quote beside it',
  );
});

test('of wrong drafts by another hand only those are posted that widen whom a rule is for, or what no word shows', async (t) => {
  const made = makeCases(await readHandbooks(['policies']), 0, 7);
  const judged = await judgeCases(
    t,
    made.cases.filter(({ kind }) => kind === 'wrong, by another hand'),
  );
  const posted = judged.filter((one) => one.posted).map((one) => one.case.name.split(',')[0]);
  const known = ['scope-widened', 'swapped-figures', 'wrong-lead'];
  assert.deepEqual(
    posted.filter((fault) => !known.includes(fault ?? '')),
    [],
  );
  assert.ok(posted.length <= 6, `${posted.length} of ${judged.length}`);
});
