import type { Passage, Version } from '../domain.ts';
import type { SearchResultCitation } from '../models/model.ts';
import type { ScriptRun, SearchResultBlock } from '../tools/tool.ts';

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
  /** The turn's own script runs, by source. */
  readonly runs?: ReadonlyMap<string, CheckedRun>;
  /** Sources of what tools returned for this question, each to the tool that returned it. */
  readonly toolResults?: ReadonlyMap<string, string>;
  /** What the person said, where a skill is followed: then the reply may also ask for what the skill needs. */
  readonly said?: string | undefined;
  /** As asked: an answer in another language than the policies has to be in the question's. */
  readonly question?: string;
  /** ISO 639 code of the language of a text, or undefined where that isn't sure. Without it all is taken for one language. */
  readonly languageOf?: (text: string) => string | undefined;
}

/** A run with the passages that its figures of policies stand in. */
export interface CheckedRun {
  readonly run: ScriptRun;
  /** By passage id; undefined where one was not retrieved, is hidden or out of force, or where the input names none. */
  readonly passages: ReadonlyMap<string, StoredPassage> | undefined;
}

/**
 * A verified stretch of a stored passage, of what a script printed, or of what a tool returned. Quotes are verbatim,
 * without surrounding whitespace.
 */
export type Clause = PassageClause | ScriptClause | ToolClause;

export interface PassageClause {
  readonly kind: 'passage';
  readonly stored: StoredPassage;
  readonly quote: string;
}

export interface ScriptClause {
  readonly kind: 'script';
  readonly run: ScriptRun;
  readonly passages: ReadonlyMap<string, StoredPassage>;
  readonly quote: string;
}

export interface ToolClause {
  readonly kind: 'tool';
  readonly tool: string;
  readonly source: string;
  readonly title: string;
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
  | 'passage_changed'
  | 'script_unrecorded'
  | 'script_source'
  | 'tool_unrecorded';

export function passageIdOf(source: string): string {
  return source.replace(/^policy:\/\//, '');
}

export function isScriptSource(source: string): boolean {
  return source.startsWith('script://');
}

/** Whether it stands for a passage; a script's or a tool's output is none. */
export function isPassageSource(source: string): boolean {
  return !isScriptSource(source) && !isToolSource(source);
}

export function isToolSource(source: string): boolean {
  return source.startsWith('tool://');
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

  if (isScriptSource(result.source)) return resolveRun(result, cited, evidence);
  if (isToolSource(result.source)) {
    const tool = evidence.toolResults?.get(result.source);
    const { source, title } = result;
    return tool === undefined ? 'tool_unrecorded' : { kind: 'tool', tool, source, title, quote: cited.trim() };
  }
  const stored = evidence.stored.get(passageIdOf(result.source));
  if (stored === undefined) return 'passage_unknown';
  if (!evidence.audienceKeys.includes(stored.version.audienceKey)) return 'passage_hidden';
  if (!stored.usable) return 'passage_outdated';
  const start = joined(result, 0, first).length;
  const quote = stored.passage.text.slice(start, start + cited.length);
  if (stored.passage.text !== joined(result) || quote !== cited) return 'passage_changed';
  return { kind: 'passage', stored, quote: quote.trim() };
}

function resolveRun(result: SearchResultBlock, cited: string, { runs }: Evidence): Clause | CitationProblem {
  const checked = runs?.get(result.source);
  if (checked === undefined || checked.run.lines.join('\n') !== joined(result)) return 'script_unrecorded';
  const { run, passages } = checked;
  return passages === undefined ? 'script_source' : { kind: 'script', run, passages, quote: cited.trim() };
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
