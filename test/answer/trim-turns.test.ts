import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FinishedTurn } from '../../src/answer/conversation.ts';
import { renumberCitations } from '../../src/answer/renumber-citations.ts';
import { trimTurns } from '../../src/answer/trim-turns.ts';
import type { Block, Message } from '../../src/models/model.ts';
import { citationOf, resultsIn } from './scripted-model.ts';
import { assertValidHistory } from './valid-history.ts';

const scope = { audienceKeys: ['everyone'], on: '2026-06-01', filter: [] };
const user = (text: string): Message => ({ role: 'user', content: [{ type: 'text', text }] });
const says = (...content: Block[]): Message => ({ role: 'assistant', content });

/** A turn that searched and cites what it found, after `before`. */
function searched(n: number, before: readonly Message[] = []): FinishedTurn {
  const id = `toolu_${n}`;
  const messages: Message[] = [
    user(`Question ${n}`),
    says({ type: 'tool_use', id, name: 'search_policies', input: {} }),
    {
      role: 'user',
      content: [
        {
          type: 'tool_result',
          tool_use_id: id,
          content: [
            {
              ...{ type: 'search_result', source: `policy://p@1#${n}`, title: 't', citations: { enabled: true } },
              content: [{ type: 'text', text: `Rule ${n} holds. ${'x'.repeat(200)}` }],
            },
          ],
        },
      ],
    },
  ];
  const citations = [citationOf(resultsIn([...before, ...messages]), `Rule ${n} `)];
  return {
    scope,
    answer: `a${n}`,
    messages: [...messages, says({ type: 'text', text: `Rule ${n} holds.`, citations })],
  };
}

function loaded(n: number, body: string): FinishedTurn {
  const id = `toolu_${n}`;
  return {
    scope,
    messages: [
      user(`Question ${n}`),
      says({ type: 'thinking', thinking: '', signature: 's' }, { type: 'tool_use', id, name: 'load_skill', input: {} }),
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: [{ type: 'text', text: body }] }] },
      says({ type: 'text', text: 'Done.' }),
    ],
  };
}

function conversationOf(count: number, first: readonly FinishedTurn[] = []): FinishedTurn[] {
  const turns = [...first];
  for (let n = turns.length; n < count; n += 1) {
    turns.push(
      searched(
        n,
        turns.flatMap(({ messages }) => messages),
      ),
    );
  }
  return turns;
}

const flat = (turns: readonly FinishedTurn[]) => turns.flatMap(({ messages }) => messages);
const size = (turns: readonly FinishedTurn[]) => JSON.stringify(flat(turns)).length;

test('what fits is left as it is, byte for byte', () => {
  const turns = conversationOf(4);
  assert.deepEqual(trimTurns(turns, 100_000), turns);
  assert.equal(renumberCitations(flat(turns))[3], flat(turns)[3]);
});

test('what does not fit is cut to half, so that the next questions find the same beginning', () => {
  const turns = conversationOf(20);
  const limit = size(turns) - 1;
  const kept = trimTurns(turns, limit);
  assert.ok(size(kept) <= limit / 2 && size(kept) > limit / 4);
  assert.equal(kept.at(-1)?.answer, 'a19');
  const grown = trimTurns([...kept, searched(20, flat(kept))], limit);
  assert.deepEqual(grown.slice(0, kept.length), kept);
});

test('citations survive a cut, and lead to the same text', () => {
  const turns = conversationOf(10);
  const kept = trimTurns(turns, size(turns) / 2);
  const results = resultsIn(flat(kept));
  assert.ok(kept.length > 1);
  for (const block of flat(kept).flatMap(({ content }) => content)) {
    if (block.type !== 'text' || !block.citations) continue;
    for (const citation of block.citations) {
      assert.equal(results[citation.search_result_index]?.source, citation.source);
    }
  }
  assert.equal(JSON.stringify(kept).match(/search_result_location/g)?.length, kept.length);
});

test('a citation of something that is gone goes with it', () => {
  const turns = conversationOf(3);
  const [, , last] = turns;
  assert.ok(last);
  const alone = renumberCitations([user('q'), ...last.messages.slice(3)]);
  assert.doesNotMatch(JSON.stringify(alone), /citations/);
});

test('skills that were loaded in what is cut off stay, once and word for word', () => {
  const turns = conversationOf(20, [loaded(0, 'Body of the skill.')]);
  const skills = [{ name: 's', version: '1', call: 'toolu_0' }];
  let kept = trimTurns(turns, size(turns) / 2, skills);
  assert.equal(JSON.stringify(kept).split('Body of the skill.').length, 2);
  assertValidHistory([...flat(kept), user('next')]);
  kept = trimTurns(conversationOf(60, kept), size(turns) / 2, skills);
  assert.equal(JSON.stringify(kept).split('Body of the skill.').length, 2, 'also when it is cut again');
  assert.doesNotMatch(JSON.stringify(trimTurns(turns, size(turns) / 2, [])), /Body/, 'one that was loaded anew later');
});

test('the API’s last summary stays word for word, and what it stands for goes', () => {
  const summary: Block = { type: 'compaction', content: 'We spoke of leave.', encrypted_content: 'eHg=' };
  const summed = (n: number): FinishedTurn => ({
    scope,
    messages: [user(`Question ${n}`), says(summary, { type: 'text', text: 'It holds.' })],
  });
  const turns = conversationOf(20, [...conversationOf(3), summed(3), searched(4, []), summed(5)]);
  const kept = trimTurns(turns, size(turns) / 2);
  assert.deepEqual(kept[0]?.messages[1]?.content[0], summary);
  assert.equal(kept.filter(({ messages }) => JSON.stringify(messages).includes('compaction')).length, 1);
  assert.equal(kept[0]?.messages[0]?.content[0]?.type === 'text' && kept[0].messages[0].content[0].text, 'Question 5');
  assertValidHistory([...flat(kept), user('next')]);
});
