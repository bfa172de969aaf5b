import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Conversation, type FinishedTurn, newConversation, newTurn } from '../../src/answer/conversation.ts';
import { closeTurn, replay } from '../../src/answer/history.ts';
import { parseConversation } from '../../src/answer/parse-conversation.ts';
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

/** Nothing was retrieved in these turns. */
const none: ReadonlySet<string> = new Set();

const texts = (messages: readonly Message[]) =>
  messages.map(({ content }) => (content[0]?.type === 'text' ? content[0].text : ''));

test('the newest whole turns that fit are replayed', () => {
  const turns = [turnOf('a'), turnOf('b'), turnOf('c')];
  const size = JSON.stringify(turns[0]?.messages).length;
  assert.deepEqual(texts(replay({ turns }, scope, size * 3, none)).length, 6);
  assert.deepEqual(texts(replay({ turns }, scope, size * 2, none)), ['ask c', 'say c']);
  assert.deepEqual(replay({ turns }, scope, size - 1, none), []);
});

test('what was remembered of a person is replayed to that person only', () => {
  const personal = turnOf('mine', { scope: { ...scope, person: 'U1' }, isPersonal: true });
  assert.deepEqual(texts(replay({ turns: [personal] }, { ...scope, person: 'U1' }, 10_000, none)), [
    'ask mine',
    'say mine',
  ]);
  assert.deepEqual(replay({ turns: [personal] }, { ...scope, person: 'U2' }, 10_000, none), []);
  assert.deepEqual(replay({ turns: [personal] }, scope, 10_000, none), []);
});

test('a turn of other readers or another filter is not replayed', () => {
  const managers = turnOf('secret', { scope: { ...scope, audienceKeys: ['everyone', 'a-managers'] } });
  const filtered = turnOf('filtered', { scope: { ...scope, filter: [{ field: 'tag', op: '=', value: 'x' }] } });
  assert.deepEqual(texts(replay({ turns: [managers, filtered, turnOf('open')] }, scope, 10_000, none)), [
    'ask open',
    'say open',
  ]);
});

function found(name: string, version: string, more: Partial<FinishedTurn> = {}): FinishedTurn {
  const result = { type: 'search_result', source: `policy://${version}#0`, title: name } as const;
  const messages: Message[] = [
    user(`ask ${name}`),
    { role: 'assistant', content: [{ type: 'tool_use', id: name, name: 'search_policies', input: {} }] },
    {
      role: 'user',
      content: [
        { type: 'tool_result', tool_use_id: name, content: [{ ...result, content: [], citations: { enabled: true } }] },
      ],
    },
    assistant(`say ${name}`),
  ];
  return turnOf(name, { messages, ...more });
}

const asked = (messages: readonly Message[]) => texts(messages).filter((text) => text.startsWith('ask'));

test('a turn is left out once something that it found may not be read any more, and so is what was said after it', () => {
  const turns = [found('a', 'h/a.md@1'), found('b', 'h/b.md@1'), turnOf('c')];
  const all = new Set(['h/a.md@1', 'h/b.md@1']);
  assert.deepEqual(asked(replay({ turns }, scope, 10_000, all)), ['ask a', 'ask b', 'ask c']);
  assert.deepEqual(asked(replay({ turns }, scope, 10_000, new Set(['h/a.md@1']))), ['ask a']);
  assert.deepEqual(asked(replay({ turns }, scope, 10_000, none)), []);
});

test('what could not know of such a turn stays', () => {
  const managers = { ...scope, audienceKeys: ['everyone', 'a-managers'] };
  const turns = [found('secret', 'h/bands.md@1', { scope: managers }), found('b', 'h/b.md@1')];
  assert.deepEqual(asked(replay({ turns }, scope, 10_000, new Set(['h/b.md@1']))), ['ask b']);
  assert.deepEqual(asked(replay({ turns }, managers, 10_000, new Set(['h/b.md@1']))), ['ask b']);
  const mine = found('mine', 'h/a.md@1', { scope: { ...scope, person: 'U1' }, isPersonal: true });
  const others = found('b', 'h/b.md@1', { scope: { ...scope, person: 'U2' } });
  assert.deepEqual(asked(replay({ turns: [mine, others] }, scope, 10_000, new Set(['h/b.md@1']))), ['ask b']);
});

test('a summary by the API may repeat all that was found before it', () => {
  const conversation: Conversation = { ...newConversation('C1'), turns: [found('a', 'h/a.md@1')] };
  const turn = newTurn({ text: 'q', viewer, conversation: 'C1' }, [
    user('ask b'),
    { role: 'assistant', content: [{ type: 'compaction', content: 'They asked for a.' }] },
  ]);
  conversation.open = turn;
  closeTurn(conversation, turn, 'verbatim', 10_000);
  assert.deepEqual(conversation.turns.at(-1)?.summed, ['h/a.md@1']);
  const summary = { turns: conversation.turns.slice(-1) };
  assert.deepEqual(asked(replay(summary, turn.scope, 10_000, new Set(['h/a.md@1']))), ['ask b']);
  assert.deepEqual(replay(summary, turn.scope, 10_000, none), []);
  assert.deepEqual(parseConversation('C1', JSON.stringify(conversation))?.turns.at(-1)?.summed, ['h/a.md@1']);
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
