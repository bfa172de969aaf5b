import { splitSentences } from '../sentences.ts';
import type { SearchResultBlock } from '../tools/tool.ts';
import { recount, textOf } from './cited-results.ts';
import { createQuoteFinder } from './find-quote.ts';
import type { SearchResultCitation, TextBlock } from './model.ts';

/**
 * Turns what `quotingRules` asks for into text and citations: each quote backs the sentence that it follows. A quote that
 * does not stand in the passage of its number gives no citation, so that its sentence counts as not backed.
 */
export function readCitedText(text: string, results: readonly SearchResultBlock[]): TextBlock[] {
  const cite = createCiter(results);
  const blocks: TextBlock[] = [];
  let from = 0;
  for (const found of text.matchAll(marker)) {
    const [whole, number = '', quote = ''] = found;
    const citation = cite(Number(number), quote);
    const stretch = text.slice(from, found.index).trimEnd();
    from = found.index + whole.length;
    const last = blocks.at(-1);
    // Several quotes behind one sentence all back it.
    if (stretch === '' && citation !== undefined && last?.citations != null) {
      blocks[blocks.length - 1] = { ...last, citations: [...last.citations, citation] };
    } else blocks.push(...splitStretch(stretch, citation));
  }
  blocks.push(plain(withoutOpenMarker(text.slice(from))));
  return blocks.filter((block) => block.text !== '');
}

/** The same the other way round, for a reply that goes back to the model. */
export function writeCitedText({ text, citations }: TextBlock, results: readonly SearchResultBlock[]): string {
  const quotes = (citations ?? []).flatMap((citation) => {
    const { search_result_index: index, source, cited_text: cited } = recount(citation, results);
    return results[index]?.source === source ? [` [[${index + 1}: ${cited.replace(/\s+/g, ' ').trim()}]]`] : [];
  });
  return text + quotes.join('');
}

/** Ends at the next bracket, so that a model that loops is read in time. */
const marker = /\[\[\s{0,9}(?:passage\s{0,9})?(\d{1,5})(?:\s{0,9}[:|,]((?:(?!\[\[|\]\])[^\0]){1,4000})|\s{0,9})\]\]/giu;

/** A reply that was cut off may end within a quote. */
function withoutOpenMarker(rest: string): string {
  const open = rest.lastIndexOf('[[');
  return open < 0 || rest.includes(']]', open) ? rest : rest.slice(0, open).trimEnd();
}

function createCiter(results: readonly SearchResultBlock[]) {
  const finders = new Map<SearchResultBlock, ReturnType<typeof createQuoteFinder>>();
  return (number: number, quote: string): SearchResultCitation | undefined => {
    const result = results[number - 1];
    if (result === undefined) return undefined;
    const find = finders.get(result) ?? createQuoteFinder(result);
    finders.set(result, find);
    const found = find(quote);
    if (found === undefined) return undefined;
    return {
      type: 'search_result_location',
      cited_text: textOf(result, found.start, found.end),
      search_result_index: number - 1,
      source: result.source,
      title: result.title,
      start_block_index: found.start,
      end_block_index: found.end,
    };
  };
}

/** The quote backs the last sentence only: what stands before it needs a quote of its own. */
function splitStretch(stretch: string, citation: SearchResultCitation | undefined): TextBlock[] {
  if (citation === undefined) return [plain(stretch)];
  const last = splitSentences(stretch).at(-1)?.start ?? 0;
  const start = stretch.slice(0, last).trim() === '' ? 0 : last;
  return [plain(stretch.slice(0, start)), { ...plain(stretch.slice(start)), citations: [citation] }];
}

function plain(text: string): TextBlock {
  return { type: 'text', text };
}
