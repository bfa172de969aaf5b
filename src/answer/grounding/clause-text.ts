import { splitSentences } from '../../sentences.ts';
import type { Clause, StoredPassage } from '../clauses.ts';
import { introOf } from '../intro.ts';
import { linksIn } from '../links.ts';
import { allWords } from '../words.ts';
import type { ComparedSources } from './compare-words.ts';

/** What a statement's figures must stand in. */
export function sourceOf(clause: Clause): string {
  return clause.kind === 'passage' ? `${clause.quote}\n${introOf(clause)}` : clause.quote;
}

/**
 * What a statement's words are compared with. What a script printed is no sentence, so a statement that cites one may use
 * the words of the passages that its figures come from, and the person's own.
 */
export function comparedWith(clauses: readonly Clause[], said = ''): ComparedSources {
  const passages = clauses.filter((clause) => clause.kind === 'passage');
  const runs = clauses.filter((clause) => clause.kind === 'script');
  const behind = runs.flatMap((clause) => [...clause.passages.values()]);
  const texts = [
    ...passages.flatMap((clause) => [clause.quote, introOf(clause)]),
    ...clauses.flatMap((clause) => (clause.kind === 'tool' ? [clause.quote] : [])),
    ...runs.flatMap(({ run, quote }) => [quote, ...run.steps.map(({ text }) => text)]),
    ...behind.map(({ passage }) => passage.text),
  ];
  return {
    quoted: texts.flatMap((text) => splitSentences(text).map(({ start, end }) => text.slice(start, end))),
    around: [
      ...[...passages.map(({ stored }) => stored), ...behind].flatMap(wordsAround),
      ...runs.flatMap(({ run }) => [...run.lines, run.skill.replaceAll('-', ' ')]),
      ...(runs.length > 0 ? [said] : []),
      ...clauses.flatMap((clause) => (clause.kind === 'tool' ? [clause.title] : [])),
    ],
    isCalculated: runs.length > 0,
  };
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
  return [...linksIn(clause.quote), clause.stored.version.metadata.url ?? ''];
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
