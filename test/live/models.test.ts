import assert from 'node:assert/strict';
import process from 'node:process';
import { test } from 'node:test';
import { silentLog } from '../../src/log.ts';
import { createAnthropicModel } from '../../src/models/anthropic.ts';
import type { RemoteModel } from '../../src/models/model.ts';
import { createOpenAiModel } from '../../src/models/openai.ts';
import { createWorld } from '../answer/answering-world.ts';
import { ask as request, user } from '../models/start-model.ts';

const { ANTHROPIC_API_KEY, ANTHROPIC_BASE_URL, MODEL_API_KEY, MODEL_BASE_URL, MODEL_NAME } = process.env;

/** One question with a search, one side call: what the strict fakes can't prove about the real API. */
async function smoke(model: RemoteModel): Promise<void> {
  const { lines } = await model.check();
  assert.deepEqual(
    lines.filter(({ ok }) => !ok),
    [],
  );
  const { ask } = createWorld({ model });
  const given = await ask('How many days of paid leave do full-time employees receive?');
  assert.equal(given.status, 'answered', given.notice);
  assert.match(given.text, /20 days/);
  assert.match(given.citations[0]?.quote ?? '', /20 days/);

  const format = {
    type: 'object',
    properties: { conflict: { type: 'boolean' } },
    required: ['conflict'],
    additionalProperties: false,
  };
  const messages = [
    user('Do "20 days" and "25 days" of the same leave conflict? Reply as JSON with the field conflict.'),
  ];
  const { content } = await model.generate(request({ system: 'Reply as JSON.', tools: [], messages, format }));
  const [block] = content.filter(({ type }) => type === 'text');
  assert.deepEqual(JSON.parse(block?.type === 'text' ? block.text : ''), { conflict: true });
}

test('the real Claude API answers with citations that pass, and keeps to a format', {
  skip: ANTHROPIC_API_KEY ? false : 'ANTHROPIC_API_KEY is not set',
  timeout: 120_000,
}, async () => {
  const options = { model: MODEL_NAME ?? 'claude-haiku-5-5', log: silentLog, deadlineMs: 60_000 };
  const baseUrl = ANTHROPIC_BASE_URL ? { baseUrl: ANTHROPIC_BASE_URL } : {};
  await smoke(createAnthropicModel({ ...options, ...baseUrl, apiKey: ANTHROPIC_API_KEY ?? '' }));
});

test('a real chat server answers with quotes that pass, and keeps to a format', {
  skip:
    MODEL_NAME && (MODEL_BASE_URL || MODEL_API_KEY)
      ? false
      : 'MODEL_NAME with MODEL_BASE_URL or MODEL_API_KEY is not set',
  timeout: 120_000,
}, async () => {
  const access = { baseUrl: MODEL_BASE_URL || undefined, apiKey: MODEL_API_KEY || undefined };
  await smoke(createOpenAiModel({ ...access, model: MODEL_NAME ?? '', log: silentLog, deadlineMs: 60_000 }));
});
