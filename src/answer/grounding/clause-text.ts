import { linkTo } from '../../document-link.ts';
import type { Clause, PassageClause, StoredPassage } from '../clauses.ts';
import { introOf } from '../intro.ts';
import { linksIn } from '../links.ts';
import { allWords } from '../words.ts';
import type { ComparedSources } from './compare-words.ts';
import { sentenceSpans } from './sentence-spans.ts';
import type { CitedText } from './sources.ts';

/** What a statement's figures must stand in. */
export function sourceOf(clause: Clause): string {
  return clause.kind === 'passage' ? `${clause.quote}\n${introOf(clause)}` : clause.quote;
}

/**
 * What a statement's words are compared with. What a script printed is no sentence, so a statement that cites one may use
 * the words of the passages that its figures come from, and the person's own.
 */
export function comparedWith(clauses: readonly Clause[], said = ''): ComparedSources {
  const runs = clauses.filter((clause) => clause.kind === 'script');
  const cited = [...citedPassages(clauses.filter((clause) => clause.kind === 'passage')), ...citedResults(clauses)];
  if (runs.length === 0) return { cited };
  const behind = runs.flatMap((clause) => [...clause.passages.values()]);
  const calculated: CitedText = {
    quoted: [
      ...runs.flatMap(({ run, quote }) => [quote, ...run.steps.map(({ text }) => text)]),
      ...behind.map(({ passage }) => passage.text),
    ].flatMap(sentencesOf),
    around: [
      ...behind.flatMap(wordsAround),
      ...runs.flatMap(({ run }) => [...run.lines, run.skill.replaceAll('-', ' ')]),
      said,
    ],
  };
  return { cited: [...cited, calculated], isCalculated: true };
}

/** Citations of one passage belong together, in its order. */
function citedPassages(clauses: readonly PassageClause[]): CitedText[] {
  const byPassage = Map.groupBy(clauses, ({ stored }) => stored.passage.id);
  return [...byPassage.values()].flatMap((own): CitedText[] => {
    const [first] = own;
    if (first === undefined) return [];
    const { text } = first.stored.passage;
    const inOrder = own.toSorted((a, b) => text.indexOf(a.quote) - text.indexOf(b.quote));
    const quoted = inOrder.flatMap(({ quote }) => sentencesOf(quote));
    return [{ quoted, intro: own.map(introOf).flatMap(sentencesOf), around: wordsAround(first.stored) }];
  });
}

function citedResults(clauses: readonly Clause[]): CitedText[] {
  return clauses.flatMap((clause) =>
    clause.kind === 'tool' ? [{ quoted: sentencesOf(clause.quote), around: [clause.title] }] : [],
  );
}

function sentencesOf(text: string): string[] {
  return sentenceSpans(text).map(({ start, end }) => text.slice(start, end));
}

/** Years and dates that stand beside the quote on its card, or in the rest of a calculation. */
export function contextOf(clause: Clause): string[] {
  if (clause.kind === 'script') return [...clause.run.lines];
  if (clause.kind === 'tool') return [clause.title];
  const { passage, version } = clause.stored;
  const { title, effectiveFrom = '', effectiveTo = '' } = version.metadata;
  return [title, ...passage.headings, effectiveFrom, effectiveTo];
}

/** Links that a reply may hold for a clause. Of those that a script prints, the ones that stand in its passages. */
export function linksOf(clause: Clause): string[] {
  if (clause.kind === 'script') return [...clause.passages.values()].flatMap(({ passage }) => linksIn(passage.text));
  // A tool has no say in where people are sent.
  if (clause.kind === 'tool') return [];
  const { passage, version } = clause.stored;
  return [...linksIn(clause.quote), linkTo(version.metadata, passage.start) ?? ''];
}

/** Words that introduce or label a statement without stating anything of their own. */
export function vocabularyOf(clauses: readonly Clause[]): Set<string> {
  const texts = clauses.flatMap((clause) => {
    if (clause.kind === 'tool') return [clause.quote, clause.title];
    if (clause.kind === 'passage') return [clause.quote, ...wordsAround(clause.stored)];
    const { run, passages } = clause;
    return [...run.lines, run.skill.replaceAll('-', ' '), ...[...passages.values()].flatMap(wordsAround)];
  });
  return new Set(texts.flatMap(allWords));
}

const regions = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'code' });

function wordsAround({ passage, version: { metadata } }: StoredPassage): string[] {
  const countries = metadata.country.flatMap((code) => [code, regions.of(code) ?? code]);
  return [passage.lead ?? '', metadata.title, ...passage.headings, ...countries];
}
