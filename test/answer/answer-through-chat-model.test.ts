import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { createExtractiveModel } from '../../src/models/extractive.ts';
import { startChatModel } from '../models/start-model.ts';
import { chatAssistant, says, searchFor, sentencesIn } from '../support/fake-chat/policy-assistant.ts';
import type { ChatResponder, ChatScript } from '../support/fake-chat/server.ts';
import { createWorld } from './answering-world.ts';

async function world(t: TestContext, ...replies: readonly (ChatScript | ChatResponder)[]) {
  const { fake, model } = await startChatModel(t);
  fake.reply(...replies);
  return { fake, ...createWorld({ model, fallback: createExtractiveModel() }) };
}

const search = searchFor('leave days');

/** Says `text` and quotes the sentence found that holds `words`, altered where told. */
function answer(text: string, words: string, alter = (quote: string) => quote): ChatResponder {
  return (body) => {
    const found = sentencesIn(body).find((sentence) => sentence.text.includes(words));
    return says(`${text} [[${found?.number}: ${alter(found?.text ?? '')}]]`);
  };
}

test('a sensible assistant is answered with checked citations, turn after turn, in requests that the API takes', async (t) => {
  const { fake, ask } = await world(t);
  fake.respondWith(chatAssistant);
  for (const question of ['How many days of paid leave do employees receive?', 'Can unused days be carried over?']) {
    const given = await ask(question);
    assert.equal(given.status, 'answered', question);
    assert.equal(given.model, 'qwen3-30b');
    assert.ok(given.citations.length > 0);
    assert.doesNotMatch(given.text, /\[\[/);
  }
  assert.deepEqual(
    fake.requests.map(({ error }) => error),
    fake.requests.map(() => undefined),
  );
});

test('the whole sentence that a quote stands in is shown, not what the model made of it', async (t) => {
  const { ask } = await world(
    t,
    search,
    answer('You get 20 days of paid leave a year.', '20 days', () => 'receive 20 days of paid leave'),
  );
  const given = await ask('How many days of leave do I get?');
  assert.equal(given.text, 'You get 20 days of paid leave a year. [1]');
  assert.equal(given.citations[0]?.quote, 'Full-time employees receive 20 days of paid leave a year.');
});

test('an altered quote counts as none: the model is asked again, and then nothing of it is posted', async (t) => {
  const forged = answer('You get 25 days of paid leave a year.', '20 days', (quote) => quote.replace('20', '25'));
  const { fake, ask } = await world(t, search, forged, forged);
  const given = await ask('How many days of leave do I get?');
  assert.equal(given.status, 'not_found');
  assert.doesNotMatch(given.text, /25/);
  assert.match(String(fake.requests[2]?.body.messages.at(-1)?.content), /No citation: "You get 25 days/);
});

test('a wrong figure beside an exact quote is refused by the same check', async (t) => {
  const wrong = answer('You get 25 days of paid leave a year.', '20 days');
  const { ask } = await world(t, search, wrong, answer('You get 20 days of paid leave a year.', '20 days'));
  assert.equal((await ask('How many days of leave do I get?')).text, 'You get 20 days of paid leave a year. [1]');
});

test('a first reply without a search is thrown away and a search is forced', async (t) => {
  const { fake, ask } = await world(
    t,
    says('You get 30 days.'),
    search,
    answer('You get 20 days of paid leave a year.', '20 days'),
  );
  assert.equal((await ask('How many days of leave do I get?')).status, 'answered');
  assert.deepEqual(fake.requests[1]?.body.tool_choice, { type: 'function', function: { name: 'search_policies' } });
});

test('a server that stays overloaded leads to quotes and a plain sentence', async (t) => {
  const { ask } = await world(t, ...Array(3).fill({ fault: { kind: 'error', at: 1, message: 'Overloaded' } }));
  const given = await ask('How many days of paid leave do employees in Germany receive?');
  assert.deepEqual([given.status, given.model], ['answered', 'extractive']);
  assert.doesNotMatch(JSON.stringify(given), /overloaded/i);
});

test('a conversation beyond the context window is shortened and answered, or quoted from', async (t) => {
  const tooLong = { fault: { kind: 'status', status: 400, type: 'context_length_exceeded' } } as const;
  const { fake, ask } = await world(t);
  fake.respondWith(chatAssistant);
  await ask('How many days of paid leave do employees receive?');
  fake.reply(tooLong);
  assert.equal((await ask('Can unused days be carried over?')).model, 'qwen3-30b');
  fake.respondWith(() => tooLong);
  assert.equal((await ask('Can unused days be carried over?')).model, 'extractive');
});
