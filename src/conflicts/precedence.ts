import type { IsoDate } from '../domain.ts';

/** How to tell which of two clauses counts, in the order in which the rules are asked. */
export const precedenceRules = ['specific', 'newer'] as const;
export type PrecedenceRule = (typeof precedenceRules)[number];

/** What is known of a clause that another contradicts. */
export interface Contender {
  /** First day in force, else the day of its last change; absent where neither is known. */
  readonly since?: IsoDate;
  /** How many things limit to whom it applies: country, entity, employment. */
  readonly limits: number;
}

export interface Precedence {
  readonly winner: 'first' | 'second';
  readonly rule: PrecedenceRule;
}

/**
 * Which of two contradicting clauses counts by the first rule that tells; undefined where none does. `specific` is what
 * the wording itself shows, where it does.
 */
export function findPrecedence(
  first: Contender,
  second: Contender,
  rules: readonly PrecedenceRule[],
  specific?: 'first' | 'second',
): Precedence | undefined {
  for (const rule of rules) {
    const winner = rule === 'newer' ? newer(first, second) : moreSpecific(first, second, specific);
    if (winner !== undefined) return { winner, rule };
  }
  return undefined;
}

function newer({ since: a }: Contender, { since: b }: Contender): 'first' | 'second' | undefined {
  if (a === undefined || b === undefined || a === b) return undefined;
  return a > b ? 'first' : 'second';
}

function moreSpecific(a: Contender, b: Contender, specific?: 'first' | 'second'): 'first' | 'second' | undefined {
  if (a.limits !== b.limits) return a.limits > b.limits ? 'first' : 'second';
  return specific;
}
