import type { Figure } from '../figures/figures.ts';
import { type Rule, type RuleSentence, readRule, statesRule } from './rule.ts';
import { areOpposed } from './stance.ts';

/** Two sentences that state the same rule differently. */
export interface Disagreement {
  readonly kind: 'number' | 'date' | 'permission';
  /** How sure it is that both are about the same thing, from 0 to 1. */
  readonly likeness: number;
  /** Which of the two says more about whom or what it is for; absent where neither does. */
  readonly specific?: 'first' | 'second';
}

/** Compares two rules of the library, in any order; undefined where they agree or are about different things. */
export function findDisagreement(first: Rule, second: Rule): Disagreement | undefined {
  const kind = kindOf(first, second);
  if (kind === undefined || first.labels !== second.labels || areParallel(first, second)) return undefined;
  const likeness = likenessOf(first, second);
  if (likeness === undefined) return undefined;
  if (kind === 'permission' && first.condition !== second.condition) return undefined;
  return { kind, ...likeness };
}

/** Whether two sentences of different documents state the same rule differently. */
export function contradict(first: RuleSentence, second: RuleSentence): boolean {
  return statesRule(first) && statesRule(second) && findDisagreement(readRule(first), readRule(second)) !== undefined;
}

function kindOf(first: Rule, second: Rule): Disagreement['kind'] | undefined {
  const figures = differingFigures(first.figures, second.figures);
  if (figures !== undefined) return figures;
  return areOpposed(first.stance, second.stance) ? 'permission' : undefined;
}

/** Figures that measure the same, of which none is the same. */
function differingFigures(first: readonly Figure[], second: readonly Figure[]): 'number' | 'date' | undefined {
  const others = Map.groupBy(second, measureOf);
  for (const [measure, mine] of Map.groupBy(first, measureOf)) {
    const theirs = others.get(measure);
    if (theirs === undefined) continue;
    // Several of a kind belong to several things; only one against one is sure to be the same thing.
    if (mine.length > 1 || theirs.length > 1) {
      if (mine.length !== theirs.length || mine.some((a) => theirs.some((b) => areEqual(a, b)))) continue;
    } else if (mine[0] !== undefined && theirs[0] !== undefined && areEqual(mine[0], theirs[0])) continue;
    return mine[0]?.kind === 'date' ? 'date' : 'number';
  }
  return undefined;
}

function measureOf({ kind, unit, per, bound, days }: Figure): string {
  // "Up to EUR 45" and "EUR 45" are the same limit; "at least" is another one.
  return [kind, unit, per, bound === 'least' ? bound : '', days === undefined || days === 'working' ? '' : days].join();
}

function areEqual(a: Figure, b: Figure): boolean {
  return a.values.some((value) => b.values.includes(value) || b.values.some((other) => sameDay(value, other)));
}

/** "1 March" and "1 March 2026" may be the same day. */
function sameDay(a: string, b: string): boolean {
  if (!/^[\d?]{4}-/.test(a) || !/^[\d?]{4}-/.test(b) || a.length !== b.length) return false;
  return [...a].every((char, i) => char === '?' || b[i] === '?' || char === b[i]);
}

const leastLikeness = 0.6;
const mostUnmatched = 2;

/** Whether both are about the same thing: few words of either are missing in the other and above it. */
function likenessOf(first: Rule, second: Rule): Pick<Disagreement, 'likeness' | 'specific'> | undefined {
  const isBare = [...first.words].filter((word) => second.words.has(word)).length < 2;
  const [a, b] = [subjectOf(first, isBare), subjectOf(second, isBare)];
  const shared = [...a].filter((word) => b.has(word));
  if (shared.length === 0 || (shared.length < 2 && Math.max(a.size, b.size) > 2)) return undefined;
  const onlyA = [...a].filter((word) => !b.has(word) && !second.context.has(word));
  const onlyB = [...b].filter((word) => !a.has(word) && !first.context.has(word));
  // Each naming something that the other doesn't, they speak of different cases: "birth parents" and "other parents".
  if (onlyA.length > 0 && onlyB.length > 0 && !isRephrased(shared, [onlyA, first], [onlyB, second])) return undefined;
  const isStrict = first.document === second.document || first.isRow || second.isRow;
  if (isStrict && (onlyA.length > 0 || onlyB.length > 0)) return undefined;
  if (Math.max(onlyA.length, onlyB.length) > mostUnmatched) return undefined;
  const likeness = shared.length / (shared.length + onlyA.length + onlyB.length);
  if (likeness < leastLikeness) return undefined;
  const specific = onlyA.length > onlyB.length ? 'first' : onlyB.length > onlyA.length ? 'second' : undefined;
  return { likeness, ...(specific && { specific }) };
}

/** What a short sentence is about stands above it. */
function subjectOf({ words, near }: Rule, isBare: boolean): ReadonlySet<string> {
  return isBare && words.size < 3 ? new Set([...words, ...near]) : words;
}

type Unmatched = readonly [words: readonly string[], of: Rule];

/** One word each may be two ways to say the same, among enough others and if neither is a name. */
function isRephrased(shared: readonly string[], ...sides: readonly Unmatched[]): boolean {
  return shared.length >= 4 && sides.every(([words, { names }]) => words.length === 1 && !names.has(words[0] ?? ''));
}

const namesOfDocuments = new Set(
  'polici policy guid guidelin handbook rule procedur manual document regul agreement compani richtlini handbuch'.split(
    ' ',
  ),
);

/**
 * Documents, or sections of one, that say the same of different things: two plans, two countries, two kinds of leave. In
 * one section, sentences with other figures are cases of one rule.
 */
function areParallel(first: Rule, second: Rule): boolean {
  const isSame = first.document === second.document;
  if (isSame && (first.section === second.section || areAlike(first.near, second.near))) return true;
  return contrast(isSame ? first.near : first.title, isSame ? second.near : second.title);
}

function areAlike(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return a.size === b.size && [...a].every((word) => b.has(word));
}

function contrast(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  const own = (of: ReadonlySet<string>, other: ReadonlySet<string>) =>
    [...of].filter((word) => !other.has(word) && !namesOfDocuments.has(word));
  const shared = [...a].filter((word) => b.has(word) && !namesOfDocuments.has(word));
  return shared.length > 0 && own(a, b).length > 0 && own(b, a).length > 0;
}
