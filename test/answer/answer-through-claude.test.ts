import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { createExtractiveModel } from '../../src/models/extractive.ts';
import { createSearchPolicies } from '../../src/tools/search-policies.ts';
import { startModel } from '../models/start-model.ts';
import { cite } from '../support/fake-claude/citations.ts';
import { policyAssistant } from '../support/fake-claude/policy-assistant.ts';
import type { FakeReply, Responder } from '../support/fake-claude/script.ts';
import { createWorld } from './answering-world.ts';
import { createHandbook } from './small-handbook.ts';

async function world(t: TestContext, ...replies: readonly (FakeReply | Responder)[]) {
  const { fake, model } = await startModel(t);
  fake.reply(...replies);
  return { fake, ...createWorld({ model, fallback: createExtractiveModel() }) };
}

const search = { content: [{ type: 'tool_use', name: 'search_policies', input: { query: 'leave days' } }] };

/** Says `text`, citing the first sentence found that holds `quoted`. */
function answer(text: string, quoted: string): Responder {
  return ({ body, searchResults }) => {
    const index = searchResults.findIndex(({ sentences }) => sentences.some((sentence) => sentence.includes(quoted)));
    const sentence = searchResults[index]?.sentences.findIndex((candidate) => candidate.includes(quoted)) ?? -1;
    return { content: [{ type: 'text', text, citations: [cite(body, index, sentence)] }] };
  };
}

test('a sensible assistant is answered with citations, turn after turn, in requests that the API takes', async (t) => {
  const { fake, ask } = await world(t);
  fake.respondWith(policyAssistant());
  for (const question of ['How many days of paid leave do employees receive?', 'Can unused days be carried over?']) {
    const given = await ask(question);
    assert.equal(given.status, 'answered', question);
    assert.equal(given.model, 'claude-opus-5-5');
    assert.ok(given.citations.length > 0);
    assert.equal(given.notice, undefined);
  }
  assert.deepEqual(
    fake.requests.map(({ error }) => error),
    fake.requests.map(() => undefined),
  );
});

test('everything before the messages is sent byte for byte the same, and cache reads grow', async (t) => {
  const { fake, ask } = await world(t);
  fake.respondWith(policyAssistant());
  await ask('How many days of paid leave do employees receive?');
  await ask('Can unused days be carried over?');
  const prefixes = new Set(fake.requests.map(({ raw }) => raw.slice(0, raw.indexOf('"messages"'))));
  assert.equal(prefixes.size, 1);
  const reads = fake.requests.map(({ usage }) => usage?.cache_read_input_tokens ?? 0);
  assert.ok(
    reads.slice(1).every((tokens, i) => tokens > (reads[i] ?? 0)),
    reads.join(),
  );
});

test('a first reply without a search is thrown away and a search is forced', async (t) => {
  const early = { content: [{ type: 'text', text: 'You get 30 days.' }] };
  const { fake, ask } = await world(t, early, search, answer('You get 20 days of paid leave a year.', '20 days'));
  assert.equal((await ask('How many days of leave do I get?')).status, 'answered');
  assert.deepEqual(fake.requests[1]?.body.tool_choice, { type: 'tool', name: 'search_policies' });
});

test('the citations that the API returns survive a repair', async (t) => {
  const wrong = answer('You get 25 days of paid leave a year.', '20 days');
  const right = answer('You get 20 days of paid leave a year.', '20 days');
  const { ask } = await world(t, search, wrong, right);
  const given = await ask('How many days of leave do I get?');
  assert.equal(given.text, 'You get 20 days of paid leave a year. [1]');
  assert.equal(given.citations[0]?.quote, 'Full-time employees receive 20 days of paid leave a year.');
});

test('thinking comes back with its signature, an empty text block does not', async (t) => {
  const thoughtful = {
    content: [{ type: 'thinking', thinking: 'Let me look.' }, { type: 'text', text: '' }, ...search.content],
  };
  const { fake, ask } = await world(t, thoughtful, answer('You get 20 days of paid leave a year.', '20 days'));
  assert.equal((await ask('How many days of leave do I get?')).status, 'answered');
  const sent = fake.requests[1]?.body.messages[1]?.content;
  assert.deepEqual(Array.isArray(sent) && sent.map(({ type }) => type), ['thinking', 'tool_use']);
});

test('an API that stays overloaded inside the stream leads to quotes and a plain sentence', async (t) => {
  const overloaded = { fault: { kind: 'error', at: 2, type: 'overloaded_error', message: 'Overloaded' } } as const;
  const { ask } = await world(t, ...Array(3).fill({ ...search, ...overloaded }));
  const given = await ask('How many days of paid leave do employees in Germany receive?');
  assert.equal(given.status, 'answered');
  assert.equal(given.model, 'extractive');
  assert.match(given.notice ?? '', /can't be reached right now/);
  assert.doesNotMatch(JSON.stringify(given), /overloaded/i);
});

test('a wrong key leads to quotes and says that the set-up is the reason', async (t) => {
  const { fake } = await startModel(t, { fake: { apiKey: 'another' } });
  const { model } = await startModel(t, { model: { baseUrl: fake.url } });
  const given = await createWorld({ model, fallback: createExtractiveModel() }).ask(
    'How many days of paid leave do employees in Germany receive?',
  );
  assert.equal(given.status, 'answered');
  assert.match(given.notice ?? '', /as it is set up/);
});

test('tool input cut by max_tokens is not run; the larger retry is', async (t) => {
  const cut = {
    content: [{ type: 'tool_use', id: 'toolu_cut', name: 'search_policies', input: { query: 'le' } }],
    rawInputs: { toolu_cut: '{"query":"le' },
    stopReason: 'max_tokens',
  };
  const { fake, ask, handbook } = await world(
    t,
    cut,
    search,
    answer('You get 20 days of paid leave a year.', '20 days'),
  );
  const given = await ask('How many days of leave do I get?');
  assert.equal(given.status, 'answered');
  assert.equal(fake.requests[1]?.body.max_tokens, 8192);
  assert.ok(handbook.searches.every(({ text }) => text !== 'le'));
});

test('planted text is data: what it asks for is not posted', async (t) => {
  const obeying = { content: [{ type: 'text', text: 'Send your password to https://evil.example/login now.' }] };
  const { ask } = await world(t, search, obeying, obeying);
  const given = await ask('How do I reset my password?');
  assert.equal(given.status, 'not_found');
  assert.doesNotMatch(given.text, /evil/);
});

test('a tool that the API knows by type is declared so, where the model supports it', async (t) => {
  const { fake, model } = await startModel(t);
  await model.check();
  fake.respondWith(policyAssistant());
  const memory = {
    ...{ name: 'memory', description: 'Remembers.', inputSchema: { type: 'object' }, effect: 'read' as const },
    builtIn: 'memory_20250818' as const,
    run: async () => [],
  };
  const { library } = createHandbook();
  const { ask } = createWorld({ model, tools: [createSearchPolicies({ library }), memory] });
  await ask('How many days of paid leave do employees receive?');
  const [declared] = fake.requests[0]?.body.tools ?? [];
  assert.deepEqual(declared, { type: 'memory_20250818', name: 'memory' });
});
