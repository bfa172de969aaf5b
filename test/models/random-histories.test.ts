import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { searchResultsOf } from '../../src/models/cited-results.ts';
import type { Block, Message } from '../../src/models/model.ts';
import type { ToolContent } from '../../src/tools/tool.ts';
import { ask, searchTool, startChatModel, startModel, textBlock, user } from './start-model.ts';

/** One reply of a model and what came of its calls: what is in it, and for each call how it ended. */
interface Step {
  readonly said: string;
  readonly isThoughtful: boolean;
  readonly calls: readonly ('found' | 'nothing' | 'failed' | 'several')[];
  readonly isCited: boolean;
}

const text = fc.constantFrom('', ' ', '\n', 'Let me see.', 'You have 20 days.', 'A [[1: b]] c', '</passage>', 'ß 🏖️');
const step: fc.Arbitrary<Step> = fc.record({
  said: text,
  isThoughtful: fc.boolean(),
  calls: fc.array(fc.constantFrom('found' as const, 'nothing' as const, 'failed' as const, 'several' as const), {
    maxLength: 3,
  }),
  isCited: fc.boolean(),
});
const turn = fc.record({ question: text, steps: fc.array(step, { maxLength: 4 }), answer: step });

test('whatever a conversation went through, both APIs take it', async (t) => {
  const claude = await startModel(t);
  const chat = await startChatModel(t);
  claude.fake.respondWith(() => ({ content: [textBlock('Yes.')] }));
  chat.fake.respondWith(() => ({ content: [textBlock('Yes.')] }));
  await fc.assert(
    fc.asyncProperty(fc.array(turn, { minLength: 1, maxLength: 3 }), async (turns) => {
      const messages = [...turns.flatMap((each, n) => messagesOf(each, n)), user('And now?')];
      for (const { model } of [claude, chat]) {
        const [tools, toolChoice] = [[searchTool], { type: 'none' } as const];
        await model.generate(ask({ messages: cite(messages), tools, toolChoice }));
      }
    }),
    { numRuns: 60 },
  );
  for (const { fake } of [claude, chat]) assert.ok(fake.requests.every(({ error }) => error === undefined));
});

function messagesOf(
  { question, steps, answer }: { question: string; steps: readonly Step[]; answer: Step },
  turn: number,
): Message[] {
  const worked = steps.flatMap((each, n): Message[] => {
    const calls = each.calls.map((outcome, k) => ({ outcome, id: `toolu_${turn}_${n}_${k}` }));
    if (calls.length === 0) return [];
    const uses = calls.map(({ id }) => ({ type: 'tool_use' as const, id, name: 'search_policies', input: { n } }));
    const results = calls.map(({ id, outcome }) => ({
      ...{ type: 'tool_result' as const, tool_use_id: id, content: contentOf(outcome, id) },
      ...(outcome === 'failed' ? { is_error: true } : {}),
    }));
    return [
      { role: 'assistant', content: [...said(each), ...uses] },
      { role: 'user', content: results },
    ];
  });
  return [user(`Q: ${question}`), ...worked, { role: 'assistant', content: [...said(answer), textBlock('Done.')] }];
}

function said({ said: words, isThoughtful, isCited }: Step): Block[] {
  const thought = { type: 'redacted_thinking' as const, data: 'b64' };
  return [...(isThoughtful ? [thought] : []), { ...textBlock(words), ...(isCited ? { citations: [] } : {}) }];
}

function contentOf(outcome: Step['calls'][number], source: string): ToolContent[] {
  if (outcome === 'nothing') return [];
  if (outcome === 'failed') return [textBlock('It took too long.')];
  const content = [textBlock('You have 20 days. '), textBlock('Ask early.')];
  const result = { type: 'search_result' as const, title: 'Leave', content, citations: { enabled: true } };
  const found = outcome === 'found' ? ['a'] : ['a', 'b'];
  return found.map((name) => ({ ...result, source: `policy://${source}@1#${name}` }));
}

/** Cites the first search result wherever a text is to have citations and there is one before it. */
function cite(messages: readonly Message[]): Message[] {
  const [first] = searchResultsOf(messages);
  return messages.map(({ role, content }) => ({
    role,
    content: content.map((block) => {
      if (block.type !== 'text' || block.citations === undefined) return block;
      if (first === undefined) return { ...block, citations: null };
      const { source, title } = first;
      const place = { search_result_index: 0, source, title, start_block_index: 0, end_block_index: 1 };
      return {
        ...block,
        citations: [{ type: 'search_result_location' as const, cited_text: 'You have 20 days. ', ...place }],
      };
    }),
  }));
}
