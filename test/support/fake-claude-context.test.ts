import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startFakeClaude } from './fake-claude/server.ts';
import { citeWeb, webPage } from './fake-claude/server-tools.ts';

const clearing = 'context-management-2025-06-27';
const summing = 'compact-2026-01-12';
const hello = { role: 'user', content: [{ type: 'text', text: 'Hello' }] };
const edits = (...list: object[]) => ({ context_management: { edits: list } });
const clear = { type: 'clear_tool_uses_20250919', trigger: { type: 'input_tokens', value: 5 } };
const sum = { type: 'compact_20260112', trigger: { type: 'input_tokens', value: 50_000 } };
const summary = { type: 'compaction', content: 'Short.', encrypted_content: 'enc_other' };
const served = { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: {} };
const found = {
  type: 'web_search_tool_result',
  tool_use_id: 'srvtoolu_1',
  content: [webPage('https://a.example', 'A')],
};
const said = { type: 'text', text: 'x', citations: [citeWeb('https://a.example', 'A', 'x')] };
const talk = (...content: object[]) => ({ messages: [hello, { role: 'assistant', content }, hello] });

const refused: readonly (readonly [string, object, string, RegExp])[] = [
  ['an unknown beta', {}, 'compact-1999-01-01', /Unexpected value\(s\) `compact-1999-01-01`/],
  ['edits without a beta', edits(clear), '', /^context_management: Extra inputs are not permitted$/],
  ['an edit without its own beta', edits(sum), clearing, /requires the beta 'compact-2026-01-12'/],
  ['an unknown edit', edits({ type: 'forget' }), clearing, /Input tag 'forget'/],
  ['an edit twice', edits(clear, clear), clearing, /may be given once/],
  ['an unknown field of an edit', edits({ ...clear, exclude: [] }), clearing, /exclude: Extra inputs/],
  ['a trigger that is no number', edits({ ...clear, trigger: 5 }), clearing, /trigger\.value/],
  [
    'a summary too early',
    edits({ ...sum, trigger: { type: 'input_tokens', value: 100 } }),
    summing,
    /greater than or equal to 50000/,
  ],
  ['a summary without its beta', talk(summary), '', /Input tag 'compaction'/],
  ['a summary that is not first', talk(summary), summing, /must come first/],
  [
    'a summary that was changed',
    { messages: [{ role: 'assistant', content: [summary] }, hello] },
    summing,
    /cannot be modified/,
  ],
  ['a result of no call', talk(found), '', /unexpected `tool_use_id` found in `web_search_tool_result`/],
  ['a call of the API without its result', talk(served, said), '', /`server_tool_use` ids were found without a result/],
  [
    'a typed tool by another name',
    { tools: [{ type: 'memory_20250818', name: 'notes' }] },
    '',
    /Input should be 'memory'/,
  ],
  [
    'an unknown type of tool',
    { tools: [{ type: 'web_search_1999', name: 'web_search' }] },
    '',
    /Input tag 'web_search_1999'/,
  ],
  [
    'a schema for a typed tool',
    { tools: [{ type: 'memory_20250818', name: 'memory', input_schema: {} }] },
    '',
    /Extra inputs/,
  ],
];

test('what the API refuses of edited contexts and its own tools is refused, and the rest taken', async (t) => {
  const fake = await startFakeClaude();
  t.after(() => fake.close());
  fake.respondWith(() => ({ content: [{ type: 'text', text: 'Yes.' }] }));
  for (const [what, change, beta, reason] of refused) {
    const { status, text } = await send(fake.url, change, beta);
    assert.equal(status, 400, what);
    assert.match(JSON.parse(text).error.message, reason, what);
  }
  assert.equal((await send(fake.url, edits(clear, sum), `${clearing},${summing}`)).status, 200);
  assert.equal((await send(fake.url, talk(served, found, said), '')).status, 200);
});

async function send(url: string, change: object, beta: string) {
  const headers = {
    authorization: 'Bearer key',
    'anthropic-version': '2026-10-21',
    'content-type': 'application/json',
    ...(beta === '' ? {} : { 'anthropic-beta': beta }),
  };
  const body = JSON.stringify({ model: 'claude-opus-5-5', max_tokens: 100, messages: [hello], ...change });
  const response = await fetch(`${url}/v1/messages?beta=true`, { method: 'POST', headers, body });
  return { status: response.status, text: await response.text() };
}
