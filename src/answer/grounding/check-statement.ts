import { looksLikeInstructions } from '../../untrusted-text.ts';
import type { Clause } from '../clauses.ts';
import { contentWords } from '../words.ts';
import { contradicts, leadOf } from './answer-leads.ts';
import { comparedWith, contextOf, sourceOf } from './clause-text.ts';
import { compareWords } from './compare-words.ts';
import { unsupportedFigures } from './figure-support.ts';
import type { Problem } from './problem.ts';
import { readSentence } from './qualified-words.ts';
import type { Statement } from './statements.ts';
import type { Stretch } from './stretches.ts';

export interface Surroundings {
  readonly vocabulary: ReadonlySet<string>;
  readonly isForeign: (sentence: string) => boolean;
  /** What the person said, where a skill is followed. */
  readonly said?: string | undefined;
  readonly question?: string;
}

/** What is wrong with one statement of a reply, given what it cites. */
export function checkStatement(
  statement: Statement,
  stretches: readonly Stretch[],
  { vocabulary, isForeign, said, question }: Surroundings,
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
  const { lead, under } = statement;
  const claim = sentence.slice(leadOf(sentence)?.text.length ?? 0);
  const isQuoted = leadOf(sentence) !== undefined && clauses.some(({ quote }) => quote.includes(unlisted(sentence)));
  if (lead !== undefined && !isQuoted && contradicts(lead, asSeen(claim), question))
    problems.push({ code: 'qualifier', sentence, detail: lead.says });
  if (isForeign(sentence)) return problems;
  const differences = compareWords(asSeen(claim), { ...comparedWith(clauses, said), lead: under });
  return [...problems, ...differences.map(({ kind, detail }): Problem => ({ code: kind, sentence, detail }))];
}

function unlisted(sentence: string): string {
  return sentence.replace(/^\s*(?:[-*+]|\d+[.)])\s+/, '').trim();
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
