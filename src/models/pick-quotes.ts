import { readPassageTitle } from '../passage-title.ts';
import type { SearchResultBlock } from '../tools/tool.ts';
import { answerTypeScore } from './answer-type.ts';
import { countriesIn } from './country-names.ts';
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
  /** The least score that counts as an answer; measured, see the benchmark of answers. */
  readonly min?: number;
}

const defaultMin = 0.55;
const maxQuotes = 3;
/** Below this share of the best score a sentence is about something else. */
const nearBest = 0.8;
const nearBestAbroad = 0.7;

/** The sentences that answer the question best, the best first; none if the best is not good enough. */
export function pickQuotes(
  question: string,
  results: readonly SearchResultBlock[],
  options: PickOptions = {},
): Quote[] {
  const min = options.min ?? defaultMin;
  const candidates = scoreSentences(question, results);
  const best = candidates[0];
  if (best === undefined || best.score < min || best.coverage < 0.8 * min) return [];
  const good = candidates.filter(({ score, coverage }) => score >= min && coverage >= 0.8 * min);
  const abroad = onePerCountry(good.filter(({ score }) => score >= nearBestAbroad * best.score));
  if (abroad.length > 1) return abroad;
  return distinct(good.filter(({ score }) => score >= nearBest * best.score)).slice(0, maxQuotes);
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
  readonly countries: readonly string[];
  readonly terms: ReadonlySet<string>;
  readonly context: ReadonlySet<string>;
}

function scoreSentences(question: string, results: readonly SearchResultBlock[]): Candidate[] {
  const asked = countriesIn(question);
  const sentences = results.flatMap(sentencesOf).filter(({ countries }) => appliesIn(countries, asked));
  const terms = [...termsOf(question)].filter((term) => !termsOfCountries(asked, sentences).has(term));
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
      return { ...sentence, coverage, score: coverage + answerTypeScore(question, sentence.text) - length };
    })
    .sort((a, b) => b.score - a.score || a.result - b.result || a.block - b.block);
}

function sentencesOf(result: SearchResultBlock, index: number): Sentence[] {
  const { path, countries, lead } = readPassageTitle(result.title);
  const context = termsOf([path, ...lead].join('\n'));
  return result.content.flatMap(({ text }, block) => {
    if (isHeaderRow(text) || /^\s*#{1,6}\s/.test(text) || text.trim().endsWith('?')) return [];
    return [{ result: index, block, text: text.trim(), countries, terms: termsOf(text), context }];
  });
}

function appliesIn(countries: readonly string[], asked: readonly string[]): boolean {
  return countries.length === 0 || asked.length === 0 || countries.some((country) => asked.includes(country));
}

/** Once only that country's documents are left, its name need not stand in the sentence. */
function termsOfCountries(asked: readonly string[], sentences: readonly Sentence[]): Set<string> {
  const answered = new Set(sentences.flatMap(({ countries }) => countries));
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
  const best = new Map<string, Candidate>();
  for (const candidate of candidates) {
    const key = candidate.countries.join();
    if (key !== '' && !best.has(key)) best.set(key, candidate);
  }
  return [...best.values()];
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
