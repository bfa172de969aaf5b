import type { CitationProblem } from '../clauses.ts';

export type ProblemCode =
  | CitationProblem
  | 'nothing_retrieved'
  | 'uncited'
  | 'half_cited'
  /** It lays down a rule, and rests on what a tool returned instead of a policy. */
  | 'tool_rule'
  | 'figure'
  /** A word that no cited text has. */
  | 'word'
  /** A must, may, not, only, at least … that was dropped, added or changed. */
  | 'qualifier'
  | 'link'
  /** It speaks to a model, as planted text does, or rests on what does. */
  | 'instructs'
  /** It gives the system prompt away. */
  | 'leak';

export interface Problem {
  readonly code: ProblemCode;
  /** The statement that isn't supported, as the model wrote it. */
  readonly sentence?: string;
  /** The figure, word or link that no source holds. */
  readonly detail?: string;
}
