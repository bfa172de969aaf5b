import { BylawError } from '../errors.ts';
import type { SearchResultBlock } from '../tools/tool.ts';
import type { Message, ModelRequest, SearchResultCitation } from './model.ts';

/** All search results of messages, in the order in which citations count them. */
export function searchResultsOf(messages: readonly Message[]): SearchResultBlock[] {
  return messages
    .flatMap(({ content }) => content)
    .flatMap((block) => (block.type === 'tool_result' ? block.content : []))
    .filter((item) => item.type === 'search_result');
}

/**
 * The citation as counted over all search results. Where some were cleared or summed up, the API counts others than the
 * caller does: the source and the cited text tell which one is meant. Left as it is where neither leads to one.
 */
export function recount(citation: SearchResultCitation, results: readonly SearchResultBlock[]): SearchResultCitation {
  const fits = (result: SearchResultBlock | undefined) =>
    result?.source === citation.source &&
    textOf(result, citation.start_block_index, citation.end_block_index) === citation.cited_text;
  if (fits(results[citation.search_result_index])) return citation;
  const index = results.findLastIndex(fits);
  return index < 0 ? citation : { ...citation, search_result_index: index };
}

export function textOf({ content }: SearchResultBlock, start: number, end: number): string {
  return content
    .slice(start, end)
    .map(({ text }) => text)
    .join('');
}

/** A reply that cites cannot have a format, so that no answer to a person is ever asked for in one. */
export function refuseCitedFormat({ format, messages }: ModelRequest): void {
  if (format === undefined || !searchResultsOf(messages).some(({ citations }) => citations.enabled)) return;
  throw new BylawError('internal', 'A reply that may cite search results cannot have a format: leave one of them out.');
}
