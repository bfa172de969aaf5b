import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openRecords } from '../connectors/connector-world.ts';
import { type RaceOutcome, race } from './approval-races.ts';

const races = 42;

test('however clicks, stale cards and restarts race, nothing runs without a yes or twice', async (t) => {
  const records = await openRecords(t);
  const outcomes: RaceOutcome[] = [];
  for (let seed = 0; seed < races; seed += 1) outcomes.push(await race(seed, records));
  for (const outcome of outcomes) {
    const { unapproved, doubled, missing } = outcome;
    assert.deepEqual({ unapproved, doubled, missing }, { unapproved: 0, doubled: 0, missing: 0 }, outcome.kind);
  }
  const executed = (kind: string) => outcomes.filter((each) => each.kind === kind && each.executed > 0).length;
  assert.equal(executed('double_click'), races / 7);
  assert.equal(executed('changed_tool') + executed('too_late'), 0);
  assert.ok(executed('restart') > 0 && executed('forged') > 0);
});
