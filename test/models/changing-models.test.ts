import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Message, RemoteModel } from '../../src/models/model.ts';
import { cite } from '../support/fake-claude/citations.ts';
import type { FakeReply } from '../support/fake-claude/script.ts';
import { ask, searched, startChatModel, startModel, textBlock, user } from './start-model.ts';

interface Side {
  readonly model: RemoteModel;
  readonly fake: { readonly requests: readonly { readonly error?: string }[]; reply(...items: FakeReply[]): void };
}

/** Two questions to the first, then one to the second, all in one conversation with what the first wrote. */
async function changeOver(first: Side, second: Side): Promise<void> {
  const [, result] = searched('x');
  assert.ok(result);
  const call = { type: 'tool_use', name: 'search_policies', input: { query: 'leave' } };
  const messages: Message[] = [user('How much?')];
  first.fake.reply({ content: [textBlock('Let me see.'), call] });
  const searching = await first.model.generate(ask({ messages }));
  const id = searching.content.find((block) => block.type === 'tool_use')?.id ?? '';
  messages.push({ role: 'assistant', content: searching.content });
  messages.push(JSON.parse(JSON.stringify(result).replace('"x"', JSON.stringify(id))));
  const citation = cite(JSON.parse(JSON.stringify({ messages })), 0);
  first.fake.reply({ content: [{ ...textBlock('20 days.'), citations: [citation] }] });
  const answered = await first.model.generate(ask({ messages }));
  messages.push({ role: 'assistant', content: answered.content }, user('And how far ahead?'));

  second.fake.reply({
    content: [
      {
        ...textBlock('Two weeks.'),
        citations: [{ ...citation, cited_text: 'Ask two weeks ahead.', start_block_index: 1, end_block_index: 2 }],
      },
    ],
  });
  const { content } = await second.model.generate(ask({ messages }));
  assert.deepEqual(content[0]?.type === 'text' && content[0].citations?.[0]?.cited_text, 'Ask two weeks ahead.');
  assert.equal(second.fake.requests[0]?.error, undefined);
}

test('a conversation that one API began goes on with the other, either way', async (t) => {
  await changeOver(await startModel(t), await startChatModel(t));
  await changeOver(await startChatModel(t), await startModel(t));
});
