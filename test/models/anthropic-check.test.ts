import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startFakeClaude } from '../support/fake-claude/server.ts';
import { ask, startModel, textBlock } from './start-model.ts';

test('a usable model is reported as reachable', async (t) => {
  const { model } = await startModel(t, { model: { effort: 'high', thinking: 'adaptive' } });
  assert.deepEqual((await model.check()).lines, [{ ok: true, detail: 'Claude model claude-opus-5-5 is reachable' }]);
});

test('a deprecated model is a warning with its last day, a retired one a failure', async (t) => {
  const models = {
    old: { lifecycle: 'deprecated', retires_at: '2027-01-22T00:00:00Z' },
    older: { lifecycle: 'retired' },
  } as const;
  const { another } = await startModel(t, { fake: { models } });
  const [old] = (await another({ model: 'old' }).check()).lines;
  assert.deepEqual([old?.ok, old?.detail], [true, 'Claude model old is deprecated and will be retired on 2027-01-22']);
  assert.match(old?.fix ?? '', /model\.name/);
  const [older] = (await another({ model: 'older' }).check()).lines;
  assert.deepEqual([older?.ok, older?.detail], [false, 'Claude model older is retired']);
});

test('missing citations and settings that the model does not know are failures', async (t) => {
  const models = { small: { citations: false, effort: false } };
  const { another } = await startModel(t, { fake: { models } });
  const { lines } = await another({ model: 'small', effort: 'max' }).check();
  assert.deepEqual(
    lines.map((line) => [line.ok, line.fix]),
    [
      [true, undefined],
      [false, 'set model.name to an active model, such as claude-opus-5-5'],
      [false, 'change or remove model.effort'],
    ],
  );
});

test('an unknown model and a wrong key are failures that name the setting', async (t) => {
  const { another } = await startModel(t);
  const [unknown] = (await another({ model: 'claude-none' }).check()).lines;
  assert.deepEqual([unknown?.ok, unknown?.detail], [false, 'Claude has no model named "claude-none"']);
  assert.match(unknown?.fix ?? '', /^set model\.name/);
  const [wrong] = (await another({ apiKey: 'wrong' }).check()).lines;
  assert.deepEqual(wrong, {
    ok: false,
    detail: 'Claude refused the API key',
    fix: 'set ANTHROPIC_API_KEY to a valid key',
  });
});

test('an API that is down, or a gateway without a list of models, is only a warning', async (t) => {
  const { fake, another } = await startModel(t);
  const gone = await startFakeClaude();
  await gone.close();
  const [down] = (await another({ baseUrl: gone.url }).check()).lines;
  assert.equal(down?.ok, true);
  assert.match(`${down?.detail} ${down?.fix}`, /could not be reached at .* check the network/);
  const [gateway] = (await another({ baseUrl: `${fake.url}/api` }).check()).lines;
  assert.equal(gateway?.ok, true);
  assert.match(gateway?.fix ?? '', /ANTHROPIC_BASE_URL/);
});

test('after the check no more tokens are asked for than the model can write', async (t) => {
  const { fake, model } = await startModel(t, { fake: { models: { 'claude-opus-5-5': { max_tokens: 500 } } } });
  fake.reply({ content: [textBlock('Yes.')] });
  assert.equal((await model.check()).maxOutputTokens, 500);
  await model.generate(ask({ maxTokens: 1000 }));
  assert.equal(fake.requests[0]?.body.max_tokens, 500);
});
