import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Message } from '../../src/models/model.ts';
import { ask, searched, searchTool, startModel, textBlock, user } from './start-model.ts';

const otherTool = { ...searchTool, name: 'read_policy' };
const prefixOf = (raw: string) => raw.slice(0, raw.indexOf('"messages":['));
const withoutMarks = (value: unknown) =>
  JSON.stringify(value, (key, inner: unknown) => (key === 'cache_control' ? undefined : inner));

test('everything before the messages is the same bytes for every request, after a restart and in any order of tools', async (t) => {
  const { fake, model, another } = await startModel(t);
  fake.respondWith(() => ({ content: [textBlock('Yes.')] }));
  await model.generate(ask({ tools: [searchTool, otherTool] }));
  await model.generate(ask({ tools: [otherTool, searchTool], maxTokens: 2000, messages: [user('Another one.')] }));
  await another({}).generate(ask({ tools: [searchTool, otherTool], toolChoice: { type: 'none' } }));
  const prefixes = new Set(fake.requests.map((request) => prefixOf(request.raw)));
  assert.equal(prefixes.size, 1);
  assert.match([...prefixes][0] ?? '', /"read_policy".*"search_policies".*"cache_control".*"system":.*"cache_control"/);
});

test('cache reads grow with every turn, older messages stay the same and breakpoints never pile up', async (t) => {
  const { fake, model } = await startModel(t);
  fake.respondWith(() => ({ content: [textBlock('Yes.')] }));
  const messages: Message[] = [user('How much leave?')];
  for (let turn = 0; turn < 6; turn++) {
    await model.generate(ask({ messages: [...messages] }));
    messages.push(...searched(`toolu_${turn}`));
  }
  const reads = fake.requests.map((request) => request.usage?.cache_read_input_tokens ?? 0);
  assert.equal(reads[0], 0);
  for (const [i, read] of reads.slice(1).entries()) assert.ok(read > (reads[i] ?? 0), `turn ${i + 1} reads ${read}`);
  for (const [i, { raw, body }] of fake.requests.entries()) {
    assert.equal(raw.split('"cache_control"').length - 1, 3);
    assert.equal(withoutMarks(body.messages), withoutMarks(messages.slice(0, 1 + i * 2)));
  }
  assert.doesNotMatch(JSON.stringify(messages), /cache_control/);
});

test('after a turn of more than 20 blocks the previous breakpoint is set again, so that the cache is still hit', async (t) => {
  const { fake, model } = await startModel(t);
  fake.respondWith(() => ({ content: [textBlock('Yes.')] }));
  const answer: Message = {
    role: 'assistant',
    content: Array.from({ length: 30 }, (_, n) => textBlock(`Part ${n}. `)),
  };
  const first = [user('How much leave?'), ...searched('toolu_1')];
  await model.generate(ask({ messages: first }));
  await model.generate(ask({ messages: [...first, answer, user('And then?')] }));
  const [before, after] = fake.requests.map((request) => request.usage);
  assert.equal(after?.cache_read_input_tokens, before?.cache_creation_input_tokens);
  assert.equal((fake.requests[1]?.raw.split('"cache_control"').length ?? 0) - 1, 4);
});

test('a last call without tools allowed still reads the cached tools and system', async (t) => {
  const { fake, model } = await startModel(t);
  fake.respondWith(() => ({ content: [textBlock('Yes.')] }));
  await model.generate(ask());
  await model.generate(ask({ toolChoice: { type: 'none' } }));
  assert.ok((fake.requests[1]?.usage?.cache_read_input_tokens ?? 0) > 0);
});

test('a breakpoint is never set on text that is not sent', async (t) => {
  const { fake, model } = await startModel(t);
  fake.respondWith(() => ({ content: [textBlock('Yes.')] }));
  await model.generate(ask({ system: '', messages: [user('How much leave?', '', ' ')] }));
  const [message] = fake.requests[0]?.body.messages ?? [];
  assert.deepEqual(message?.content, [{ ...textBlock('How much leave?'), cache_control: { type: 'ephemeral' } }]);
  assert.equal(fake.requests[0]?.body.system, undefined);
});
