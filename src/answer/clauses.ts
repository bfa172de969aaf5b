import type { Passage, Version } from '../domain.ts';
import type { SearchResultCitation } from '../models/model.ts';
import type { SearchResultBlock } from '../tools/tool.ts';

/** What the records hold of a cited passage now. */
export interface StoredPassage {
  readonly passage: Passage;
  readonly version: Version;
  /** Whether its version is current and in force on the day of the question. */
  readonly usable: boolean;
}

/** What a reply's citations are checked against. */
export interface Evidence {
  /** All search results of the request, in order. */
  readonly retrieved: readonly SearchResultBlock[];
  /** By passage id. */
  readonly stored: ReadonlyMap<string, StoredPassage>;
  readonly audienceKeys: readonly string[];
}

/** A verified stretch of a stored passage. */
export interface Clause {
  readonly stored: StoredPassage;
  /** Verbatim, without surrounding whitespace. */
  readonly quote: string;
}

export type CitationProblem =
  | 'citation_index'
  | 'citation_source'
  | 'citation_range'
  | 'citation_text'
  | 'passage_unknown'
  | 'passage_hidden'
  | 'passage_outdated'
  | 'passage_changed';

export function passageIdOf(source: string): string {
  return source.replace(/^policy:\/\//, '');
}

/** Follows a citation to the stored text, or says at which step it breaks. */
export function resolveCitation(citation: SearchResultCitation, evidence: Evidence): Clause | CitationProblem {
  const result = evidence.retrieved[citation.search_result_index];
  if (citation.type !== 'search_result_location' || result === undefined) return 'citation_index';
  if (result.source !== citation.source) return 'citation_source';
  const { start_block_index: first, end_block_index: end } = citation;
  const isRange = Number.isInteger(first) && Number.isInteger(end) && first >= 0 && first < end;
  if (!isRange || end > result.content.length) return 'citation_range';
  const cited = joined(result, first, end);
  if (comparable(cited) !== comparable(citation.cited_text)) return 'citation_text';

  const stored = evidence.stored.get(passageIdOf(result.source));
  if (stored === undefined) return 'passage_unknown';
  if (!evidence.audienceKeys.includes(stored.version.audienceKey)) return 'passage_hidden';
  if (!stored.usable) return 'passage_outdated';
  const start = joined(result, 0, first).length;
  const quote = stored.passage.text.slice(start, start + cited.length);
  if (stored.passage.text !== joined(result) || quote !== cited) return 'passage_changed';
  return { stored, quote: quote.trim() };
}

function joined({ content }: SearchResultBlock, start = 0, end = content.length): string {
  return content
    .slice(start, end)
    .map(({ text }) => text)
    .join('');
}

/** The API may hand text back with other whitespace and composed characters. */
function comparable(text: string): string {
  return text.normalize('NFKC').replace(/\s+/g, ' ').trim().toLowerCase();
}
