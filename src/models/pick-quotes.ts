import { termsOf } from '../question-terms.ts';
import type { SearchResultBlock } from '../tools/tool.ts';
import { countriesIn } from './country-names.ts';
import { partsOf, type QuestionPart } from './question-parts.ts';
import { type Candidate, type Sentence, type StatedSentence, scoreSentences, sentencesOf } from './score-sentences.ts';

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
  /** Whether two sentences of different documents state the same rule differently; without it they never do. */
  readonly contradicts?: Contradicts;
}

/** What a sentence says, under which headings of which document. */
export type Contradicts = (a: StatedSentence, b: StatedSentence) => boolean;

const defaultMin = 0.55;
/** Where one thing is asked; otherwise one for each part. */
const maxQuotes = 3;
/** Below this share of the best score a sentence is about something else. */
const nearBest = 0.8;
const nearBestAbroad = 0.7;
/** Where another document comes as close as this, nothing in the question tells which of them is meant. */
const tooClose = 0.05;

export interface Picked {
  /** In the order of the question's parts, the best first. */
  readonly quotes: readonly Quote[];
  /** False where a part of the question has no answer. */
  readonly isWhole: boolean;
}

/** The sentences that answer the question best; none if no part of it has an answer that is good enough. */
export function pickQuotes(question: string, results: readonly SearchResultBlock[], options: PickOptions = {}): Picked {
  const asked = countriesIn(question);
  const sources = results.map(({ source }) => source);
  const sentences = results
    .flatMap((result, i) => (sources.indexOf(result.source) === i ? sentencesOf(result, i) : []))
    .filter(({ about }) => appliesIn(about, asked));
  const parts = partsOf(question);
  const { min = defaultMin, contradicts = () => false } = options;
  const choice = { min, contradicts, isAlone: parts.length === 1 };
  const found = parts.map((part) => pickForPart(part, asked, sentences, choice));
  const quotes = found.flat().filter((quote, i, all) => all.findIndex((other) => isSame(quote, other)) === i);
  return { quotes, isWhole: found.every((picked) => picked.length > 0) };
}

function isSame(a: Quote, b: Quote): boolean {
  return a.result === b.result && a.block === b.block;
}

/** The first of another document that comes as close. Documents for different countries don't compete: each is named. */
function rivalOf(best: Candidate, scored: readonly Candidate[]): Candidate | undefined {
  const rival = scored.find(({ document }) => document !== best.document);
  const isClose = best.countries.length === 0 && rival !== undefined && best.score - rival.score < tooClose;
  return isClose ? rival : undefined;
}

/** The best few, or one for each country where they differ. */
function pickForPart(
  part: QuestionPart,
  asked: readonly string[],
  sentences: readonly Sentence[],
  { min, isAlone, contradicts }: Required<PickOptions> & { readonly isAlone: boolean },
): Quote[] {
  const named = termsOfCountries(asked, sentences);
  const terms = [...part.terms].filter((term) => !named.has(term));
  const scored = scoreSentences(part, terms, sentences, { isAlone });
  const good = scored.filter(({ score, coverage }) => score >= min && coverage >= 0.8 * min);
  const best = good[0];
  if (best === undefined) return [];
  const rival = rivalOf(best, scored);
  // Which of two rules counts isn't picked here, and that there are two is the answer.
  if (rival !== undefined) return good.includes(rival) && contradicts(best, rival) ? [best, rival] : [];
  const abroad =
    asked.length === 1 ? [] : onePerCountry(good.filter(({ score }) => score >= nearBestAbroad * best.score));
  if (abroad.length > 1) return abroad;
  return distinct(good.filter(({ score }) => score >= nearBest * best.score)).slice(0, isAlone ? maxQuotes : 1);
}

function appliesIn(countries: readonly string[], asked: readonly string[]): boolean {
  return countries.length === 0 || asked.length === 0 || countries.some((country) => asked.includes(country));
}

/** Once only that country's documents are left, its name need not stand in the sentence. */
function termsOfCountries(asked: readonly string[], sentences: readonly Sentence[]): Set<string> {
  const answered = new Set(sentences.flatMap(({ about }) => about));
  if (!asked.some((country) => answered.has(country))) return new Set();
  return asked.length > 1 ? new Set([...countryTerms(asked), ...comparing]) : countryTerms(asked);
}

/** Rules are compared by those who read them side by side. */
const comparing = termsOf('difference different differ differs compare compared comparison versus vs');

function countryTerms(asked: readonly string[]): Set<string> {
  return termsOf(asked.flatMap((code) => [code, ...spellings(code)]).join(' '));
}

function spellings(code: string): string[] {
  const names = ['en', 'de'].map((locale) => new Intl.DisplayNames([locale], { type: 'region' }).of(code) ?? code);
  return code === 'US' ? [...names, 'usa', 'america'] : code === 'GB' ? [...names, 'uk', 'britain'] : names;
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
