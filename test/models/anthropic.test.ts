import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Message } from '../../src/models/model.ts';
import { cite } from '../support/fake-claude/citations.ts';
import { ask, searched, startModel, textBlock, user } from './start-model.ts';

test('a reply comes back as plain JSON with its stop reason and usage', async (t) => {
  const { fake, model } = await startModel(t);
  const usage = { input_tokens: 5, cache_read_input_tokens: 7, cache_creation_input_tokens: 11, output_tokens: 13 };
  fake.reply({
    content: [{ type: 'tool_use', id: 'toolu_1', name: 'search_policies', input: { query: 'a "b" ü🏖️' } }],
    usage,
  });
  const reply = await model.generate(ask());
  assert.deepEqual(reply, {
    content: [
      {
        type: 'tool_use',
        id: 'toolu_1',
        name: 'search_policies',
        input: { query: 'a "b" ü🏖️' },
        caller: { type: 'direct' },
      },
    ],
    stopReason: 'tool_use',
    usage: { inputTokens: 23, outputTokens: 13, cacheReadTokens: 7, cacheWriteTokens: 11 },
  });
  assert.deepEqual(structuredClone(reply), reply);
  assert.equal(model.name, 'claude-opus-5-5');
});

test('absent cache counters count as nothing', async (t) => {
  const { fake, model } = await startModel(t);
  const usage = { input_tokens: 5, cache_read_input_tokens: null, cache_creation_input_tokens: null, output_tokens: 1 };
  fake.reply({ content: [textBlock('Yes.')], usage });
  assert.deepEqual((await model.generate(ask())).usage, { inputTokens: 5, outputTokens: 1, cacheReadTokens: 0 });
});

test('citations of search results are kept as the API wrote them and can be sent back', async (t) => {
  const { fake, model } = await startModel(t);
  fake.reply(
    ({ body }) => ({
      content: [textBlock('You have '), { ...textBlock('20 days'), citations: [cite(body, 0)] }, textBlock('.')],
    }),
    { content: [textBlock('Yes.')] },
  );
  const messages = [user('How much?'), ...searched('toolu_1')];
  const reply = await model.generate(ask({ messages }));
  assert.deepEqual(reply.content[1], {
    type: 'text',
    text: '20 days',
    citations: [
      {
        type: 'search_result_location',
        cited_text: 'You have 20 days. ',
        search_result_index: 0,
        source: 'policy://leave@1#0',
        title: 'Leave',
        start_block_index: 0,
        end_block_index: 1,
      },
    ],
  });
  await model.generate(ask({ messages: [...messages, { role: 'assistant', content: reply.content }, user('Sure?')] }));
});

test('a call without arguments has an empty object as input', async (t) => {
  const { fake, model } = await startModel(t);
  fake.reply({ content: [{ type: 'tool_use', name: 'search_policies', input: {} }] });
  const [block] = (await model.generate(ask())).content;
  assert.equal(block?.type === 'tool_use' && JSON.stringify(block.input), '{}');
});

test('a call cut off by the token limit is passed on with its stop reason', async (t) => {
  const { fake, model } = await startModel(t);
  fake.reply({
    content: [{ type: 'tool_use', id: 'toolu_1', name: 'search_policies', input: {} }],
    rawInputs: { toolu_1: '{"query": "leave", "country": "G' },
    stopReason: 'max_tokens',
  });
  assert.equal((await model.generate(ask())).stopReason, 'max_tokens');
});

test('unknown stop reasons pass through, and a refusal names its category', async (t) => {
  const { fake, model } = await startModel(t);
  fake.reply(
    { content: [textBlock('Hm.')], stopReason: 'tired' },
    { content: [], stopReason: 'refusal', stopDetails: { type: 'refusal', category: 'cyber' } },
    { content: [], stopReason: 'refusal', stopDetails: { type: 'refusal', category: null } },
  );
  assert.equal((await model.generate(ask())).stopReason, 'tired');
  assert.equal((await model.generate(ask())).refusalCategory, 'cyber');
  assert.equal((await model.generate(ask())).refusalCategory, undefined);
});

test('a reply that paused on a server tool is sent back unchanged', async (t) => {
  const { fake, model } = await startModel(t);
  const paused = { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: { query: 'x' } };
  fake.reply({ content: [paused], stopReason: 'pause_turn' }, { content: [textBlock('Yes.')] });
  const { content, stopReason } = await model.generate(ask());
  assert.equal(stopReason, 'pause_turn');
  await model.generate(ask({ messages: [...ask().messages, { role: 'assistant', content }] }));
  assert.deepEqual(fake.requests[1]?.body.messages[1]?.content, [paused]);
});

