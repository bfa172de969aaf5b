import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startFakeChat } from './fake-chat/server.ts';

const user = { role: 'user', content: 'How much?' };
const call = (id: string, name = 'search') => ({ id, type: 'function', function: { name, arguments: '{}' } });
const result = (id: string) => ({ role: 'tool', tool_call_id: id, content: 'x' });
const tool = (name: string) => ({ type: 'function', function: { name, parameters: { type: 'object' } } });
const format = (schema: object) => ({ type: 'json_schema', json_schema: { name: 'reply', strict: true, schema } });

test('a corpus of requests that OpenAI refuses is refused, each for its own reason', async (t) => {
  const fake = await startFakeChat({ apiKey: 'sk-right' });
  t.after(() => fake.close());
  const refused: readonly (readonly [object, RegExp])[] = [
    [{ context_management: {} }, /Unrecognized request argument supplied: context_management/],
    [{ model: 'none' }, /does not exist/],
    [{ messages: [] }, /empty array/],
    [{ messages: [{ role: 'bot', content: 'x' }] }, /messages\[0\]\.role/],
    [{ messages: [{ ...user, citations: [] }] }, /Unknown parameter: 'messages\[0\]\.citations'/],
    [{ messages: [{ role: 'user', content: null }] }, /expected a string/],
    [{ messages: [user, result('a')] }, /must be a response to a preceding message/],
    [
      { messages: [user, { role: 'assistant', content: null, tool_calls: [call('a'), call('b')] }, result('a')] },
      /did not have response messages: b/,
    ],
    [
      { messages: [user, { role: 'assistant', content: null, tool_calls: [call('a')] }, user] },
      /did not have response messages: a/,
    ],
    [{ messages: [user, { role: 'assistant', content: null, tool_calls: [call('a'), call('a')] }] }, /Duplicate/],
    [
      { messages: [user, { role: 'assistant', content: null, tool_calls: [call('a', 'no dots.please')] }] },
      /does not match pattern/,
    ],
    [{ messages: [user, { role: 'assistant', content: null, tool_calls: [] }] }, /empty array/],
    [{ tools: [] }, /empty array/],
    [{ tools: [tool('a.b')] }, /does not match pattern/],
    [{ tools: [tool('a'), tool('a')] }, /duplicate function name/],
    [{ tool_choice: 'none' }, /only allowed when 'tools'/],
    [{ tools: [tool('a')], tool_choice: { type: 'function', function: { name: 'b' } } }, /'b' not found/],
    [{ max_completion_tokens: 5 }, /Unsupported parameter/],
    [{ max_tokens: 0 }, /Invalid value for 'max_tokens'/],
    [{ stream_options: { include_usage: true } }, /only allowed when 'stream'/],
    [{ reasoning_effort: 'huge' }, /reasoning_effort/],
    [{ response_format: format({ type: 'object', properties: {} }) }, /'additionalProperties' is required/],
    [
      { response_format: format({ type: 'object', properties: { a: {} }, required: [], additionalProperties: false }) },
      /'required' is required/,
    ],
  ];
  for (const [change, reason] of refused) {
    const { status, message } = await send(fake.url, { model: 'qwen3-4b', messages: [user], ...change });
    assert.ok(status === 400 || status === 404, String(reason));
    assert.match(message, reason);
  }
  const wrongKey = await send(fake.url, { model: 'qwen3-4b', messages: [user] }, 'sk-wrong');
  assert.equal(wrongKey.status, 401);
});

async function send(url: string, body: object, key = 'sk-right') {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const response = await fetch(`${url}/chat/completions`, { method: 'POST', headers, body: JSON.stringify(body) });
  const said: { error: { message: string } } = JSON.parse(await response.text());
  return { status: response.status, message: said.error.message };
}
