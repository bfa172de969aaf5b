import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noAnswer } from '../../src/models/model.ts';
import { cite, searchResultsOf } from './fake-claude/citations.ts';
import { policyAssistant } from './fake-claude/policy-assistant.ts';
import { type FakeClaude, type FakeClaudeOptions, startFakeClaude } from './fake-claude/server.ts';

type Json = Record<string, unknown>;

const headers = { authorization: 'Bearer key', 'anthropic-version': '2026-10-21', 'content-type': 'application/json' };
const hello = { role: 'user', content: [{ type: 'text', text: 'Hello' }] };
const minimal = { model: 'claude-opus-5-5', max_tokens: 100, messages: [hello] };
const tool = { name: 'search', description: 'Finds.', input_schema: { type: 'object' } };
const found = {
  type: 'search_result',
  source: 'policy://leave@1#0',
  title: 'Leave',
  content: [
    { type: 'text', text: 'You have 20 days. ' },
    { type: 'text', text: 'Ask two weeks ahead.' },
  ],
  citations: { enabled: true },
};
const call = (id: string) => ({ role: 'assistant', content: [{ type: 'tool_use', id, name: 'search', input: {} }] });
const result = (id: string, content: unknown[] = [{ type: 'text', text: 'ok' }]) => ({
  role: 'user',
  content: [{ type: 'tool_result', tool_use_id: id, content }],
});
const user = (...content: unknown[]) => ({ messages: [{ role: 'user', content }] });
const text = (value: string) => ({ type: 'text', text: value });
const marked = { type: 'text', text: 'x', cache_control: { type: 'ephemeral' } };

const refused: readonly (readonly [string, Json, RegExp])[] = [
  ['sampling parameters', { temperature: 0 }, /^temperature: /],
  ['unknown fields', { betas: ['x'] }, /^betas: Extra inputs are not permitted$/],
  ['a missing token limit', { max_tokens: undefined }, /^max_tokens: Field required$/],
  ['a token limit above the model’s', { max_tokens: 100_000 }, /^max_tokens: 100000 > 64000, which is the maximum/],
  ['no messages', { messages: [] }, /^messages: at least one message is required$/],
  ['another role', { messages: [{ role: 'system', content: 'x' }] }, /^messages.0.role: /],
  ['an assistant at the beginning', { messages: [call('a'), result('a')] }, /first message must use the "user" role/],
  ['a message without content', { messages: [{ role: 'user', content: [] }] }, /must have non-empty content/],
  ['empty text', user(text('')), /^messages: text content blocks must be non-empty$/],
  ['blank text', user(text(' \n')), /must contain non-whitespace text$/],
  [
    'a breakpoint on empty text',
    user({ ...marked, text: '' }),
    /^messages.0.content.0.text: cache_control cannot be set/,
  ],
  ['five breakpoints', user(marked, marked, marked, marked, marked), /^A maximum of 4 blocks .* Found 5\.$/],
  ['leaked SDK fields', user({ ...text('x'), parsed_output: null }), /text.parsed_output: Extra inputs/],
  ['an unknown block type', user({ type: 'resource_link' }), /Input tag 'resource_link'/],
  [
    'a call by the user',
    user({ type: 'tool_use', id: 'a', name: 'x', input: {} }),
    /can only be in `assistant` messages$/,
  ],
  ['a dotted tool name', { tools: [{ ...tool, name: 'a.b' }] }, /^tools.0.custom.name: String should match pattern/],
  ['a long tool name', { tools: [{ ...tool, name: 'a'.repeat(65) }] }, /^tools.0.custom.name: String should match/],
  ['two tools of one name', { tools: [tool, tool] }, /^tools: Tool names must be unique\.$/],
  [
    'a schema that is no object',
    { tools: [{ ...tool, input_schema: { type: 'string' } }] },
    /input_schema.type: Input/,
  ],
  [
    'anyOf at the root of a schema',
    { tools: [{ ...tool, input_schema: { type: 'object', anyOf: [{}] } }] },
    /does not support oneOf, allOf, or anyOf at the top level$/,
  ],
  [
    'a choice of a tool that is not there',
    { tools: [tool], tool_choice: { type: 'tool', name: 'x' } },
    /'x' not found/,
  ],
  [
    'a forced tool while thinking',
    { tools: [tool], tool_choice: { type: 'tool', name: 'search' }, thinking: { type: 'adaptive' } },
    /^Thinking may not be enabled when tool_choice forces tool use\.$/,
  ],
  [
    'an unanswered call',
    { messages: [hello, call('a'), hello] },
    /^messages.1: `tool_use` ids were found without .*: a\. Each/,
  ],
  [
    'text before a result',
    { messages: [hello, call('a'), { role: 'user', content: [text('x'), ...result('a').content] }] },
    /`tool_use` ids were found without `tool_result` blocks immediately after: a/,
  ],
  [
    'a result without its call',
    { messages: [hello, call('a'), result('a'), result('b')] },
    /unexpected `tool_use_id` .*: b\./,
  ],
  [
    'two results of one call',
    { messages: [hello, call('a'), result('a'), result('a')] },
    /Found multiple `tool_result`/,
  ],
  [
    'a repeated call id',
    { messages: [hello, call('a'), result('a'), call('a'), result('a')] },
    /`tool_use` ids must be unique$/,
  ],
  [
    'input that is no object',
    { messages: [hello, { role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 'x', input: 'y' }] }] },
    /tool_use.input: Input should be a valid dictionary$/,
  ],
  [
    'a failed result that holds more than text',
    {
      messages: [hello, call('a'), { role: 'user', content: [{ ...result('a', [found]).content[0], is_error: true }] }],
    },
    /all content must be type "text" if is_error is true$/,
  ],
  ['an unsigned thought', { messages: [hello, thought({}), hello] }, /thinking.signature: Field required$/],
  [
    'a strange signature',
    { messages: [hello, thought({ signature: 's' }), hello] },
    /Invalid `signature` in `thinking` block$/,
  ],
  [
    'a prefill',
    { messages: [hello, { role: 'assistant', content: 'So' }] },
    /does not support assistant message prefill/,
  ],
  [
    'mixed citation settings',
    user(found, { ...found, citations: { enabled: false } }),
    /^search_result: citations must/,
  ],
  ['a search result without text', user({ ...found, content: [] }), /search_result.content: at least one text block/],
  [
    'citations with a format',
    { ...user(found), output_config: { format: { type: 'json_schema' } } },
    /^output_config.format/,
  ],
  ['threads', { thread: { type: 'continue' } }, /^thread: not supported/],
];

