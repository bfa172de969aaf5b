import { contenderOf, sinceOf } from '../conflicts/contender.ts';
import { findPrecedence, type PrecedenceRule } from '../conflicts/precedence.ts';
import { dayInWords } from '../days.ts';
import type { Citation } from '../domain.ts';
import type { PassageClause } from './clauses.ts';
import type { Conflict } from './find-conflicts.ts';
import { toCitation } from './render-answer.ts';

/**
 * Adds both clauses of each conflict word for word, with their dates, and which of them the rules of precedence favour.
 * The answer itself never picks.
 */
export function showConflicts(
  answer: { readonly text: string; readonly citations: readonly Citation[] },
  conflicts: readonly Conflict[],
  precedence: readonly PrecedenceRule[],
): { text: string; citations: Citation[] } {
  const citations = [...answer.citations];
  const numberOf = (clause: PassageClause): number => {
    const { quote, stored } = clause;
    const known = citations.find((each) => each.passage === stored.passage.id && each.quote === quote);
    if (known !== undefined) return known.n;
    const added = toCitation(citations.length + 1, clause);
    citations.push(added);
    return added.n;
  };
  const line = (clause: PassageClause) =>
    `- “${clause.quote.replace(/\s+/g, ' ')}” (${titleOf(clause)}, ${dateOf(clause)}) [${numberOf(clause)}]`;
  const blocks = conflicts.map((conflict) =>
    [`**${heading}**`, line(conflict.first), line(conflict.second), '', advice(conflict, precedence)].join('\n'),
  );
  return { text: [answer.text, ...blocks].join('\n\n'), citations };
}

const heading = 'The policies differ here:';

const reasons: Readonly<Record<PrecedenceRule, string>> = {
  newer: 'the newer one',
  specific: 'the more specific one',
};

function advice({ first, second, specific }: Conflict, rules: readonly PrecedenceRule[]): string {
  const owners = [...new Set([first, second].flatMap((clause) => clause.stored.version.metadata.owner ?? []))];
  const people = owners.length === 0 ? 'their owners' : owners.join(' or ');
  const [a, b] = [contenderOf(first.stored.version), contenderOf(second.stored.version)];
  const found = findPrecedence(a, b, rules, specific);
  if (found === undefined) return `Please ask ${people} which one applies to you.`;
  const winner = found.winner === 'first' ? first : second;
  return `By the usual precedence ${reasons[found.rule]} counts, ${titleOf(winner)}; please have ${people} confirm it.`;
}

function titleOf({ stored }: PassageClause): string {
  return stored.version.metadata.title;
}

function dateOf({ stored: { version } }: PassageClause): string {
  const since = sinceOf(version);
  if (since === undefined) return 'without a date';
  return since === version.metadata.updated ? `updated ${dayInWords(since)}` : `in force since ${dayInWords(since)}`;
}
