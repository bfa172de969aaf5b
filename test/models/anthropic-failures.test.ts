import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { promisify } from 'node:util';
import type { Fault } from '../support/fake-claude/script.ts';
import { rejects } from './model-under-test.ts';
import { apiKey, ask, startModel, textBlock } from './start-model.ts';

const failing = (fault: Fault) => ({ content: [textBlock('You have 20 days.')], fault });

test('an account without credit is told apart from a request that is wrong', async (t) => {
  const { fake, model } = await startModel(t);
  fake.reply(failing({ kind: 'status', status: 400, message: 'Your credit balance is too low' }));
  await rejects(model.generate(ask()), 'model_rejected', /^The account behind ANTHROPIC_API_KEY has no credit/);
});

test('calls that came before the stream failed are dropped with it', async (t) => {
  const { fake, model } = await startModel(t);
  const call = { type: 'tool_use', name: 'search_policies', input: { query: 'leave' } };
  fake.reply({ content: [textBlock('Let me see.'), call], fault: { kind: 'error', at: 11 } });
  fake.reply({ content: [textBlock('You have 20 days.')] });
  const { content } = await model.generate(ask());
  assert.deepEqual(
    content.map((block) => block.type),
    ['text'],
  );
});

test('the SDK prints nothing of what it cannot parse, whatever the environment asks for', async (t) => {
  const { fake } = await startModel(t);
  fake.reply(failing({ kind: 'malformed', at: 6 }));
  const program = `
    import { silentLog } from './src/log.ts';
    import { createAnthropicModel } from './src/models/anthropic.ts';
    const { KEY: apiKey, URL: baseUrl } = process.env;
    const model = createAnthropicModel({ apiKey, baseUrl, model: 'claude-opus-5-5', attempts: 1, log: silentLog });
    const content = [{ type: 'text', text: 'How many days?' }];
    const signal = new AbortController().signal;
    const request = { system: 'x', tools: [], messages: [{ role: 'user', content }], maxTokens: 100, signal };
    await model.generate(request).catch((error) => console.log(error.code));`;
  const { stdout, stderr } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program], {
    cwd: new URL('../..', import.meta.url),
    env: { KEY: apiKey, URL: fake.url, ANTHROPIC_LOG: 'debug' },
  });
  assert.equal(stdout, 'model_unavailable\n');
  assert.equal(stderr, '');
});
