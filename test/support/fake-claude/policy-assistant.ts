import { noAnswer } from '../../../src/models/model.ts';
import { cite, type SearchResult, searchResultsOf } from './citations.ts';
import type { FakeReply, FakeRequest, Responder } from './script.ts';
import { blocksOf, isBlocks, type WireBlock, type WireRequest } from './wire.ts';

/**
 * Behaves as a sensible policy assistant: searches with the person's words, then copies the one or two sentences of what
 * was found that share most words with the question, each with its citation; says so when nothing fits.
 */
export function policyAssistant(options: { readonly searchTool?: string } = {}): Responder {
  const name = options.searchTool ?? 'search_policies';
  return (request) => {
    const question = questionOf(request.body);
    if (lastBlocks(request.body).some((block) => block.type === 'tool_result')) return answer(request, question);
    const tool = request.body.tools?.find((candidate) => candidate.name === name);
    if (!tool || request.body.tool_choice?.type === 'none') return { content: [{ type: 'text', text: noAnswer }] };
    const { required } = tool.input_schema;
    const field = Array.isArray(required) ? String(required[0]) : 'query';
    return { content: [{ type: 'tool_use', name, input: { [field]: question } }] };
  };
}

function answer(request: FakeRequest, question: string): FakeReply {
  const first = searchResultsOf({ messages: request.body.messages.slice(0, -1) }).length;
  const found = request.searchResults.slice(first);
  const best = bestSentences(found, wordsOf(question));
  if (best.length === 0) return { content: [{ type: 'text', text: noAnswer }] };
  const content = best.map(({ result, sentence, text }, i) => ({
    type: 'text',
    text: `${i > 0 ? ' ' : ''}${text.trim()}`,
    citations: [cite(request.body, first + result, sentence)],
  }));
  return { content };
}

/** The best two, both of one result, in its order; a result and a sentence further up win a tie. */
function bestSentences(found: readonly SearchResult[], asked: ReadonlySet<string>) {
  const scored = found.flatMap((result, r) =>
    result.sentences.map((text, s) => {
      const shared = [...wordsOf(text)].filter((word) => asked.has(word)).length;
      return { result: r, sentence: s, text, shared };
    }),
  );
  const ranked = scored
    .filter((sentence) => sentence.shared > 0)
    .sort((a, b) => b.shared - a.shared || a.result - b.result || a.sentence - b.sentence);
  const top = ranked[0];
  return ranked
    .filter((sentence) => sentence.result === top?.result)
    .slice(0, 2)
    .sort((a, b) => a.sentence - b.sentence);
}

/** The person's own words: the last user text that is no answer to a call. */
function questionOf(request: WireRequest): string {
  const texts = request.messages
    .filter((message) => message.role === 'user')
    .map((message) => blocksOf(message.content))
    .filter((blocks) => !blocks.some((block) => block.type === 'tool_result'))
    .map((blocks) => String(blocks.find((block) => block.type === 'text')?.text ?? ''));
  // What the asking side adds to the question stands in brackets below it.
  return (texts.at(-1) ?? '')
    .replace(/\n\([^\n]*\)\s*$/, '')
    .trim()
    .slice(0, 500);
}

function lastBlocks(request: WireRequest): readonly WireBlock[] {
  const content = request.messages.at(-1)?.content;
  return isBlocks(content) ? content : blocksOf(content);
}

/** Words of four letters and more, and numbers, without a plural s. */
function wordsOf(text: string): Set<string> {
  const words = text.toLowerCase().match(/\p{L}{4,}|\p{N}+/gu) ?? [];
  return new Set(words.map((word) => word.replace(/(?<=\p{L}{3})s$/u, '')).filter((word) => !common.has(word)));
}

const common = new Set(
  'what when where which that this with from have does many much long your there their about into will would could should'.split(
    ' ',
  ),
);