function thought(fields: Json): Json {
  return { role: 'assistant', content: [{ type: 'thinking', thinking: 'Hm.', ...fields }, text('So.')] };
}

test('the fake refuses what the API refuses, in its words', async (t) => {
  const { post, fake } = await start(t);
  for (const [what, change, message] of refused) {
    const { status, body } = await post({ ...minimal, ...change });
    assert.equal(status, 400, what);
    assert.equal(body.error.type, 'invalid_request_error', what);
    assert.match(body.error.message, message, what);
  }
  assert.equal(fake.requests.length, refused.length);
  assert.ok(fake.requests.every((request) => request.error));
});

test('a missing or wrong key, a missing version and an unknown model are refused', async (t) => {
  const { post, fake } = await start(t, { apiKey: 'key' });
  const wrong = await post(minimal, { ...headers, authorization: 'Bearer other' });
  assert.deepEqual([wrong.status, wrong.body.error.type], [401, 'authentication_error']);
  assert.equal((await post(minimal, { ...headers, authorization: '' })).status, 401);
  assert.match((await post(minimal, { ...headers, 'anthropic-version': '' })).body.error.message, /^anthropic-version/);
  const unknown = await post({ ...minimal, model: 'claude-none' });
  assert.deepEqual([unknown.status, unknown.body.error.message], [404, 'model: claude-none']);
  assert.equal((await fetch(`${fake.url}/v1/models/claude-none`, { headers })).status, 404);
  const known = await fetch(`${fake.url}/v1/models/claude-opus-5-5`, { headers });
  assert.equal(((await known.json()) as Json).lifecycle, 'active');
});

test('an accepted conversation is answered once for each scripted reply', async (t) => {
  const { post, fake } = await start(t);
  fake.reply({ content: [{ type: 'tool_use', name: 'search', input: { q: 'x' } }] }, ({ body, searchResults }) => ({
    content: [{ type: 'text', text: searchResults[0]?.sentences[0] ?? '', citations: [cite(body, 0)] }],
  }));
  const first = await post({ ...minimal, tools: [tool] });
  assert.equal(first.body.stop_reason, 'tool_use');
  assert.match(first.requestId ?? '', /^req_/);
  const history = [
    hello,
    { role: 'assistant', content: first.body.content },
    result(first.body.content[0].id, [found]),
  ];
  const second = await post({ ...minimal, tools: [tool], messages: history });
  assert.equal(second.body.content[0].text, 'You have 20 days. ');
  assert.equal(second.body.content[0].citations[0].cited_text, 'You have 20 days. ');
});

test('a request beyond the script is an error that closing reports', async () => {
  const fake = await startFakeClaude();
  const response = await fetch(`${fake.url}/v1/messages`, { method: 'POST', headers, body: JSON.stringify(minimal) });
  assert.equal(response.status, 400);
  assert.match(await response.text(), /script is used up/);
  await assert.rejects(fake.close(), /script was used up/);
});

