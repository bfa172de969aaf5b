import { setTimeout } from 'node:timers/promises';
import type { Block, Model } from '../../src/models/model.ts';

/** Stands in for a model: searches with the question at once, and quotes what was found best after so long. */
export function createQuotingModel(takesMs: number): Model {
  let calls = 0;
  return {
    name: 'stand-in',
    async generate({ messages, signal }) {
      const asked = messages.findLast(({ role, content }) => role === 'user' && content[0]?.type === 'text');
      const last = messages.at(-1);
      const results = last?.content.flatMap((block) => (block.type === 'tool_result' ? block.content : [])) ?? [];
      const usage = { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0 };
      if (results.length === 0) {
        const query = asked?.content[0]?.type === 'text' ? asked.content[0].text : '';
        const call: Block = { type: 'tool_use', id: `toolu_${++calls}`, name: 'search_policies', input: { query } };
        return { content: [call], stopReason: 'tool_use', usage };
      }
      await setTimeout(takesMs, undefined, { signal });
      return { content: quote(messages.flatMap(({ content }) => content)), stopReason: 'end_turn', usage };
    },
  };
}

/** The first sentence of the first passage that the last search found. */
function quote(blocks: readonly Block[]): Block[] {
  const searches = blocks.map((block) =>
    block.type === 'tool_result' ? block.content.filter((each) => each.type === 'search_result') : [],
  );
  const at = searches.findLastIndex((found) => found.length > 0);
  const first = searches[at]?.[0];
  const text = first?.content[0]?.text;
  if (first === undefined || text === undefined) return [{ type: 'text', text: 'NO_ANSWER' }];
  const citation = {
    type: 'search_result_location' as const,
    cited_text: text,
    search_result_index: searches.slice(0, at).flat().length,
    ...{ source: first.source, title: first.title, start_block_index: 0, end_block_index: 1 },
  };
  return [{ type: 'text', text, citations: [citation] }];
}
