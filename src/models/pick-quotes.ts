import { readPassageTitle } from '../passage-title.ts';
import type { SearchResultBlock } from '../tools/tool.ts';
import { answerTypeScore } from './answer-type.ts';
import { countriesIn } from './country-names.ts';
import { partsOf, type QuestionPart } from './question-parts.ts';
import { termsOf } from './question-terms.ts';
import { isHeaderRow } from './readable-quote.ts';

/** A sentence of a search result, by position. */
export interface Quote {
  readonly result: number;
  readonly block: number;
  /** Where the quoted document applies; empty means everywhere. */
  readonly countries: readonly string[];
  readonly score: number;
}

export interface PickOptions {
  /** The least score that counts as an answer. Higher abstains more often; 0.55 unless told. */
  readonly min?: number;
}

const defaultMin = 0.55;
const maxQuotes = 3;
/** Below this share of the best score a sentence is about something else. */
const nearBest = 0.8;
const nearBestAbroad = 0.7;

export interface Picked {
  /** In the order of the question's parts, the best first. */
  readonly quotes: readonly Quote[];
  /** False where a part of the question has no answer. */
  readonly isWhole: boolean;
}

/** The sentences that answer the question best; none if no part of it has an answer that is good enough. */
export function pickQuotes(question: string, results: readonly SearchResultBlock[], options: PickOptions = {}): Picked {
  const asked = countriesIn(question);
  const sentences = results.flatMap(sentencesOf).filter(({ about }) => appliesIn(about, asked));
  const parts = partsOf(question);
  const max = parts.length > 1 ? 1 : maxQuotes;
  const found = parts.map((part) => pickForPart(part, asked, sentences, { min: options.min ?? defaultMin, max }));
  const quotes = found.flat().filter((quote, i, all) => all.findIndex((other) => isSame(quote, other)) === i);
  return { quotes, isWhole: found.every((picked) => picked.length > 0) };
}

function isSame(a: Quote, b: Quote): boolean {
  return a.result === b.result && a.block === b.block;
}

/** At most `max`, or one for each country where they differ. */
function pickForPart(
  part: QuestionPart,
  asked: readonly string[],
  sentences: readonly Sentence[],
  { min, max }: { readonly min: number; readonly max: number },
): Quote[] {
  const good = scoreSentences(part, asked, sentences).filter(
    ({ score, coverage }) => score >= min && coverage >= 0.8 * min,
  );
  const best = good[0];
  if (best === undefined) return [];
  const abroad =
    asked.length > 0 ? [] : onePerCountry(good.filter(({ score }) => score >= nearBestAbroad * best.score));
  if (abroad.length > 1) return abroad;
  return distinct(good.filter(({ score }) => score >= nearBest * best.score)).slice(0, max);
}

interface Candidate extends Quote {
  /** Share of the question's terms, by weight, that the sentence and its headings hold. */
  readonly coverage: number;
  readonly terms: ReadonlySet<string>;
}

interface Sentence {
  readonly result: number;
  readonly block: number;
  readonly text: string;
  /** Countries that it speaks of, whether or not the document is limited to them. */
  readonly about: readonly string[];
  readonly countries: readonly string[];
  readonly terms: ReadonlySet<string>;
  readonly context: ReadonlySet<string>;
}

function scoreSentences(part: QuestionPart, asked: readonly string[], sentences: readonly Sentence[]): Candidate[] {
  const named = termsOfCountries(asked, sentences);
  const terms = [...part.terms].filter((term) => !named.has(term));
  if (terms.length === 0) return [];
  const weight = inverseFrequency(sentences);
  const total = terms.reduce((sum, term) => sum + weight(term), 0);
  return sentences
    .map((sentence) => {
      const coverage =
        terms.reduce((sum, term) => {
          const share = sentence.terms.has(term) ? 1 : sentence.context.has(term) ? 0.5 : 0;
          return sum + share * weight(term);
        }, 0) / total;
      const length = sentence.text.length > 400 ? 0.05 : 0;
      return { ...sentence, coverage, score: coverage + answerTypeScore(part.text, sentence.text) - length };
    })
    .sort((a, b) => b.score - a.score || a.result - b.result || a.block - b.block);
}

function sentencesOf(result: SearchResultBlock, index: number): Sentence[] {
  const { path, countries, lead } = readPassageTitle(result.title);
  const context = termsOf([path, ...lead].join('\n'));
  const inHeadings = countriesIn(path);
  return result.content.flatMap(({ text }, block) => {
    if (isHeaderRow(text) || /^\s*#{1,6}\s/.test(text) || text.trim().endsWith('?')) return [];
    const inText = countriesIn(text);
    const named = inText.length > 0 ? inText : inHeadings;
    const narrowed = countries.filter((code) => named.includes(code));
    const applies = narrowed.length > 0 ? narrowed : countries;
    const about = countries.length > 0 ? applies : named;
    return [{ result: index, block, text: text.trim(), countries: applies, about, terms: termsOf(text), context }];
  });
}

function appliesIn(countries: readonly string[], asked: readonly string[]): boolean {
  return countries.length === 0 || asked.length === 0 || countries.some((country) => asked.includes(country));
}

/** Once only that country's documents are left, its name need not stand in the sentence. */
function termsOfCountries(asked: readonly string[], sentences: readonly Sentence[]): Set<string> {
  const answered = new Set(sentences.flatMap(({ about }) => about));
  return asked.some((country) => answered.has(country)) ? countryTerms(asked) : new Set();
}

function countryTerms(asked: readonly string[]): Set<string> {
  return termsOf(asked.flatMap((code) => [code, ...spellings(code)]).join(' '));
}

function spellings(code: string): string[] {
  const names = ['en', 'de'].map((locale) => new Intl.DisplayNames([locale], { type: 'region' }).of(code) ?? code);
  return code === 'US' ? [...names, 'usa', 'america'] : code === 'GB' ? [...names, 'uk', 'britain'] : names;
}

function inverseFrequency(sentences: readonly Sentence[]): (term: string) => number {
  const counts = new Map<string, number>();
  for (const { terms, context } of sentences) {
    for (const term of new Set([...terms, ...context])) counts.set(term, (counts.get(term) ?? 0) + 1);
  }
  return (term) => Math.log(1 + (sentences.length + 1) / ((counts.get(term) ?? 0) + 0.5));
}

/** The best of each country, where the same question has an answer in several. */
function onePerCountry(candidates: readonly Candidate[]): Candidate[] {
  const covered = new Set<string>();
  return candidates.filter(({ countries }) => {
    const isNew = countries.length > 0 && countries.every((code) => !covered.has(code));
    for (const code of isNew ? countries : []) covered.add(code);
    return isNew;
  });
}

function distinct(candidates: readonly Candidate[]): Candidate[] {
  const kept: Candidate[] = [];
  for (const candidate of candidates) {
    if (kept.every((other) => jaccard(other.terms, candidate.terms) <= 0.6)) kept.push(candidate);
  }
  return kept;
}

function jaccard(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const shared = [...a].filter((term) => b.has(term)).length;
  const union = a.size + b.size - shared;
  return union === 0 ? 0 : shared / union;
}
