import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { createExtractiveModel } from '../../src/models/extractive.ts';
import { startModel } from '../models/start-model.ts';
import { cite } from '../support/fake-claude/citations.ts';
import type { FakeReply, Responder } from '../support/fake-claude/script.ts';
import { citeWeb, webPage } from '../support/fake-claude/server-tools.ts';
import { createWorld } from './answering-world.ts';

const url = 'https://example.com/leave';
const searchedWeb = [
  { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: { query: 'leave' } },
  { type: 'web_search_tool_result', tool_use_id: 'srvtoolu_1', content: [webPage(url, 'Leave')] },
];
const search = { content: [{ type: 'tool_use', name: 'search_policies', input: { query: 'leave days' } }] };
const question = 'How many days of leave do I get?';

async function world(t: TestContext, ...replies: readonly (FakeReply | Responder)[]) {
  const { fake, model } = await startModel(t, { model: { serverTools: ['web_search'] } });
  await model.check();
  fake.reply(...replies);
  return { fake, ...createWorld({ model, fallback: createExtractiveModel() }) };
}

/** Says what a page of the web says, and cites it. */
function fromTheWeb(text: string): FakeReply {
  return { content: [...searchedWeb, { type: 'text', text, citations: [citeWeb(url, 'Leave', text)] }] };
}

test('a statement about policy that rests on the web alone is never posted', async (t) => {
  const { fake, ask } = await world(
    t,
    search,
    fromTheWeb('You get 20 days of paid leave a year.'),
    fromTheWeb('You get 20 days of paid leave a year.'),
  );
  const given = await ask(question);
  assert.equal(given.status, 'not_found');
  assert.doesNotMatch(given.text, /20 days|example\.com/);
  assert.ok(fake.requests[0]?.body.tools?.some(({ name }) => name === 'web_search'));
  assert.match(JSON.stringify(fake.requests[2]?.body.messages.at(-1)), /No citation: /);
});

test('a link to a page of the web is never posted, whatever the sentence rests on', async (t) => {
  const linked: Responder = ({ body, searchResults }) => {
    const index = searchResults.findIndex(({ sentences }) =>
      sentences.some((sentence) => sentence.includes('20 days')),
    );
    const sentence = searchResults[index]?.sentences.findIndex((each) => each.includes('20 days')) ?? 0;
    const citations = [cite(body, index, sentence), citeWeb(url, 'Leave', 'x')];
    return {
      content: [...searchedWeb, { type: 'text', text: `You get 20 days of paid leave a year (${url}).`, citations }],
    };
  };
  const { ask } = await world(t, search, linked, linked);
  assert.doesNotMatch((await ask(question)).text, /example\.com/);
});

test('a pause for the web is continued, and the policy found is cited as ever', async (t) => {
  const paused: FakeReply = { content: searchedWeb.slice(0, 1), stopReason: 'pause_turn' };
  const rest: Responder = ({ body, searchResults }) => {
    const index = searchResults.findIndex(({ sentences }) =>
      sentences.some((sentence) => sentence.includes('20 days')),
    );
    const sentence = searchResults[index]?.sentences.findIndex((each) => each.includes('20 days')) ?? 0;
    const text = 'You get 20 days of paid leave a year.';
    return { content: [...searchedWeb.slice(1), { type: 'text', text, citations: [cite(body, index, sentence)] }] };
  };
  const { fake, ask } = await world(t, search, paused, rest);
  assert.equal((await ask(question)).text, 'You get 20 days of paid leave a year. [1]');
  assert.deepEqual(
    fake.requests.map(({ error }) => error),
    [undefined, undefined, undefined],
  );
});
