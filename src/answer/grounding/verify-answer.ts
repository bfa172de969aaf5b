import { noAnswer, type TextBlock } from '../../models/model.ts';
import { splitSentences } from '../../sentences.ts';
import { looksLikeInstructions } from '../../untrusted-text.ts';
import { isQuestion } from '../asks-back.ts';
import { type CitationProblem, type Clause, type Evidence, resolveCitation } from '../clauses.ts';
import { looksEnglish } from '../languages.ts';
import { linksIn } from '../links.ts';
import { contentWords } from '../words.ts';
import { comparedWith, contextOf, linksOf, sourceOf, vocabularyOf } from './clause-text.ts';
import { compareWords } from './compare-words.ts';
import { isExempt } from './exempt-sentences.ts';
import { unsupportedFigures } from './figure-support.ts';
import { readSentence } from './qualified-words.ts';

export type ProblemCode =
  | CitationProblem
  | 'nothing_retrieved'
  | 'uncited'
  | 'half_cited'
  /** It lays down a rule, and rests on what a tool returned instead of a policy. */
  | 'tool_rule'
  | 'figure'
  /** A word that no cited text has. */
  | 'word'
  /** A must, may, not, only, at least … that was dropped, added or changed. */
  | 'qualifier'
  | 'link'
  /** It speaks to a model, as planted text does, or rests on what does. */
  | 'instructs'
  /** It gives the system prompt away. */
  | 'leak';

export interface Problem {
  readonly code: ProblemCode;
  /** The statement that isn't supported, as the model wrote it. */
  readonly sentence?: string;
  /** The figure, word or link that no source holds. */
  readonly detail?: string;
}

export type Verdict =
  | { readonly kind: 'abstained' }
  /** Translated: it is in another language than what it cites, so that its words can't be compared. */
  | { readonly kind: 'grounded'; readonly isTranslated: boolean }
  | { readonly kind: 'ungrounded'; readonly problems: readonly Problem[] };

/**
 * Checks a reply against what was retrieved and what is stored now. Grounded means: every citation leads to the same
 * words in a version in force that the asker may read, and every sentence that states something has one that holds its
 * words, figures, links and what qualifies them. That a sentence follows from its clause can't be proved by comparing
 * words. Of sentences in another language than their clauses only figures and links are compared.
 */
export function verifyAnswer(content: readonly TextBlock[], evidence: Evidence): Verdict {
  const text = content.map((block) => block.text).join('');
  if (isAbstention(text, content)) return { kind: 'abstained' };
  if (evidence.retrieved.length === 0) return { kind: 'ungrounded', problems: [{ code: 'nothing_retrieved' }] };

  const { stretches, broken } = resolveAll(content, evidence);
  const clauses = stretches.flatMap((stretch) => stretch.clauses);
  const vocabulary = vocabularyOf(clauses);
  const denied = deniedIn(clauses);
  const statements = splitSentences(text).map(({ start, end }) => ({ start, end, text: text.slice(start, end) }));
  const asks = (sentence: string) => evidence.said !== undefined && isQuestion(sentence, evidence.said);
  const stated = statements.filter(({ text: sentence }) => !isExempt(sentence, vocabulary, denied) && !asks(sentence));
  // A reply of nothing but a label is one sentence that happens to look like a label.
  const claims = stated.length > 0 ? stated : statements.filter((statement) => cites(statement, stretches));
  const isForeign = foreignTo(stretches, text, evidence);
  const problems = [
    ...broken,
    ...claims.flatMap((statement) =>
      checkStatement(statement, stretches, { vocabulary, isForeign, said: evidence.said }),
    ),
    ...checkLinks(text, stretches),
    ...(claims.length === 0 ? [{ code: 'uncited', sentence: text.trim() } as const] : []),
  ];
  if (problems.length > 0) return { kind: 'ungrounded', problems };
  return { kind: 'grounded', isTranslated: claims.some((statement) => isForeign(statement.text)) };
}

/** Words that stand under a denial in a clause. */
function deniedIn(clauses: readonly Clause[]): Set<string> {
  const words = clauses.flatMap(({ quote }) =>
    splitSentences(quote).flatMap(({ start, end }) => readSentence(quote.slice(start, end)).words),
  );
  return new Set(words.filter(({ under }) => denials.some((denial) => under.has(denial))).map(({ shown }) => shown));
}

const denials = ['not', 'no', 'ban'] as const;

function cites({ start, end }: Statement, stretches: readonly Stretch[]): boolean {
  return stretches.some((stretch) => stretch.clauses.length > 0 && stretch.start < end && stretch.end > start);
}

/** Whether a sentence is in another language than what the reply cites; never where that isn't sure. */
function foreignTo(
  stretches: readonly Stretch[],
  reply: string,
  { languageOf = () => undefined, question = '' }: Evidence,
): (sentence: string) => boolean {
  const quotes = stretches.flatMap(({ clauses }) => clauses).map(({ quote }) => quote);
  const theirs = new Set(quotes.map((quote) => languageOf(quote) ?? languageOf(quotes.join('\n'))));
  const whole = languageOf(reply);
  const asked = languageOf(question);
  // Nobody asked for another language than the policies' own.
  if (asked === undefined ? looksEnglish(question) : asked !== whole) return () => false;
  const quoted = new Set(quotes.flatMap(contentWords));
  return (sentence) => {
    const own = languageOf(sentence) ?? whole;
    const isOther = own !== undefined && own === whole && !theirs.has(own) && !theirs.has(undefined);
    if (!isOther) return false;
    // Made of the clauses' own words, it is no translation, however short.
    const words = contentWords(sentence).filter((word) => /\p{L}/u.test(word));
    const shared = words.filter((word) => quoted.has(word)).length;
    return shared <= words.length / 2;
  };
}

