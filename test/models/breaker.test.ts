import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BylawError } from '../../src/errors.ts';
import { silentLog } from '../../src/log.ts';
import { withBreaker } from '../../src/models/breaker.ts';
import type { Model, ModelRequest } from '../../src/models/model.ts';

const request: ModelRequest = {
  ...{ system: '', tools: [], messages: [], maxTokens: 1 },
  signal: new AbortController().signal,
};
const reply = { content: [], stopReason: 'end_turn', usage: { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0 } };

function breakerOver(failure: { error?: unknown; hold?: Promise<void> }) {
  let tried = 0;
  let now = 0;
  const model: Model = {
    name: 'm',
    generate: async () => {
      tried += 1;
      await failure.hold;
      if (failure.error !== undefined) throw failure.error;
      return reply;
    },
  };
  const breaker = withBreaker(model, { failures: 3, restMs: 1000, now: () => now, log: silentLog });
  const ask = (more: Partial<ModelRequest> = {}) => breaker.generate({ ...request, ...more });
  return {
    ask,
    tried: () => tried,
    later: (ms: number) => {
      now += ms;
    },
  };
}

const down = new BylawError('model_unavailable', 'down');

test('after three failures in a row the model is not tried, and one trial after the rest closes it again', async () => {
  const failure: { error?: unknown } = { error: down };
  const { ask, tried, later } = breakerOver(failure);
  for (let i = 0; i < 5; i += 1) await assert.rejects(ask(), { code: 'model_unavailable' });
  assert.equal(tried(), 3);
  later(1000);
  await assert.rejects(ask(), /down/);
  await assert.rejects(ask(), /rests for now/, 'the trial failed, so it rests again');
  assert.equal(tried(), 4);
  later(1000);
  failure.error = undefined;
  await ask();
  await ask();
  assert.equal(tried(), 6);
});

test('only one request at a time tries a model that rested', async () => {
  const hold = Promise.withResolvers<void>();
  const failure: { error?: unknown; hold?: Promise<void> } = { error: down };
  const { ask, tried, later } = breakerOver(failure);
  for (let i = 0; i < 3; i += 1) await assert.rejects(ask());
  later(1000);
  failure.error = undefined;
  failure.hold = hold.promise;
  const trial = ask();
  await assert.rejects(ask(), /rests for now/);
  hold.resolve();
  await trial;
  assert.equal(tried(), 4);
  await ask();
});

test('a reply in between, and an asker who gives up, are no failures in a row', async () => {
  const failure: { error?: unknown } = { error: down };
  const { ask, tried } = breakerOver(failure);
  await assert.rejects(ask());
  await assert.rejects(ask());
  failure.error = undefined;
  await ask();
  failure.error = new Error('the asker has gone');
  for (let i = 0; i < 4; i += 1) await assert.rejects(ask(), /gone/);
  failure.error = undefined;
  await ask();
  assert.equal(tried(), 8);
});

test('a key that does not work rests too', async () => {
  const { ask, tried } = breakerOver({ error: new BylawError('model_rejected', 'no such key') });
  for (let i = 0; i < 4; i += 1) await assert.rejects(ask());
  assert.equal(tried(), 3);
});
