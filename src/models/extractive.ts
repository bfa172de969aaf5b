import { createHash } from 'node:crypto';
import type { SearchResultBlock } from '../tools/tool.ts';
import { countryName } from './country-names.ts';
import { type Block, type Message, type Model, type ModelRequest, noAnswer, type TextBlock } from './model.ts';
import { type PickOptions, pickQuotes, type Quote } from './pick-quotes.ts';
import { inDays, partsOf } from './question-parts.ts';
import { readableQuote } from './readable-quote.ts';

/**
 * Answers without a language model: a search with the question's own words, then up to three sentences quoted as they
 * stand, one for each country where the policies differ, both where two contradict each other, or `noAnswer`. Sees nothing but the conversation.
 */
export function createExtractiveModel(options: PickOptions = {}): Model {
  return {
    name: 'extractive',
    generate: async (request) => {
      request.signal.throwIfAborted();
      const content = nextTurn(request, options);
      return {
        content,
        stopReason: content.some((block) => block.type === 'tool_use') ? 'tool_use' : 'end_turn',
        usage: { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0 },
      };
    },
  };
}

const searchTool = 'search_policies';
const maxQueryChars = 1000;

function nextTurn({ messages, tools, toolChoice }: ModelRequest, options: PickOptions): Block[] {
  const asked = messages.findLastIndex(isQuestion);
  const question = messages[asked] === undefined ? '' : questionText(messages[asked]);
  const since = messages.slice(asked + 1);
  if (!since.some(holdsResults) && toolChoice?.type !== 'none' && tools.some(({ name }) => name === searchTool)) {
    return searchCalls(question, messages);
  }
  const earlier = searchResults(messages.slice(0, asked + 1)).length;
  const results = searchResults(since);
  const { quotes, isWhole } = pickQuotes(question, results, options);
  if (quotes.length === 0) return [{ type: 'text', text: noAnswer }];
  const differs = new Set(quotes.map((quote) => quote.countries.join())).size > 1;
  const blocks = quotes.flatMap((quote) => quoteBlocks(quote, results, earlier, differs));
  const rest = { type: 'text', text: "I don't have information about the rest of the question." } as const;
  return (isWhole ? blocks : [...blocks, rest]).flatMap((block, i): TextBlock[] =>
    i === 0 ? [block] : [{ type: 'text', text: '\n\n' }, block],
  );
}

/** Questions, nudges and tool results all come as user messages; only a question begins with text of its own. */
function isQuestion({ role, content }: Message): boolean {
  return role === 'user' && content[0]?.type === 'text';
}

function questionText({ content }: Message): string {
  const first = content[0];
  return first?.type === 'text' ? first.text : '';
}

function holdsResults({ content }: Message): boolean {
  return content.some((block) => block.type === 'tool_result');
}

function searchResults(messages: readonly Message[]): SearchResultBlock[] {
  return messages
    .flatMap(({ content }) => content)
    .flatMap((block) => (block.type === 'tool_result' ? block.content : []))
    .filter((item) => item.type === 'search_result');
}

/** What is asked first may be lost in a search for a message that asks for more, so it is searched for by itself too. */
function searchCalls(question: string, messages: readonly Message[]): Block[] {
  const parts = partsOf(question);
  const queries = parts.length > 1 ? [question, parts[0]?.text ?? ''] : [question];
  return queries.map((query, i) => ({
    type: 'tool_use',
    // Unlike any other call of the conversation, and the same when the same turn is asked for again.
    id: `toolu_${createHash('sha256')
      .update(JSON.stringify([i, messages]))
      .digest('hex')
      .slice(0, 24)}`,
    name: searchTool,
    input: { query: inDays(query.trim()).slice(0, maxQueryChars) },
  }));
}

function quoteBlocks(quote: Quote, results: readonly SearchResultBlock[], earlier: number, name: boolean): TextBlock[] {
  const result = results[quote.result];
  const text = result?.content[quote.block]?.text;
  if (result === undefined || text === undefined) return [];
  const where = name && quote.countries.length > 0 ? `${quote.countries.map(countryName).join(' and ')}: ` : '';
  return [
    {
      type: 'text',
      text: `${where}${readableQuote(result, quote.block)}`,
      citations: [
        {
          type: 'search_result_location',
          cited_text: text,
          search_result_index: earlier + quote.result,
          source: result.source,
          title: result.title,
          start_block_index: quote.block,
          end_block_index: quote.block + 1,
        },
      ],
    },
  ];
}
