import type { SearchResultCitation, TextBlock } from '../../../src/models/model.ts';
import { toSearchResult } from '../../../src/tools/search-result.ts';
import type { HandbookSentence } from './handbooks.ts';

/** A block that cites a sentence of the search result at `index`. */
export function cited(text: string, source: HandbookSentence, index = 0): TextBlock {
  return { type: 'text', text, citations: [citationOf(source, index)] };
}

export function citationOf({ passage, text }: HandbookSentence, index: number): SearchResultCitation {
  const result = toSearchResult(passage.version, passage.passage);
  const start = result.content.findIndex((block) => block.text.includes(text));
  return {
    type: 'search_result_location',
    cited_text: result.content[start]?.text ?? '',
    search_result_index: index,
    source: result.source,
    title: result.title,
    start_block_index: start,
    end_block_index: start + 1,
  };
}
