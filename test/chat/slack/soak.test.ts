import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runSoak } from '../../support/soak/soak.ts';

for (const [transport, seed, events] of [
  ['socket', 11, 120],
  ['http', 12, 60],
] as const) {
  test(`whatever happens in ${events} random events, every question has one answer (${transport}, seed ${seed})`, async () => {
    const { failures, questions } = await runSoak({ seed, events, transport });
    assert.ok(questions > events / 3);
    assert.deepEqual(failures, []);
  });
}
