import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Message } from '../../src/models/model.ts';
import { cite } from '../support/fake-claude/citations.ts';
import { citeWeb, webPage } from '../support/fake-claude/server-tools.ts';
import { ask, searched, startModel, textBlock, user } from './start-model.ts';

const url = 'https://example.com/leave';
const searchedWeb = [
  { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: { query: 'leave "ü" 🏖️' } },
  { type: 'web_search_tool_result', tool_use_id: 'srvtoolu_1', content: [webPage(url, 'Leave')] },
];
const ran = [
  { type: 'server_tool_use', id: 'srvtoolu_2', name: 'bash_code_execution', input: { command: 'echo 1' } },
  {
    type: 'bash_code_execution_tool_result',
    tool_use_id: 'srvtoolu_2',
    content: { type: 'bash_code_execution_result', stdout: '1\n', stderr: '', return_code: 0, content: [] },
  },
];

test('every kind of block and delta arrives whole, in order, and is sent back byte for byte after storing', async (t) => {
  const { fake, model } = await startModel(t, { model: { thinking: 'adaptive' } });
  const messages = [user('How much?'), ...searched('toolu_1')];
  const call = { type: 'tool_use', id: 'toolu_2', name: 'search_policies', input: { query: 'a "b"', country: null } };
  fake.reply(
    ({ body }) => ({
      content: [
        { type: 'thinking', thinking: 'They ask for “leave”…\n\n' },
        { type: 'redacted_thinking', data: 'b64==' },
        ...searchedWeb,
        { type: 'thinking', thinking: '' },
        ...ran,
        { ...textBlock('You have 20 days'), citations: [cite(body, 0), cite(body, 0, 1)] },
        textBlock('.'),
        call,
      ],
    }),
    { content: [textBlock('Yes.')] },
  );
  const { content } = await model.generate(ask({ messages }));
  assert.deepEqual(
    content.map(({ type }) => type),
    [
      'thinking',
      'redacted_thinking',
      'server_tool_use',
      'web_search_tool_result',
      'thinking',
      'server_tool_use',
      'bash_code_execution_tool_result',
      'text',
      'text',
      'tool_use',
    ],
  );
  assert.deepEqual(content.slice(2, 4), searchedWeb);
  assert.deepEqual(content.slice(5, 7), ran);
  assert.deepEqual(content.at(-1), { ...call, caller: { type: 'direct' } });
  const stored: Message[] = JSON.parse(JSON.stringify([{ role: 'assistant', content }]));
  const [, result] = searched('toolu_2');
  assert.ok(result);
  await model.generate(ask({ messages: [...messages, ...stored, result] }));
  assert.equal(fake.requests[1]?.error, undefined);
  assert.equal(JSON.stringify(fake.requests[1]?.body.messages[3]?.content), JSON.stringify(content));
});

test('thinking that was changed on the way would be refused', async (t) => {
  const { fake, model } = await startModel(t);
  fake.reply({ content: [{ type: 'thinking', thinking: 'Hm.' }, textBlock('Yes.')] });
  const { content } = await model.generate(ask());
  const changed = content.map((block) => (block.type === 'thinking' ? { ...block, thinking: 'Hm!' } : block));
  await assert.rejects(
    model.generate(ask({ messages: [user('A'), { role: 'assistant', content: changed }, user('B')] })),
    /did not accept/,
  );
});

test('a search of the web that the API paused is sent back unchanged and goes on', async (t) => {
  const { fake, model } = await startModel(t, { model: { serverTools: ['web_search'] } });
  await model.check();
  fake.reply({ content: searchedWeb.slice(0, 1), stopReason: 'pause_turn' });
  fake.reply({ content: [...searchedWeb.slice(1), textBlock('Found.')] }, { content: [textBlock('Yes.')] });
  const first = await model.generate(ask());
  assert.equal(first.stopReason, 'pause_turn');
  const paused: Message[] = [...ask().messages, { role: 'assistant', content: first.content }];
  const second = await model.generate(ask({ messages: paused }));
  await model.generate(ask({ messages: [...paused, { role: 'assistant', content: second.content }, user('And?')] }));
  assert.deepEqual(
    fake.requests.map(({ error }) => error),
    [undefined, undefined, undefined],
  );
});

test('what cites a page of the web cites nothing, and a policy beside it stays cited', async (t) => {
  const { fake, model } = await startModel(t);
  const web = citeWeb(url, 'Leave', 'Employees get 30 days.');
  fake.reply(({ body }) => ({
    content: [
      ...searchedWeb,
      { ...textBlock('You have 30 days.'), citations: [web] },
      { ...textBlock(' You have 20 days.'), citations: [web, cite(body, 0)] },
    ],
  }));
  const { content } = await model.generate(ask({ messages: [user('How much?'), ...searched('toolu_1')] }));
  const cited = content.flatMap((block) =>
    block.type === 'text' ? [(block.citations ?? []).map(({ source }) => source)] : [],
  );
  assert.deepEqual(cited, [[], ['policy://leave@1#0']]);
});
