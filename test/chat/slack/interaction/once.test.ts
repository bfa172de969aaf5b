import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { once } from '../../../../src/chat/slack/interaction/once.ts';
import { sqliteRecords, temporaryFolder } from '../../../records/open-sqlite.ts';

async function openLedger(t: TestContext) {
  const records = sqliteRecords(t, join(await temporaryFolder(t), 'records.sqlite'));
  await records.start();
  return { ledger: records.ledger, now: () => 1 };
}

describe('something that is done once', () => {
  it('is not done again, also when both ask at the same time', async (t) => {
    const deps = await openLedger(t);
    let done = 0;
    const act = async () => {
      done += 1;
      return true;
    };
    const told = await Promise.all([once('a', act, deps), once('a', act, deps), once('a', act, deps)]);
    assert.deepEqual(told.sort(), [false, false, true]);
    assert.equal(await once('b', act, deps), true);
    assert.equal(done, 2);
  });

  it('may be tried again after it failed for certain', async (t) => {
    const deps = await openLedger(t);
    const outcomes = [false, true, true];
    const act = async () => outcomes.shift() ?? true;
    assert.equal(await once('a', act, deps), true);
    assert.equal(await once('a', act, deps), true);
    assert.equal(await once('a', act, deps), false);
    assert.equal(outcomes.length, 1);
  });

  it('is not tried again where it broke off in the middle', async (t) => {
    const deps = await openLedger(t);
    const broken = once('a', () => Promise.reject(new Error('died')), deps);
    await assert.rejects(broken, /died/);
    assert.equal(await once('a', async () => true, deps), false);
  });
});
