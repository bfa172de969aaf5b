import type { Citation } from '../../domain.ts';
import type { PassageClause } from '../clauses.ts';
import { toCitation } from '../render-answer.ts';

/** A line about the sources: words of ours, and clauses that are quoted and cited in it. Nothing in it is a model's. */
export type Remark = readonly (string | CitedClause)[];

export interface CitedClause extends PassageClause {
  /** It takes effect only after the day of the answer. */
  readonly isUpcoming?: true;
}

/** The lines as people read them, and the citations with those that they add. */
export function renderRemarks(
  remarks: readonly Remark[],
  known: readonly Citation[],
): { readonly remarks: string[]; readonly citations: readonly Citation[] } {
  const citations = [...known];
  const numberOf = (clause: CitedClause): number => {
    const { quote, stored } = clause;
    const same = citations.find((each) => each.passage === stored.passage.id && each.quote === quote);
    if (same !== undefined) return same.n;
    const added = toCitation(citations.length + 1, clause);
    citations.push(clause.isUpcoming === true ? { ...added, isUpcoming: true } : added);
    return citations.length;
  };
  const lines = remarks.map((remark) =>
    remark
      .map((part) => (typeof part === 'string' ? part : `“${part.quote.replace(/\s+/g, ' ')}” [${numberOf(part)}]`))
      .join(''),
  );
  return { remarks: [...new Set(lines)], citations };
}
