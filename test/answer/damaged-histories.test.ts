import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Conversation } from '../../src/answer/conversation.ts';
import { soundConversation } from '../../src/answer/sound-history.ts';
import type { Block, Message } from '../../src/models/model.ts';
import { createWorld } from './answering-world.ts';
import { answer, createScriptedModel, search } from './scripted-model.ts';
import { viewer } from './small-handbook.ts';
import { assertSendable } from './strict-model.ts';

const { audienceKeys, on } = viewer;
const scope = { audienceKeys, on, filter: [] };
const user = (...content: Block[]): Message => ({ role: 'user', content });
const says = (...content: Block[]): Message => ({ role: 'assistant', content });
const text = (value: string): Block => ({ type: 'text', text: value });
const call = (id: string, input: unknown = {}): Block => ({ type: 'tool_use', id, name: 'search_policies', input });
const result = (id: string, value = 'found'): Block => ({
  ...{ type: 'tool_result', tool_use_id: id },
  content: [{ type: 'text', text: value }],
});
const sound: Message[] = [user(text('q')), says(call('toolu_1')), user(result('toolu_1')), says(text('a'))];

/** What the API answers with a 400. */
const refused: Readonly<Record<string, readonly Message[]>> = {
  'a call that was never answered': [user(text('q')), says(call('toolu_1')), says(text('a'))],
  'a call answered too late': [
    user(text('q')),
    says(call('toolu_1')),
    user(text('x'), result('toolu_1')),
    says(text('a')),
  ],
  'one of two calls answered': [
    user(text('q')),
    says(call('toolu_1'), call('toolu_2')),
    user(result('toolu_1')),
    says(text('a')),
  ],
  'results in another order than their calls': [
    user(text('q')),
    says(call('toolu_1'), call('toolu_2')),
    user(result('toolu_2'), result('toolu_1')),
    says(text('a')),
  ],
  'a result without its call': [user(text('q')), says(text('hm')), user(result('toolu_1')), says(text('a'))],
  'two results for one call': [
    user(text('q')),
    says(call('toolu_1')),
    user(result('toolu_1'), result('toolu_1')),
    says(text('a')),
  ],
  'an id that is used twice': [
    ...[user(text('q')), says(call('toolu_1')), user(result('toolu_1'))],
    ...[says(call('toolu_1')), user(result('toolu_1')), says(text('a'))],
  ],
  'blank text': [user(text('q')), says(text(' \n'))],
  'an empty message': [user(text('q')), says()],
  'an empty result': [
    user(text('q')),
    says(call('toolu_1')),
    user({ type: 'tool_result', tool_use_id: 'toolu_1', content: [] }),
    says(text('a')),
  ],
  'an input that is no object': [user(text('q')), says(call('toolu_1', 'x')), user(result('toolu_1')), says(text('a'))],
  'a beginning by the assistant': [says(text('a'))],
  'thinking of the user': [user({ type: 'thinking', thinking: '', signature: 's' }), says(text('a'))],
  'a turn that ends with a call': [user(text('q')), says(call('toolu_1'))],
  'a turn that ends with the user': [user(text('q'))],
};

for (const [name, messages] of Object.entries(refused)) {
  test(`a stored turn that the API would refuse is left out: ${name}`, async () => {
    const script = createScriptedModel([
      search('leave days'),
      answer('You get 20 days of paid leave a year.', '20 days'),
    ]);
    const world = createWorld({ model: script.model });
    const stored: Conversation = {
      version: 1,
      id: 'C1',
      turns: [
        { scope, messages },
        { scope, messages: sound },
      ],
    };
    world.snapshots.set('C1', JSON.stringify(stored));
    const given = await world.ask('How many days of leave do I get?');
    assert.equal(given.status, 'answered', given.text);
    assert.match(given.notice ?? '', /could not read what was said before/);
    assert.equal(script.requests[0]?.messages.length, 5, 'the sound turn is sent along');
    for (const request of script.requests) assertSendable(request);
  });
}

test('an open turn that can’t go on is begun anew', async () => {
  const question = 'How many days of leave do I get?';
  const open = { question, scope, messages: [user(text('q')), says(call('toolu_1'))], failures: [] };
  const counts = { iterations: 1, pauses: 0, promptTokens: 0, outputTokens: 0 };
  const script = createScriptedModel([
    search('leave days'),
    answer('You get 20 days of paid leave a year.', '20 days'),
  ]);
  const world = createWorld({ model: script.model });
  world.snapshots.set('C1', JSON.stringify({ version: 1, id: 'C1', turns: [], open: { ...open, ...counts } }));
  assert.equal((await world.ask(question)).status, 'answered');
  assert.equal(script.requests[0]?.messages.length, 1);
});

test('a sound conversation is taken as it is', () => {
  const conversation: Conversation = { version: 1, id: 'C1', turns: [{ scope, messages: sound }] };
  assert.equal(soundConversation(conversation), conversation);
});
