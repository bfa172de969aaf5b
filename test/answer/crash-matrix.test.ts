import assert from 'node:assert/strict';
import { test } from 'node:test';
import { playWithCrash } from './crash-matrix.ts';
import { planOf } from './crash-plan.ts';
import { killForReal } from './kill-for-real.ts';

test('killed at every moment of a conversation with writes, nothing is lost and nothing happens twice', async () => {
  for (const seed of [2, 11]) {
    const plan = planOf(seed);
    const whole = await playWithCrash(plan);
    assert.deepEqual([whole.invalid, whole.repeated, whole.unapproved, whole.lost], [[], 0, 0, 0], `seed ${seed}`);
    assert.equal(whole.executed, whole.approved, `seed ${seed}: without a crash all that was agreed to ran`);
    for (let at = 1; at <= whole.moments; at += 1) {
      const { invalid, repeated, unapproved, untold, lost } = await playWithCrash(plan, at);
      assert.deepEqual(
        { invalid, repeated, unapproved, untold, lost },
        { invalid: [], repeated: 0, unapproved: 0, untold: 0, lost: 0 },
        `seed ${seed}, moment ${at}`,
      );
    }
  }
});

test('killed by kill -9 over real records, it goes on where it was', async () => {
  const { ended, repeated, executed, approved } = await killForReal(5, [9, 14]);
  assert.equal(ended.length, planOf(5).questions.length);
  assert.ok(!ended.includes('failed'), ended.join());
  assert.equal(repeated, 0);
  assert.ok(executed <= approved);
});
