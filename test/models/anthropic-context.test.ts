import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Message } from '../../src/models/model.ts';
import { cite } from '../support/fake-claude/citations.ts';
import { ask, searched, searchTool, startModel, textBlock, user } from './start-model.ts';

const contextEditing = {
  clearAtTokens: 100,
  keepResults: 1,
  keepTools: ['load_skill', 'a_tool'],
  compactAtTokens: 50_000,
};
/** The same search with another passage found. */
function searchedElse(id: string): Message[] {
  return JSON.parse(JSON.stringify(searched(id)).replaceAll('policy://leave@1#0', 'policy://notice@1#0'));
}

const yes = { content: [textBlock('Yes.')] };

test('old results are cleared by the API, and a citation still counts over all of them', async (t) => {
  const { fake, model } = await startModel(t);
  await model.check();
  fake.reply(({ body, searchResults }) => {
    assert.equal(searchResults.length, 1);
    return { content: [{ ...textBlock('Two weeks.'), citations: [cite(body, 0, 1)] }] };
  });
  const messages = [user('How much?'), ...searched('toolu_1'), ...searched('toolu_2'), ...searchedElse('toolu_3')];
  const reply = await model.generate(ask({ messages, contextEditing }));
  const [block] = reply.content;
  assert.equal(block?.type === 'text' && block.citations?.[0]?.search_result_index, 2);
  const [request] = fake.requests;
  assert.equal(request?.headers['anthropic-beta'], 'context-management-2025-06-27,compact-2026-01-12');
  assert.deepEqual(request?.body.context_management?.edits, [
    {
      type: 'clear_tool_uses_20250919',
      trigger: { type: 'input_tokens', value: 100 },
      keep: { type: 'tool_uses', value: 1 },
      exclude_tools: ['a_tool', 'load_skill'],
    },
    { type: 'compact_20260112', trigger: { type: 'input_tokens', value: 50_000 } },
  ]);
});

test('a summary comes first, is sent back as it is, and stands for all that came before', async (t) => {
  const { fake, model } = await startModel(t);
  await model.check();
  const call = { type: 'tool_use', id: 'toolu_9', name: 'search_policies', input: { query: 'leave' } };
  fake.reply({ content: [call] }, yes, yes);
  const long = [user('How much?', 'x'.repeat(220_000)), ...searched('toolu_1')];
  const first = await model.generate(ask({ messages: long, contextEditing }));
  assert.deepEqual(
    first.content.map(({ type }) => type),
    ['compaction', 'tool_use'],
  );
  assert.ok(first.usage.inputTokens > 55_000, 'the summary is counted');
  // Stored and read again, as after a restart.
  const stored: Message = JSON.parse(JSON.stringify({ role: 'assistant', content: first.content }));
  const [, result] = searched('toolu_9');
  assert.ok(result);
  const messages = [...long, stored, result];
  await model.generate(ask({ messages, contextEditing }));
  const sent = fake.requests[1];
  assert.equal(JSON.stringify(sent?.body.messages[0]?.content), JSON.stringify(first.content));
  assert.equal(sent?.body.messages.length, 2);
  // Also where nothing is to be shortened any more, the summary needs its beta.
  await model.generate(
    ask({ messages: [...messages, { role: 'assistant', content: [textBlock('Yes.')] }, user('And?')] }),
  );
  assert.equal(fake.requests[2]?.headers['anthropic-beta'], 'compact-2026-01-12');
  assert.deepEqual(
    fake.requests.map(({ error }) => error),
    [undefined, undefined, undefined],
  );
});

