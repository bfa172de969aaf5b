import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createReception } from '../../../../src/chat/slack/intake/reception.ts';

const { signal } = new AbortController();
const forever = () => new Promise<void>(() => {});

test('long work waits until everybody who has come in is received', async () => {
  const reception = createReception(forever);
  const received = [reception.arrive(), reception.arrive()];
  let isFree = false;
  const free = reception.whenFree(signal).then(() => {
    isFree = true;
  });
  received[0]?.();
  received[0]?.();
  await new Promise(setImmediate);
  assert.equal(isFree, false);
  received[1]?.();
  await free;
});

test('somebody about whom Slack says nothing holds nobody up for good, and an answer that is stopped does not begin', async () => {
  const pauses: number[] = [];
  const reception = createReception(async (ms) => void pauses.push(ms));
  reception.arrive();
  await reception.whenFree(signal);
  assert.deepEqual(pauses, [250]);
  await assert.rejects(reception.whenFree(AbortSignal.abort(new Error('stopped'))), /stopped/);
});
