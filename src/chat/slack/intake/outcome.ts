import type { Answer } from '../../../domain.ts';

/** How a claimed question ended. */
export interface Outcome {
  readonly state: 'delivered' | 'refused' | 'failed';
  /** The ts of the answer's last message. */
  readonly message?: string;
}

export function stateOf(answer: Answer): Outcome['state'] {
  return answer.status === 'failed' ? 'failed' : 'delivered';
}

/** Why a question that was under way is not answered any more. */
export type EndReason = 'stopped' | 'deleted' | 'corrected';
