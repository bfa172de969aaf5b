import assert from 'node:assert/strict';
import type {
  Block,
  Message,
  Model,
  ModelReply,
  ModelRequest,
  SearchResultCitation,
  TextBlock,
} from '../../src/models/model.ts';
import type { SearchResultBlock } from '../../src/tools/tool.ts';
import { assertValidHistory } from './valid-history.ts';

export type Step =
  | Partial<ModelReply>
  | Error
  | ((request: ModelRequest) => Partial<ModelReply> | Promise<Partial<ModelReply>>);

/** Answers one step a call, fails when the script is used up, and refuses requests that the API would refuse. */
export function createScriptedModel(steps: readonly Step[], name = 'scripted') {
  const requests: ModelRequest[] = [];
  const left = [...steps];
  const model: Model = {
    name,
    generate: async (request) => {
      request.signal.throwIfAborted();
      assertValidHistory(request.messages);
      requests.push({ ...request, messages: structuredClone(request.messages) });
      const step = left.shift();
      assert.ok(step !== undefined, `the script has no reply number ${requests.length}`);
      if (step instanceof Error) throw step;
      const reply = typeof step === 'function' ? await step(request) : step;
      return {
        content: [],
        stopReason: 'end_turn',
        usage: { inputTokens: 10, outputTokens: 5, cacheReadTokens: 0 },
        ...reply,
      };
    },
  };
  return { model, requests, isUsedUp: () => left.length === 0 };
}

let calls = 0;

export function callTool(name: string, input: unknown, id = `toolu_${++calls}`): Block {
  return { type: 'tool_use', id, name, input };
}

export function search(query: string): Partial<ModelReply> {
  return { stopReason: 'tool_use', content: [callTool('search_policies', { query })] };
}

export function say(...content: (string | Block)[]): Partial<ModelReply> {
  return { content: content.map((part) => (typeof part === 'string' ? { type: 'text', text: part } : part)) };
}

export function resultsIn(messages: readonly Message[]): SearchResultBlock[] {
  return messages
    .flatMap(({ content }) => content)
    .flatMap((block) => (block.type === 'tool_result' ? block.content : []))
    .filter((item) => item.type === 'search_result');
}

/** Text that cites the first retrieved sentence holding `quoted`, as the API would. */
export function cite(messages: readonly Message[], text: string, quoted: string): TextBlock {
  return { type: 'text', text, citations: [citationOf(resultsIn(messages), quoted)] };
}

export function citationOf(results: readonly SearchResultBlock[], quoted: string): SearchResultCitation {
  const index = results.findIndex(({ content }) => content.some((block) => block.text.includes(quoted)));
  const result = results[index];
  assert.ok(result, `nothing retrieved holds "${quoted}"`);
  const block = result.content.findIndex(({ text }) => text.includes(quoted));
  return {
    type: 'search_result_location',
    cited_text: result.content[block]?.text ?? '',
    search_result_index: index,
    source: result.source,
    title: result.title,
    start_block_index: block,
    end_block_index: block + 1,
  };
}

/** A model that answers by citing: `text` is said with the sentence that holds `quoted`. */
export function answer(text: string, quoted: string): Step {
  return ({ messages }) => say(cite(messages, text, quoted));
}
