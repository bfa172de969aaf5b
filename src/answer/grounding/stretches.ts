import type { Span } from '../../domain.ts';
import type { TextBlock } from '../../models/model.ts';
import { type Clause, type Evidence, resolveCitation } from '../clauses.ts';
import type { Problem } from './problem.ts';

/** A piece of the reply with the clauses that it cites. */
export interface Stretch {
  readonly start: number;
  readonly end: number;
  readonly clauses: readonly Clause[];
  /** It has a citation that leads nowhere, which is reported by itself. */
  readonly isBroken: boolean;
}

/** The pieces of a reply in order, and the citations that lead nowhere. */
export function resolveAll(
  content: readonly TextBlock[],
  evidence: Evidence,
): { stretches: Stretch[]; broken: Problem[] } {
  const stretches: Stretch[] = [];
  const broken: Problem[] = [];
  let start = 0;
  for (const block of content) {
    const clauses: Clause[] = [];
    for (const citation of block.citations ?? []) {
      const clause = resolveCitation(citation, evidence);
      if (typeof clause === 'string') broken.push({ code: clause, sentence: block.text.trim() });
      else clauses.push(clause);
    }
    const isBroken = clauses.length < (block.citations ?? []).length;
    stretches.push({ start, end: start + block.text.length, clauses, isBroken });
    start += block.text.length;
  }
  return { stretches, broken };
}

/** Whether some of a place in the reply has a citation. */
export function cites({ start, end }: Span, stretches: readonly Stretch[]): boolean {
  return stretches.some((stretch) => stretch.clauses.length > 0 && stretch.start < end && stretch.end > start);
}
