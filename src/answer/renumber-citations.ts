import type { Block, Message, SearchResultCitation, TextBlock } from '../models/model.ts';
import type { SearchResultBlock } from '../tools/tool.ts';

/**
 * Citations count the search results of the whole request, so they lead astray once one before them is gone. Each is
 * given the place where its text stands now, or dropped where it stands no more; what is right stays byte for byte.
 */
export function renumberCitations(messages: readonly Message[]): Message[] {
  const results: SearchResultBlock[] = [];
  return messages.map((message) => {
    const content = message.content.map((block) => (block.type === 'text' ? renumber(block, results) : block));
    for (const block of message.content) {
      if (block.type === 'tool_result') results.push(...block.content.filter((item) => item.type === 'search_result'));
    }
    return content.every((block, i) => block === message.content[i]) ? message : { ...message, content };
  });
}

function renumber(block: TextBlock, results: readonly SearchResultBlock[]): Block {
  const { citations } = block;
  if (citations === undefined || citations === null || citations.length === 0) return block;
  const placed = citations.flatMap((citation) => place(citation, results));
  if (placed.length === citations.length && placed.every((each, i) => each === citations[i])) return block;
  return placed.length > 0 ? { ...block, citations: placed } : { type: 'text', text: block.text };
}

function place(citation: SearchResultCitation, results: readonly SearchResultBlock[]): SearchResultCitation[] {
  if (citation.type !== 'search_result_location') return [];
  if (holds(results[citation.search_result_index], citation)) return [citation];
  const index = results.findLastIndex((result) => holds(result, citation));
  return index < 0 ? [] : [{ ...citation, search_result_index: index }];
}

function holds(result: SearchResultBlock | undefined, citation: SearchResultCitation): boolean {
  if (result?.source !== citation.source) return false;
  const { start_block_index: start, end_block_index: end } = citation;
  const cited = result.content.slice(start, end).map(({ text }) => text);
  return cited.length === end - start && comparable(cited.join('')) === comparable(citation.cited_text);
}

/** The API may hand text back with other whitespace. */
function comparable(text: string): string {
  return text.normalize('NFKC').replace(/\s+/g, ' ').trim();
}
