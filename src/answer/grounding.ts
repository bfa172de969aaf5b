import { noAnswer, type TextBlock } from '../models/model.ts';
import { splitSentences } from '../sentences.ts';
import { isQuestion } from './asks-back.ts';
import { contextOf, linksOf, sourceOf, vocabularyOf } from './clause-text.ts';
import { type CitationProblem, type Clause, type Evidence, resolveCitation } from './clauses.ts';
import { isExempt } from './exempt-sentences.ts';
import { unsupportedFigures } from './figure-support.ts';
import { linksIn } from './links.ts';
import { comparePolarity } from './polarity.ts';
import { contentWords } from './words.ts';

export type ProblemCode =
  | CitationProblem
  | 'nothing_retrieved'
  | 'uncited'
  | 'half_cited'
  | 'figure'
  | 'opposite'
  | 'link'
  | 'polarity';

export interface Problem {
  readonly code: ProblemCode;
  /** The statement that isn't supported, as the model wrote it. */
  readonly sentence?: string;
  /** The figure or link that no source holds. */
  readonly detail?: string;
}

export type Verdict =
  | { readonly kind: 'abstained' }
  | { readonly kind: 'grounded'; readonly warnings: readonly Problem[] }
  | { readonly kind: 'ungrounded'; readonly problems: readonly Problem[] };

/**
 * Checks a reply against what was retrieved and what is stored now. Grounded means: every citation leads to the same
 * words in a version in force that the asker may read, and every sentence that states something has one that holds its
 * figures and links. That a sentence follows from its clause in other words can't be proved by comparing words.
 */
export function verifyAnswer(content: readonly TextBlock[], evidence: Evidence): Verdict {
  const text = content.map((block) => block.text).join('');
  if (isAbstention(text, content)) return { kind: 'abstained' };
  if (evidence.retrieved.length === 0) return { kind: 'ungrounded', problems: [{ code: 'nothing_retrieved' }] };

  const { stretches, broken } = resolveAll(content, evidence);
  const vocabulary = vocabularyOf(stretches.flatMap(({ clauses }) => clauses));
  const statements = splitSentences(text).map(({ start, end }) => ({ start, end, text: text.slice(start, end) }));
  const asks = (sentence: string) => evidence.said !== undefined && isQuestion(sentence, evidence.said);
  const stated = statements.filter(({ text: sentence }) => !isExempt(sentence, vocabulary) && !asks(sentence));
  const found = stated.flatMap((statement) => checkStatement(statement, stretches, vocabulary));
  const problems = [
    ...broken,
    ...found.filter(({ code }) => code !== 'polarity'),
    ...checkLinks(text, stretches),
    ...(stated.length === 0 ? [{ code: 'uncited', sentence: text.trim() } as const] : []),
  ];
  if (problems.length > 0) return { kind: 'ungrounded', problems };
  return { kind: 'grounded', warnings: found };
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

function checkStatement(
  statement: Statement,
  stretches: readonly Stretch[],
  vocabulary: ReadonlySet<string>,
): Problem[] {
  const sentence = statement.text;
  const parts = stretches
    .map(({ start, end, ...cited }) => ({
      ...cited,
      text: sentence.slice(Math.max(0, start - statement.start), Math.max(0, end - statement.start)),
    }))
    .filter(({ text }) => /[\p{L}\p{N}]/u.test(text));
  const cited = parts.filter(({ clauses }) => clauses.length > 0);
  if (cited.length === 0) return parts.some(({ isBroken }) => isBroken) ? [] : [{ code: 'uncited', sentence }];

  const clauses = cited.flatMap((part) => part.clauses);
  const source = clauses.map(sourceOf).join('\n');
  const figures = unsupportedFigures(sentence, source, clauses.flatMap(contextOf).join('\n'));
  const problems: Problem[] = figures.map((detail) => ({ code: 'figure', sentence, detail }));
  if (addsTooMuch(parts, vocabulary)) problems.push({ code: 'half_cited', sentence });
  const polarity = comparePolarity(sentence, clauses.map(({ quote }) => quote).join('\n'));
  if (polarity !== 'same') problems.push({ code: polarity === 'opposite' ? 'opposite' : 'polarity', sentence });
  return problems;
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
