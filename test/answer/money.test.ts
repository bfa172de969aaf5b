import assert from 'node:assert/strict';
import { test } from 'node:test';
import { budgetSpent, createMeter } from '../../src/answer/meter.ts';
import { BylawError } from '../../src/errors.ts';
import { silentLog } from '../../src/log.ts';
import { costOf, priceOf } from '../../src/model-prices.ts';
import { createExtractiveModel } from '../../src/models/extractive.ts';
import type { Usage } from '../../src/models/model.ts';
import { createWorld } from './answering-world.ts';
import { createSpend } from './memory-records.ts';
import { startSampleApp } from './sample-app.ts';
import { call } from './sample-replies.ts';
import { answer, createScriptedModel, type Step, search } from './scripted-model.ts';

const twenty = answer('You get 20 days of paid leave a year.', '20 days');
const question = 'How many days of paid leave do employees receive?';
const usage: Usage = { inputTokens: 1_000_000, outputTokens: 0, cacheReadTokens: 0 };
/** Costs one dollar. */
const dear = (step: Step): Step =>
  typeof step === 'function' ? async (request) => ({ ...(await step(request)), usage }) : { ...step, usage };

function moneyWorld(
  steps: readonly Step[],
  { dayUsd, answerUsd, spent = 0 }: { dayUsd?: number; answerUsd?: number; spent?: number },
) {
  const days = new Map([['2026-06-01', spent]]);
  const meter = createMeter({
    ...{ spend: createSpend(days), dayUsd, today: () => '2026-06-01', log: silentLog },
    costOf: (_, { inputTokens }) => inputTokens / 1_000_000,
  });
  const script = createScriptedModel(steps.map(dear));
  return {
    ...createWorld({
      model: script.model,
      fallback: createExtractiveModel(),
      meter,
      limits: { answerUsd, promptTokens: 1e9 },
    }),
    script,
    days,
  };
}

test('what models cost is added to the day', async () => {
  const { ask, days } = moneyWorld([search('leave days'), twenty], {});
  assert.equal((await ask(question)).status, 'answered');
  assert.equal(days.get('2026-06-01'), 2);
});

test('an answer that nears its budget gets one last call that must answer', async () => {
  const { ask, script } = moneyWorld([search('a'), search('leave days'), twenty], { answerUsd: 3 });
  assert.equal((await ask(question)).model, 'scripted');
  assert.deepEqual(
    script.requests.map(({ toolChoice }) => toolChoice?.type),
    [undefined, undefined, 'none'],
  );
});

test('at the day’s limit no model is asked: quotes answer, and say why', async () => {
  const { ask, script } = moneyWorld([], { dayUsd: 5, spent: 5 });
  const given = await ask(question);
  assert.equal(given.status, 'answered');
  assert.equal(given.model, 'extractive');
  assert.equal(
    given.notice,
    'The budget for language models is used up for today, so answers are quotes from the policies.',
  );
  assert.equal(script.requests.length, 0);
});

test('a day’s limit that is reached in the middle of an answer holds at once', async () => {
  const { ask, script } = moneyWorld([search('leave days')], { dayUsd: 1 });
  const given = await ask(question);
  assert.equal(given.model, 'extractive');
  assert.equal(script.requests.length, 1);
});

test('a spend that can’t be read or written stops no answer', async () => {
  const down = async () => {
    throw new BylawError('records_unavailable', 'down');
  };
  const meter = createMeter({
    spend: { add: down, on: down },
    costOf: () => 1,
    dayUsd: 1,
    today: () => '2026-06-01',
    log: silentLog,
  });
  await meter.check();
  assert.equal(await meter.note('m', usage), 1);
  assert.equal(budgetSpent.code, 'model_unavailable');
});

test('cached tokens are priced as such, and unknown models as dear ones', () => {
  const price = { input: 10, output: 50 };
  const tokens = { inputTokens: 1_000_000, outputTokens: 100_000, cacheReadTokens: 600_000, cacheWriteTokens: 200_000 };
  assert.equal(costOf(tokens, price).toFixed(4), (2 + 0.6 + 2.5 + 5).toFixed(4));
  assert.equal(costOf(tokens, { ...price, cacheRead: 0, cacheWrite: 0 }).toFixed(4), '7.0000');
  assert.ok(priceOf('nobody-knows').input > priceOf('claude-opus-5-5').input);
  assert.ok(priceOf('claude-haiku-5-5').input < priceOf('claude-opus-5-5').input);
  assert.deepEqual(priceOf('local', { local: { input: 0, output: 0 } }), { input: 0, output: 0 });
});

test('the whole app counts what Claude costs, by the day and the price of its model', async (t) => {
  const { app, fake, ask } = await startSampleApp(t);
  fake.reply(
    { content: [call('search_policies', { query: 'paid vacation days United States' })] },
    { content: [{ type: 'text', text: 'NO_ANSWER' }] },
  );
  assert.equal(
    (await ask('How many days of paid vacation do employees in the United States get?')).status,
    'not_found',
  );
  const tokens = fake.requests.flatMap(({ usage }) => (usage ? [usage.input_tokens + usage.output_tokens] : []));
  assert.equal(tokens.length, 2);
  const usd = await app.records.spend.on('2026-11-30');
  assert.ok(usd > 0 && usd < 1, `${usd}`);
});