test('signed thinking is accepted unchanged, by another run too, and refused when changed', async (t) => {
  const { post, fake } = await start(t);
  fake.reply({ content: [{ type: 'thinking', thinking: 'Hm.' }, text('So.')] });
  const { content } = (await post(minimal)).body;
  const later = await start(t);
  later.fake.reply({ content: [text('Yes.')] });
  const history = (blocks: unknown) => ({
    ...minimal,
    messages: [hello, { role: 'assistant', content: blocks }, hello],
  });
  assert.equal((await later.post(history(content))).status, 200);
  const changed = await post(history([{ ...content[0], thinking: 'Ha.' }, content[1]]));
  assert.match(changed.body.error.message, /Invalid `signature`|cannot be modified/);
});

test('tokens are counted without a limit and with the same checks', async (t) => {
  const { fake } = await start(t);
  const count = (body: Json) =>
    fetch(`${fake.url}/v1/messages/count_tokens`, { method: 'POST', headers, body: JSON.stringify(body) });
  const counted = await count({ model: minimal.model, messages: [hello] });
  assert.ok(Number(((await counted.json()) as Json).input_tokens) > 0);
  assert.equal((await count({ model: minimal.model, messages: [] })).status, 400);
});

test('the prefix cache is exact, is written at breakpoints only and looks back 20 blocks', async (t) => {
  const { post, fake } = await start(t);
  fake.respondWith(() => ({ content: [text('Yes.')] }));
  const usage = async (messages: unknown[]) => (await post({ ...minimal, messages })).body.usage;
  const question = { role: 'user', content: [{ ...marked, text: 'A long enough question.' }] };
  const reply = (blocks: number) => ({
    role: 'assistant',
    content: Array.from({ length: blocks }, () => text('word')),
  });
  const next = { role: 'user', content: [{ ...marked, text: 'And then?' }] };
  const first = await usage([question]);
  assert.equal(first.cache_read_input_tokens, 0);
  assert.ok(first.cache_creation_input_tokens > 0);
  assert.equal((await usage([question])).cache_read_input_tokens, first.cache_creation_input_tokens);
  assert.equal((await usage([{ role: 'user', content: [marked] }])).cache_read_input_tokens, 0);
  const near = await usage([question, reply(19), next]);
  assert.equal(near.cache_read_input_tokens, first.cache_creation_input_tokens);
  const far = await usage([
    { role: 'user', content: [{ ...marked, text: 'A long enough question.' }] },
    reply(21),
    next,
  ]);
  assert.equal(far.cache_read_input_tokens, first.cache_creation_input_tokens, 'the first breakpoint is hit itself');
  const unmarked = await usage([{ role: 'user', content: [text('A long enough question.')] }, reply(22), next]);
  assert.equal(unmarked.cache_read_input_tokens, 0);
});

test('the policy assistant searches with the question, then copies what fits and cites it', async (t) => {
  const { post, fake } = await start(t);
  fake.respondWith(policyAssistant());
  const search = { ...tool, name: 'search_policies', input_schema: { type: 'object', required: ['query'] } };
  const asked = { role: 'user', content: [text('How many weeks ahead do I ask?\n\n(It is Monday.)')] };
  const request = { ...minimal, tools: [search], messages: [asked] };
  const first = (await post(request)).body.content[0];
  assert.deepEqual(first.input, { query: 'How many weeks ahead do I ask?' });
  const messages = [asked, { role: 'assistant', content: [first] }, result(first.id, [found])];
  const { content } = (await post({ ...request, messages })).body;
  assert.equal(content[0].text, 'Ask two weeks ahead.');
  assert.deepEqual(content[0].citations, [cite({ messages }, 0, 1)]);
  assert.equal(searchResultsOf({ messages }).length, 1);

  const other = { role: 'user', content: [text('Is there parking?')] };
  const nothing = await post({ ...request, messages: [other, { role: 'assistant', content: [first] }, messages[2]] });
  assert.equal(nothing.body.content[0].text, noAnswer);
});

async function start(t: { after(run: () => Promise<void>): void }, options?: FakeClaudeOptions) {
  const fake: FakeClaude = await startFakeClaude(options);
  t.after(() => fake.close());
  const post = async (body: Json, sent: Record<string, string> = headers) => {
    const init = { method: 'POST', headers: sent, body: JSON.stringify(body) };
    const response = await fetch(`${fake.url}/v1/messages`, init);
    return {
      status: response.status,
      requestId: response.headers.get('request-id'),
      body: JSON.parse(await response.text()),
    };
  };
  return { fake, post };
}
