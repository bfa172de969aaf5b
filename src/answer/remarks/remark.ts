import type { Citation, Version } from '../../domain.ts';
import type { PassageClause } from '../clauses.ts';
import { toCitation } from '../render-answer.ts';

/**
 * A line about the sources: words of ours, titles, and clauses that are quoted and cited in it. Nothing in it is a
 * model's.
 */
export type Remark = readonly (string | CitedClause | NamedVersion)[];

/** A title that is told, of a version that need not be cited. */
export interface NamedVersion {
  readonly kind: 'title';
  readonly id: string;
  readonly title: string;
}

export function titleOf({ id, metadata }: Pick<Version, 'id' | 'metadata'>): NamedVersion {
  return { kind: 'title', id, title: metadata.title };
}

export interface CitedClause extends PassageClause {
  /** It takes effect only after the day of the answer. */
  readonly isUpcoming?: true;
}

/** The lines as people read them, the citations with those that they add, and the versions whose titles they tell. */
export function renderRemarks(
  remarks: readonly Remark[],
  known: readonly Citation[],
): { readonly remarks: string[]; readonly citations: readonly Citation[]; readonly named: readonly string[] } {
  const citations = [...known];
  const named = new Set<string>();
  const numberOf = (clause: CitedClause): number => {
    const { quote, stored } = clause;
    const same = citations.find((each) => each.passage === stored.passage.id && each.quote === quote);
    if (same !== undefined) return same.n;
    const added = toCitation(citations.length + 1, clause);
    citations.push(clause.isUpcoming === true ? { ...added, isUpcoming: true } : added);
    return citations.length;
  };
  const render = (part: Remark[number]): string => {
    if (typeof part === 'string') return part;
    if (part.kind === 'passage') return `“${part.quote.replace(/\s+/g, ' ')}” [${numberOf(part)}]`;
    named.add(part.id);
    return `“${part.title}”`;
  };
  const lines = remarks.map((remark) => remark.map(render).join(''));
  return { remarks: [...new Set(lines)], citations, named: [...named] };
}
