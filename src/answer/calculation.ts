import { figuresIn } from '../figures/figures.ts';
import type { ScriptStep } from '../tools/tool.ts';
import { type Clause, type PassageClause, passageIdOf, type ScriptClause, type StoredPassage } from './clauses.ts';
import { linksIn } from './links.ts';

/** How a cited calculation came to its result, with what each step rests on. */
export interface Calculation {
  readonly skill: string;
  readonly steps: readonly { readonly text: string; readonly clauses: readonly PassageClause[] }[];
}

/**
 * The calculations among the clauses, each run once. One that tells no steps shows what is cited of it; one whose steps
 * are all cited with their passages stands in the answer already.
 */
export function calculationsOf(clauses: readonly Clause[]): Calculation[] {
  const scripts = clauses.filter((clause) => clause.kind === 'script');
  const runs = new Map(scripts.map((clause) => [clause.run.source, clause]));
  return [...runs.values()]
    .filter(({ run }) => !isToldAlready(clauses, run))
    .map(({ run, passages }) => ({
      skill: run.skill,
      steps: stepsOf(scripts, run)
        // A script has no say in where people are sent: it may repeat what its passages name.
        .filter(({ text }) => linksIn(text).every((link) => namesLink(passages, link)))
        .map(({ text, sources }) => ({ text: oneLine(text), clauses: sources.flatMap(clauseFor(text, passages)) })),
    }));
}

function stepsOf(
  scripts: readonly ScriptClause[],
  { source, steps, sources }: ScriptClause['run'],
): readonly ScriptStep[] {
  if (steps.length > 0) return steps;
  const quotes = scripts.filter(({ run }) => run.source === source).map(({ quote }) => quote);
  return [...new Set(quotes)].map((text) => ({ text, sources }));
}

function isToldAlready(clauses: readonly Clause[], { source, steps }: ScriptClause['run']): boolean {
  const quotes = clauses.flatMap((clause) =>
    clause.kind === 'script' && clause.run.source === source ? [clause.quote] : [],
  );
  const passages = clauses.flatMap((clause) => (clause.kind === 'passage' ? [clause.stored.passage.id] : []));
  const isTold = ({ text, sources }: ScriptStep) =>
    quotes.some((quote) => quote.includes(oneLine(text))) &&
    sources.every((name) => passages.includes(passageIdOf(name)));
  return steps.length > 0 && steps.every(isTold);
}

function clauseFor(step: string, passages: ReadonlyMap<string, StoredPassage>) {
  return (source: string): PassageClause[] => {
    const stored = passages.get(passageIdOf(source));
    return stored === undefined ? [] : [{ kind: 'passage', stored, quote: sentenceFor(step, stored) }];
  };
}

/** The passage's sentence that shares most figures with the step; its first one where none does. */
function sentenceFor(step: string, { passage }: StoredPassage): string {
  const asked = new Set(figuresIn(step).flatMap(({ values }) => values));
  const shared = (text: string) =>
    figuresIn(text).filter(({ values }) => values.some((value) => asked.has(value))).length;
  const sentences = passage.sentences.map(({ start, end }) => passage.text.slice(start, end).trim()).filter(Boolean);
  const best = sentences.reduce((most, next) => (shared(next) > shared(most) ? next : most), sentences[0] ?? '');
  return best === '' ? passage.text.trim() : best;
}

function namesLink(passages: ReadonlyMap<string, StoredPassage>, link: string): boolean {
  return [...passages.values()].some(({ passage }) => linksIn(passage.text).includes(link));
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