test('what was loaded before a summary goes along word for word, behind it', async (t) => {
  const { fake, model } = await startModel(t);
  await model.check();
  const call = { type: 'tool_use', id: 'toolu_9', name: 'search_policies', input: {} };
  fake.reply({ content: [call] }, yes);
  const load = { type: 'tool_use', id: 'toolu_s', name: 'load_skill', input: { name: 'leave' } } as const;
  const body = {
    type: 'tool_result',
    tool_use_id: 'toolu_s',
    content: [textBlock('Ask for the country first.')],
  } as const;
  const loaded: Message[] = [
    { role: 'assistant', content: [load] },
    { role: 'user', content: [body] },
  ];
  const long = [user('How much?', 'x'.repeat(220_000)), ...loaded, ...searched('toolu_1')];
  const { content } = await model.generate(ask({ messages: long, contextEditing }));
  const [, result] = searched('toolu_9');
  assert.ok(result);
  await model.generate(ask({ messages: [...long, { role: 'assistant', content }, result], contextEditing }));
  const sent = fake.requests[1]?.body.messages.map((message) => message.content) ?? [];
  assert.deepEqual([sent[0], sent[2], sent[3], sent[4]], [content.slice(0, 1), [load], [body], content.slice(1)]);
  assert.equal(fake.requests[1]?.error, undefined);
});

test('citations after a summary count over all search results, also those that it stands for', async (t) => {
  const { fake, model } = await startModel(t);
  await model.check();
  fake.reply({ content: [{ type: 'tool_use', id: 'toolu_9', name: 'search_policies', input: {} }] });
  fake.reply(({ body }) => ({ content: [{ ...textBlock('Two weeks.'), citations: [cite(body, 0, 1)] }] }));
  const long = [user('How much?', 'x'.repeat(220_000)), ...searched('toolu_1', 2)];
  const { content } = await model.generate(ask({ messages: long, contextEditing }));
  const [, result] = searchedElse('toolu_9');
  assert.ok(result);
  const messages: Message[] = [...long, { role: 'assistant', content }, result];
  const [block] = (await model.generate(ask({ messages, contextEditing }))).content;
  assert.equal(block?.type === 'text' && block.citations?.[0]?.search_result_index, 2);
});

test('what the API did not say that it supports is not asked for', async (t) => {
  const models = { 'claude-opus-5-5': { contextManagement: false, serverTools: false } };
  const { fake, model, another } = await startModel(t, { fake: { models }, model: { serverTools: ['web_search'] } });
  fake.respondWith(() => yes);
  const memory = { ...searchTool, name: 'memory', builtIn: 'memory_20250818' } as const;
  const { lines } = await model.check();
  assert.deepEqual(lines.at(-1), {
    ok: false,
    detail: 'claude-opus-5-5 does not offer web_search',
    fix: 'change model.serverTools',
  });
  for (const each of [model, another({})]) {
    assert.deepEqual(each.support?.(), { clearing: false, compaction: false, memoryTool: false, serverTools: [] });
    await each.generate(ask({ tools: [searchTool, memory], contextEditing, serverTools: ['code_execution'] }));
  }
  for (const { body, headers } of fake.requests) {
    assert.equal(headers['anthropic-beta'], undefined);
    assert.equal(body.context_management, undefined);
    assert.deepEqual(
      body.tools?.map(({ name, type }) => [name, type]),
      [
        ['memory', undefined],
        ['search_policies', undefined],
      ],
    );
  }
});

test('tools of the API are declared by type where it has them, sorted with the others, and not in side calls', async (t) => {
  const { fake, model } = await startModel(t, { model: { serverTools: ['web_search', 'code_execution'] } });
  await model.check();
  fake.respondWith(() => yes);
  const memory = { ...searchTool, name: 'memory', builtIn: 'memory_20250818' } as const;
  await model.generate(ask({ tools: [searchTool, memory] }));
  await model.generate(ask({ tools: [] }));
  assert.deepEqual(fake.requests[0]?.body.tools, [
    { type: 'code_execution_20250825', name: 'code_execution' },
    { type: 'memory_20250818', name: 'memory' },
    { name: 'search_policies', description: 'Finds passages.', input_schema: searchTool.inputSchema },
    { type: 'web_search_20250305', name: 'web_search', max_uses: 5, cache_control: { type: 'ephemeral' } },
  ]);
  assert.equal(fake.requests[1]?.body.tools, undefined);
});
