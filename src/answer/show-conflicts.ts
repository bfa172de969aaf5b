import type { Citation } from '../domain.ts';
import type { PassageClause } from './clauses.ts';
import type { Conflict } from './find-conflicts.ts';
import { toCitation } from './render-answer.ts';

/** Adds both clauses of each conflict word for word, with their dates: which one holds is for people to say. */
export function showConflicts(
  answer: { readonly text: string; readonly citations: readonly Citation[] },
  conflicts: readonly Conflict[],
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
  const line = (clause: PassageClause) => {
    const { title } = clause.stored.version.metadata;
    return `- “${clause.quote.replace(/\s+/g, ' ')}” (${title}, ${dateOf(clause)}) [${numberOf(clause)}]`;
  };
  const blocks = conflicts.map(({ first, second }) => `**${heading}**\n${line(first)}\n${line(second)}`);
  return { text: [answer.text, ...blocks].join('\n\n'), citations };
}

const heading = 'The policies differ here. Please ask their owners which one applies to you:';

function dateOf({ stored: { version } }: PassageClause): string {
  const { effectiveFrom, updated } = version.metadata;
  if (effectiveFrom !== undefined) return `in force since ${effectiveFrom}`;
  return updated === undefined ? 'without a date' : `updated ${updated}`;
}
