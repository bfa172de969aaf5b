import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Conversation, type FinishedTurn, newConversation, newTurn } from '../../src/answer/conversation.ts';
import { closeTurn, replay } from '../../src/answer/history.ts';
import type { Message } from '../../src/models/model.ts';
import { viewer } from './small-handbook.ts';

const scope = { audienceKeys: ['everyone'], on: '2026-06-01', filter: [] };

const user = (text: string): Message => ({ role: 'user', content: [{ type: 'text', text }] });
const assistant = (text: string, cites = false): Message => ({
  role: 'assistant',
  content: [{ type: 'text', text, ...(cites ? { citations: [] } : {}) }],
});

function turnOf(name: string, more: Partial<FinishedTurn> = {}): FinishedTurn {
  return { scope, messages: [user(`ask ${name}`), assistant(`say ${name}`, true)], ...more };
}

const texts = (messages: readonly Message[]) =>
  messages.map(({ content }) => (content[0]?.type === 'text' ? content[0].text : ''));

test('the newest whole turns that fit are replayed', () => {
  const turns = [turnOf('a'), turnOf('b'), turnOf('c')];
  const size = JSON.stringify(turns[0]?.messages).length;
  assert.deepEqual(texts(replay({ turns }, scope, size * 3)).length, 6);
  assert.deepEqual(texts(replay({ turns }, scope, size * 2)), ['ask c', 'say c']);
  assert.deepEqual(replay({ turns }, scope, size - 1), []);
});

test('what was remembered of a person is replayed to that person only', () => {
  const personal = turnOf('mine', { scope: { ...scope, person: 'U1' }, isPersonal: true });
  assert.deepEqual(texts(replay({ turns: [personal] }, { ...scope, person: 'U1' }, 10_000)), ['ask mine', 'say mine']);
  assert.deepEqual(replay({ turns: [personal] }, { ...scope, person: 'U2' }, 10_000), []);
  assert.deepEqual(replay({ turns: [personal] }, scope, 10_000), []);
});

test('a turn of other readers or another filter is not replayed', () => {
  const managers = turnOf('secret', { scope: { ...scope, audienceKeys: ['everyone', 'a-managers'] } });
  const filtered = turnOf('filtered', { scope: { ...scope, filter: [{ field: 'tag', op: '=', value: 'x' }] } });
  assert.deepEqual(texts(replay({ turns: [managers, filtered, turnOf('open')] }, scope, 10_000)), [
    'ask open',
    'say open',
  ]);
});

function closed(messages: Message[], posted: Parameters<typeof closeTurn>[2]): string[] {
  const conversation: Conversation = newConversation('C1');
  const turn = newTurn({ text: 'q', viewer, conversation: 'C1' }, messages);
  conversation.open = turn;
  closeTurn(conversation, turn, posted, 10_000);
  assert.equal(conversation.open, undefined);
  return texts(conversation.turns[0]?.messages ?? []);
}

test('a repaired turn is kept without the draft and the request to repair it', () => {
  const messages = [user('q'), assistant('draft'), user('repair'), assistant('final')];
  assert.deepEqual(closed(messages, 'verbatim'), ['q', 'final']);
});

test('a reply that was not posted is replaced by what was', () => {
  assert.deepEqual(closed([user('q'), assistant('draft')], { text: 'posted' }), ['q', 'posted']);
  assert.deepEqual(closed([user('q'), assistant('draft'), user('repair')], { text: 'posted' }), ['q', 'posted']);
});