test('empty text of a reply is dropped, and blank text is never sent', async (t) => {
  const { fake, model } = await startModel(t);
  const call = { type: 'tool_use', id: 'toolu_1', name: 'search_policies', input: {} };
  fake.reply({ content: [textBlock(''), textBlock('One.'), textBlock(' '), call] }, { content: [textBlock('Two.')] });
  const reply = await model.generate(ask());
  assert.deepEqual(
    reply.content.map((block) => (block.type === 'text' ? block.text : block.type)),
    ['One.', ' ', 'tool_use'],
  );
  const empty: Message = {
    role: 'user',
    content: [{ type: 'tool_result', tool_use_id: 'toolu_1', content: [textBlock('')] }, textBlock('\n')],
  };
  await model.generate(ask({ messages: [user('Hm?', ''), { role: 'assistant', content: reply.content }, empty] }));
  const [question, answer, result] = fake.requests[1]?.body.messages ?? [];
  assert.equal(question?.content.length, 1);
  assert.equal(answer?.content.length, 2);
  const [sent, ...rest] = Array.isArray(result?.content) ? result.content : [];
  assert.deepEqual(sent.content, [textBlock('(no content)')]);
  assert.equal(rest.length, 0);
});

test('thinking is sent back byte for byte and in order, also without text and after storing', async (t) => {
  const { fake, model } = await startModel(t, { model: { thinking: 'adaptive', effort: 'high' } });
  const call = { type: 'tool_use', id: 'toolu_1', name: 'search_policies', input: { query: 'leave' } };
  const thoughts = [
    { type: 'thinking', thinking: 'They ask for “leave”…\n\n' },
    { type: 'redacted_thinking', data: 'b64==' },
    { type: 'thinking', thinking: '' },
  ];
  fake.reply({ content: [...thoughts, call] }, { content: [textBlock('20 days.')] });
  const { content } = await model.generate(ask());
  const stored: Message[] = JSON.parse(JSON.stringify([{ role: 'assistant', content }]));
  const [, result] = searched('toolu_1');
  assert.ok(result);
  await model.generate(ask({ messages: [...ask().messages, ...stored, result] }));
  const sent = fake.requests[1]?.body.messages[1]?.content;
  assert.equal(JSON.stringify(sent), JSON.stringify(content));
  assert.deepEqual(fake.requests[1]?.body.thinking, { type: 'adaptive' });
  assert.deepEqual(fake.requests[1]?.body.output_config, { effort: 'high' });
});

test('a forced tool call goes out without thinking, and no choice is sent without tools', async (t) => {
  const { fake, model } = await startModel(t, { model: { thinking: 'adaptive' } });
  fake.respondWith(() => ({ content: [textBlock('Yes.')] }));
  await model.generate(ask({ toolChoice: { type: 'tool', name: 'search_policies' } }));
  await model.generate(ask({ toolChoice: { type: 'none' } }));
  await model.generate(ask({ toolChoice: { type: 'none' }, tools: [] }));
  const sent = fake.requests.map(({ body }) => [body.tool_choice?.type, body.thinking?.type]);
  assert.deepEqual(sent, [
    ['tool', 'disabled'],
    ['none', 'adaptive'],
    [undefined, 'adaptive'],
  ]);
});

test('a key that no header can hold is refused without showing it', async (t) => {
  const { another } = await startModel(t);
  for (const apiKey of ['', 'sk-ant-\u200bsecret', 'two words'])
    assert.throws(
      () => another({ apiKey }),
      (error: Error) => /ANTHROPIC_API_KEY/.test(error.message) && !/secret|words/.test(error.message),
    );
});

test('a variant asks another model, or with another effort, and keeps the rest', async (t) => {
  const { fake, model } = await startModel(t, { model: { effort: 'high' } });
  fake.respondWith(() => ({ content: [textBlock('Yes.')] }));
  const other = model.variant({ model: 'claude-haiku-4-5' });
  assert.equal(other.name, 'claude-haiku-4-5');
  await model.variant({ effort: 'low' }).generate(ask());
  await model.variant({ effort: 'none such' }).generate(ask());
  await model.generate(ask());
  assert.deepEqual(
    fake.requests.map(({ body }) => [body.model, body.output_config?.effort]),
    [
      ['claude-opus-5-5', 'low'],
      ['claude-opus-5-5', 'high'],
      ['claude-opus-5-5', 'high'],
    ],
  );
});