/** A piece of the reply with the clauses that it cites. */
interface Stretch {
  readonly start: number;
  readonly end: number;
  readonly clauses: readonly Clause[];
  /** It has a citation that leads nowhere, which is reported by itself. */
  readonly isBroken: boolean;
}

interface Statement {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

function isAbstention(text: string, content: readonly TextBlock[]): boolean {
  if (text.includes(noAnswer)) return true;
  const cites = content.some(({ citations }) => (citations ?? []).length > 0);
  return (
    !cites &&
    text.length < 400 &&
    /^\W*(?:i['’]m sorry,? )?(?:but )?i (?:don['’]t|do not) have (?:this|that|any|enough) information\b/i.test(text)
  );
}

function resolveAll(content: readonly TextBlock[], evidence: Evidence): { stretches: Stretch[]; broken: Problem[] } {
  const stretches: Stretch[] = [];
  const broken: Problem[] = [];
  let start = 0;
  for (const block of content) {
    const clauses: Clause[] = [];
    for (const citation of block.citations ?? []) {
      const clause = resolveCitation(citation, evidence);
      if (typeof clause === 'string') broken.push({ code: clause, sentence: block.text.trim() });
      else clauses.push(clause);
    }
    const isBroken = clauses.length < (block.citations ?? []).length;
    stretches.push({ start, end: start + block.text.length, clauses, isBroken });
    start += block.text.length;
  }
  return { stretches, broken };
}

interface Surroundings {
  readonly vocabulary: ReadonlySet<string>;
  readonly isForeign: (sentence: string) => boolean;
  readonly said: string | undefined;
}

function checkStatement(
  statement: Statement,
  stretches: readonly Stretch[],
  { vocabulary, isForeign, said }: Surroundings,
): Problem[] {
  const sentence = statement.text;
  if (looksLikeInstructions(sentence)) return [{ code: 'instructs', sentence }];
  const parts = stretches
    .map(({ start, end, ...cited }) => ({
      ...cited,
      text: sentence.slice(Math.max(0, start - statement.start), Math.max(0, end - statement.start)),
    }))
    .filter(({ text }) => /[\p{L}\p{N}]/u.test(text));
  const cited = parts.filter(({ clauses }) => clauses.length > 0);
  if (cited.length === 0) return parts.some(({ isBroken }) => isBroken) ? [] : [{ code: 'uncited', sentence }];

  const clauses = cited.flatMap((part) => part.clauses);
  // Half of an order to a model reads like a rule for people.
  if (clauses.some(({ quote }) => looksLikeInstructions(quote))) return [{ code: 'instructs', sentence }];
  const source = clauses.map(sourceOf).join('\n');
  const figures = unsupportedFigures(sentence, source, clauses.flatMap(contextOf).join('\n'));
  const problems: Problem[] = figures.map((detail) => ({ code: 'figure', sentence, detail }));
  const isFromTools = clauses.every(({ kind }) => kind === 'tool');
  if (isFromTools && rules(sentence)) problems.push({ code: 'tool_rule', sentence });
  if (addsTooMuch(parts, vocabulary)) problems.push({ code: 'half_cited', sentence });
  if (isForeign(sentence)) return problems;
  const differences = compareWords(asSeen(sentence), comparedWith(clauses, said));
  return [...problems, ...differences.map(({ kind, detail }): Problem => ({ code: kind, sentence, detail }))];
}

/** As people read it: what is struck out is not said, and a tick or a cross says something. */
function asSeen(sentence: string): string {
  return sentence
    .replace(/(~~?)(?=\S)[^~]*[^\s~]\1/g, '')
    .replace(/[✅✔☑👍]/gu, ' allowed ')
    .replace(/[❌❎✖✗✘🚫⛔👎]/gu, ' not allowed ');
}

/** Whether a sentence says what must, may or should be done, which only a policy can. */
function rules(sentence: string): boolean {
  const { counts } = readSentence(sentence);
  return (['must', 'may', 'should', 'ban', 'free'] as const).some((qualifier) => counts.has(qualifier));
}

/** Whether the uncited part of a cited sentence brings up more than an introduction would. */
function addsTooMuch(
  parts: readonly { text: string; clauses: readonly Clause[] }[],
  vocabulary: ReadonlySet<string>,
): boolean {
  const words = (isCited: boolean) =>
    parts.filter(({ clauses }) => clauses.length > 0 === isCited).flatMap(({ text }) => contentWords(text));
  const added = words(false).filter((word) => !vocabulary.has(word));
  return added.length > Math.max(maxIntroWords, words(true).length);
}

const maxIntroWords = 4;

function checkLinks(text: string, stretches: readonly Stretch[]): Problem[] {
  const allowed = new Set(stretches.flatMap((stretch) => stretch.clauses).flatMap(linksOf));
  const images = /!\[[^\]]*\]\(/.test(text) ? [{ code: 'link', detail: 'image' } as const] : [];
  const links = linksIn(text).filter((link) => !allowed.has(link));
  return [...images, ...links.map((detail): Problem => ({ code: 'link', detail }))];
}
