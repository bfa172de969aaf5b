import assert from 'node:assert/strict';
import { test } from 'node:test';
import { temporaryFolder } from '../support/run-bylaw.ts';
import { openRecords } from './connector-world.ts';
import { runFleet } from './fleet.ts';

test('many connectors connect at the same time, and a restart changes no byte of what the model is sent', async (t) => {
  const records = await openRecords(t);
  const folder = temporaryFolder(t);
  const outcome = await runFleet(t, records, { connectors: 14, toolsEach: 15, starts: 2, folder });
  assert.deepEqual([outcome.ready, outcome.tools], [14, 210]);
  assert.deepEqual([outcome.declaredPrefixes, outcome.searchedPrefixes], [1, 1]);
  assert.equal(outcome.tokensAreDeferred, true);
});
