import type { Answer, Question } from '../domain.ts';

/** What the asker can be told while an answer is in the making. */
export type AnswerProgress =
  | { readonly step: 'searching'; readonly query: string }
  | { readonly step: 'reading'; readonly title: string }
  | { readonly step: 'writing' }
  | { readonly step: 'checking' };

export interface AskOptions {
  readonly signal: AbortSignal;
  readonly onProgress?: (progress: AnswerProgress) => void;
}

/**
 * Turns a question into an answer whose every statement was checked against a stored passage. Always settles with an
 * answer (`failed` included) unless the signal aborts, in which case it throws the signal's reason.
 */
export interface AnswerQuestion {
  ask(question: Question, options: AskOptions): Promise<Answer>;
}
