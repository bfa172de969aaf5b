import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { BylawError } from '../../src/errors.ts';
import { silentLog } from '../../src/log.ts';
import { createAnthropicModel } from '../../src/models/anthropic.ts';
import { withBreaker } from '../../src/models/breaker.ts';
import { createExtractiveModel } from '../../src/models/extractive.ts';
import type { Model } from '../../src/models/model.ts';
import { startFakeClaude } from '../support/fake-claude/server.ts';
import { createWorld } from './answering-world.ts';
import { answer, createScriptedModel, search } from './scripted-model.ts';

const question = 'How many days of paid leave do employees receive?';

for (const [name, fault, notice] of [
  ['the API is down', { status: 500, type: 'api_error' }, /can't be reached right now, so answers are quotes/],
  ['the API is overloaded', { status: 529, type: 'overloaded_error' }, /can't be reached right now/],
  [
    'too much was asked',
    { status: 429, type: 'rate_limit_error', headers: { 'retry-after': '3600' } },
    /can't be reached right now/,
  ],
  ['the key does not work', { status: 401, type: 'authentication_error' }, /can't be used as it is set up/],
  ['nothing is paid', { status: 402, type: 'billing_error' }, /can't be (?:used as it is set up|reached)/],
] as const) {
  test(`quotes take over and say so when ${name}`, async (t) => {
    const fake = await startFakeClaude();
    t.after(() => fake.close());
    fake.respondWith(() => ({ fault: { kind: 'status', ...fault } }));
    const model = createAnthropicModel({
      ...{ apiKey: 'sk-ant-x', baseUrl: fake.url, model: 'claude-opus-5-5', log: silentLog },
      // Waits between attempts are short here; the watch over a silent reply is not.
      sleep: (ms, signal) => setTimeout(ms <= 10_000 ? 1 : ms, undefined, { signal }),
    });
    const given = await createWorld({ model, fallback: createExtractiveModel() }).ask(question);
    assert.equal(given.status, 'answered');
    assert.equal(given.model, 'extractive');
    assert.match(given.text, /20 days/);
    assert.match(given.notice ?? '', notice);
  });
}

test('a model that does not answer in time is replaced within the deadline', async () => {
  const model = createScriptedModel([
    ({ signal }) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
  ]).model;
  const begun = performance.now();
  const limits = { answerSeconds: 1 };
  const given = await createWorld({ model, fallback: createExtractiveModel(), limits, now: Date.now }).ask(question);
  assert.equal(given.model, 'extractive');
  assert.match(given.notice ?? '', /took too long/);
  assert.ok(performance.now() - begun < 10_000);
});

test('a side model that hangs holds up no answer beyond the deadline, and is left alone soon', async () => {
  let tried = 0;
  const hanging = (): Model => ({
    name: 'small',
    generate: ({ signal }) => {
      tried += 1;
      return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    },
  });
  const sideModel = withBreaker(hanging(), { now: Date.now, log: silentLog });
  const replies = [
    search('paid leave days'),
    answer('Full-time employees receive 20 days of paid leave a year.', '20 days'),
  ];
  const { model } = createScriptedModel([...replies, ...replies]);
  const limits = { answerSeconds: 3 };
  const world = createWorld({ model, fallback: createExtractiveModel(), sideModel, limits, now: Date.now });
  const begun = performance.now();
  const long = { name: 'handbook.txt', text: 'A long file. '.repeat(2000), isCut: false };
  for (const conversation of ['C1', 'C2']) {
    const given = await world.ask(question, { conversation, attachments: [long] });
    assert.equal(given.status, 'answered');
    assert.equal(given.model, 'scripted');
  }
  assert.equal(tried, 3, 'the last of four did not try');
  assert.ok(performance.now() - begun < 12_000);
});

test('after failures in a row the API is left alone for a while, and comes back by itself', async () => {
  let now = 0;
  let asked = 0;
  let isDown = true;
  const model = withBreaker(
    {
      name: 'flaky',
      generate: async () => {
        asked += 1;
        if (isDown) throw new BylawError('model_unavailable', 'down');
        return {
          content: [{ type: 'text', text: 'NO_ANSWER' }],
          stopReason: 'end_turn',
          usage: { inputTokens: 1, outputTokens: 1, cacheReadTokens: 0 },
        };
      },
    },
    { now: () => now, log: silentLog },
  );
  const world = createWorld({ model, fallback: createExtractiveModel() });
  const models: string[] = [];
  const ask = async (n: number) => models.push((await world.ask(question, { conversation: `C${n}` })).model);
  for (let n = 0; n < 5; n += 1) await ask(n);
  assert.equal(asked, 3, 'the last two did not try');
  isDown = false;
  now = 61_000;
  await ask(5);
  assert.deepEqual(models, [...Array(5).fill('extractive'), 'flaky']);
});
