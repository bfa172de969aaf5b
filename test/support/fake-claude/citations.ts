import { blocksOf, isBlocks, isObject, type WireBlock, type WireRequest } from './wire.ts';

export interface SearchResult {
  readonly source: string;
  readonly title: string;
  readonly sentences: readonly string[];
}

/** All search results of a request in the order in which citations count them: across messages and tool results. */
export function searchResultsOf(request: Pick<WireRequest, 'messages'>): readonly SearchResult[] {
  return rawSearchResults(request).map((block) => ({
    source: String(block.source),
    title: String(block.title),
    sentences: isBlocks(block.content) ? block.content.map((item) => String(item.text)) : [],
  }));
}

export function rawSearchResults(request: Pick<WireRequest, 'messages'>): readonly WireBlock[] {
  return request.messages
    .flatMap((message) => blocksOf(message.content))
    .flatMap((block) => (block.type === 'tool_result' && isBlocks(block.content) ? block.content : [block]))
    .filter((block) => block.type === 'search_result');
}

/** A citation of blocks `start` up to but not including `end`, as the API writes it: with the whole text of the blocks. */
export function cite(request: Pick<WireRequest, 'messages'>, index: number, start = 0, end = start + 1) {
  const result = searchResultsOf(request)[index];
  if (!result) throw new RangeError(`the request has no search result ${index}`);
  if (start < 0 || end <= start || end > result.sentences.length)
    throw new RangeError(`search result ${index} has no blocks ${start} to ${end}`);
  return {
    type: 'search_result_location',
    cited_text: result.sentences.slice(start, end).join(''),
    search_result_index: index,
    source: result.source,
    title: result.title,
    start_block_index: start,
    end_block_index: end,
  } as const;
}

export function citationsEnabled(block: WireBlock): boolean {
  return isObject(block.citations) && block.citations.enabled === true;
}
