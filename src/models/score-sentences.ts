import { readPassageTitle } from '../passage-title.ts';
import { isOtherKind, termsOf } from '../question-terms.ts';
import type { SearchResultBlock } from '../tools/tool.ts';
import { answerTypeScore } from './answer-type.ts';
import { countriesIn } from './country-names.ts';
import type { QuestionPart } from './question-parts.ts';
import { headerOf, isHeaderRow } from './readable-quote.ts';

/** A sentence with the title and the headings that it stands below, and the lines that introduce it. */
export interface StatedSentence {
  readonly text: string;
  readonly document: string;
  readonly headings: readonly string[];
  readonly lead: string;
}

/** A sentence of a search result that could be quoted. */
export interface Sentence extends StatedSentence {
  /** Position of the search result, which is its rank. */
  readonly result: number;
  readonly block: number;
  /** Countries that it speaks of, whether or not the document is limited to them. */
  readonly about: readonly string[];
  /** Where the document applies, narrowed to what the sentence names; empty means everywhere. */
  readonly countries: readonly string[];
  readonly terms: ReadonlySet<string>;
  /** How surely the sentence is about a term, from 0 to 1: 1 where it holds it, less where only its surroundings do. */
  readonly held: ReadonlyMap<string, number>;
}

export interface Candidate extends Sentence {
  /** Share of the question's terms, by weight, that the sentence and its surroundings hold. */
  readonly coverage: number;
  readonly score: number;
}

/** What stands above a passage is said of all its sentences; what stands beside a sentence may be said of it. */
const shares = { beside: 0.25, lead: 0.5, headings: 0.75, title: 0.9, sentence: 1 } as const;

/**
 * So many more terms are taken to be asked for, and missing, so that a question of two words needs more than one of ten
 * does: both words of "user type" stand in many a sentence that doesn't answer it.
 */
const doubt = 1;

/** The search has weighed the message against the whole library: its order counts, but not for a part of the message. */
const firstResult = 0.1;

/** A word that all passages hold may be the very one they were found for. */
const leastWeight = 0.6;

const longSentence = { chars: 400, score: -0.05 } as const;

/** Best first. `isAlone` says that the part is all that was asked. */
export function scoreSentences(
  part: QuestionPart,
  terms: readonly string[],
  sentences: readonly Sentence[],
  { isAlone }: { readonly isAlone: boolean },
): Candidate[] {
  if (terms.length === 0) return [];
  const weight = inverseFrequency(sentences);
  const asked = new Set(terms);
  const total = doubt + terms.reduce((sum, term) => sum + weight(term), 0);
  return sentences
    .filter((sentence) => !isOtherKind(sentence.terms, asked))
    .map((sentence) => {
      const coverage = terms.reduce((sum, term) => sum + weight(term) * (sentence.held.get(term) ?? 0), 0) / total;
      const length = sentence.text.length > longSentence.chars ? longSentence.score : 0;
      const rank = isAlone ? firstResult / (1 + sentence.result) : 0;
      return { ...sentence, coverage, score: coverage + rank + answerTypeScore(part.text, sentence.text) + length };
    })
    .sort((a, b) => b.score - a.score || a.result - b.result || a.block - b.block);
}

/** Leaves out headings, header rows and questions, which answer nothing. */
export function sentencesOf(result: SearchResultBlock, index: number): Sentence[] {
  const { path, countries, lead } = readPassageTitle(result.title);
  const [document = '', ...headings] = path.split(' › ');
  const above = [
    { terms: termsOf(lead.join('\n')), share: shares.lead },
    { terms: termsOf(headings.join('\n')), share: shares.headings },
    { terms: termsOf(document), share: shares.title },
  ];
  const texts = result.content.map(({ text }) => text.trim());
  const terms = texts.map((text) => termsOf(text.replace(linkTargets, ' ')));
  return texts.flatMap((text, block) => {
    if (isHeaderRow(text) || heading.test(text) || question.test(text)) return [];
    const own = terms[block] ?? new Set();
    const beside = [terms[block - 1], terms[block + 1]].map((near = new Set()) => ({
      terms: near,
      share: shares.beside,
    }));
    const header = { terms: termsOf(headerOf(result, block)?.join('\n') ?? ''), share: shares.headings };
    const held = heldTerms([...beside, ...above, header, { terms: own, share: shares.sentence }]);
    const place = { document, headings, lead: lead.join('\n') };
    return [{ result: index, block, text, ...place, ...appliesTo(text, path, countries), terms: own, held }];
  });
}

const heading = /^#{1,6}\s/;
const question = /\?["”’)*_\s]*$/;
/** Addresses repeat the words of the page they lead to. */
const linkTargets = /\]\([^)]*\)|\bhttps?:\/\/\S+/g;

function heldTerms(sources: readonly { readonly terms: ReadonlySet<string>; readonly share: number }[]) {
  const held = new Map<string, number>();
  for (const { terms, share } of sources) {
    for (const term of terms) held.set(term, Math.max(share, held.get(term) ?? 0));
  }
  return held;
}

function appliesTo(text: string, path: string, countries: readonly string[]): Pick<Sentence, 'about' | 'countries'> {
  const inText = countriesIn(text);
  const named = inText.length > 0 ? inText : countriesIn(path);
  const narrowed = countries.filter((code) => named.includes(code));
  const applies = narrowed.length > 0 ? narrowed : countries;
  return { countries: applies, about: countries.length > 0 ? applies : named };
}

/** From `leastWeight` to 1, by the passages that hold the term; a term of no passage weighs as one of a single passage. */
function inverseFrequency(sentences: readonly Sentence[]): (term: string) => number {
  const passages = new Map<number, Set<string>>();
  for (const { result, held } of sentences) {
    const terms = passages.get(result) ?? new Set();
    for (const term of held.keys()) terms.add(term);
    passages.set(result, terms);
  }
  const counts = new Map<string, number>();
  for (const terms of passages.values()) {
    for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  }
  const rarity = (count: number) => Math.log(1 + (passages.size + 1) / (count + 0.5));
  return (term) => Math.max(leastWeight, rarity(counts.get(term) ?? 1) / rarity(1));
}
