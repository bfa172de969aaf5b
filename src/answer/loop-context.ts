import type { Viewer } from '../domain.ts';
import type { Message } from '../models/model.ts';
import type { TurnSkills } from './turn-skills.ts';

/** A place in a document that was read for an answer. */
export interface FoundSource {
  readonly title: string;
  readonly url?: string;
}

export interface LoopContext {
  readonly conversation: string;
  readonly viewer: Viewer;
  /** Messages of earlier turns; emptied when the model has no room for them. */
  history: Message[];
  readonly startedAt: number;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: LoopProgress) => void;
  /** Absent where there are no skills. */
  readonly skills?: TurnSkills;
}

export type LoopProgress =
  | { readonly step: 'searching'; readonly query: string }
  | { readonly step: 'reading'; readonly title: string }
  | { readonly step: 'found'; readonly sources: readonly FoundSource[] }
  | { readonly step: 'calculating'; readonly skill: string }
  | { readonly step: 'acting'; readonly tool: string }
  | { readonly step: 'writing' };
