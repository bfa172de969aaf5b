import type { ContextEditing, Model } from '../models/model.ts';
import type { OpenTurn } from './conversation.ts';

export interface AnswerLimits {
  /** For the whole answer, the quoting one that replaces a late one included. */
  readonly answerSeconds: number;
  /** Calls of the model for one question. */
  readonly iterations: number;
  readonly outputTokens: number;
  /** Whole prompts, summed over the calls of one question. */
  readonly promptTokens: number;
  /** US dollars for one question; absent means no limit. */
  readonly answerUsd?: number | undefined;
  readonly toolSeconds: number;
  /** Tools that run at the same time. */
  readonly parallelTools: number;
  /** Of one reply; doubled once where a reply is cut off. */
  readonly maxTokens: number;
  /** Continuations of a turn that the API paused. */
  readonly pauses: number;
  /** How much of the earlier turns is sent along, as JSON. */
  readonly historyChars: number;
  readonly questionChars: number;
  /** Of what one tool gives back. */
  readonly resultChars: number;
  /** How long people have to agree to an action. */
  readonly approvalMinutes: number;
}

export const defaultLimits: AnswerLimits = {
  answerSeconds: 90,
  iterations: 8,
  outputTokens: 20_000,
  promptTokens: 400_000,
  toolSeconds: 20,
  parallelTools: 4,
  maxTokens: 4096,
  pauses: 4,
  historyChars: 120_000,
  questionChars: 8000,
  resultChars: 50_000,
  approvalMinutes: 60,
};

/** After this share of the time the model is asked for its answer; after the next it is no longer waited for. */
const timeToConclude = 0.6;
const timeToGiveUp = 0.9;

/** Whether the next call must be the last one, which may not call tools any more. */
export function mustConclude(turn: OpenTurn, limits: AnswerLimits, elapsedMs: number): boolean {
  return (
    turn.iterations >= limits.iterations - 1 ||
    turn.outputTokens >= limits.outputTokens ||
    turn.promptTokens >= limits.promptTokens ||
    isNearlySpent(turn, limits) ||
    elapsedMs >= limits.answerSeconds * 1000 * timeToConclude
  );
}

/** A further call would, as far as can be told, leave nothing for the one that answers. */
function isNearlySpent({ usd = 0, dearestUsd = 0 }: OpenTurn, { answerUsd }: AnswerLimits): boolean {
  return answerUsd !== undefined && usd > 0 && usd + 2 * dearestUsd > answerUsd;
}

/** How long a model is waited for, so that a quoting answer still comes in time. */
export function modelPatienceMs(limits: AnswerLimits): number {
  return limits.answerSeconds * 1000 * timeToGiveUp;
}

/** How long a side task is waited for, of which an answer has at most two: one before its model, one after. */
export function sidePatienceMs(limits: Pick<AnswerLimits, 'answerSeconds'>): number {
  return Math.min(longestSideTaskMs, limits.answerSeconds * 1000 * timeForSideTask);
}

const timeForSideTask = 0.15;
const longestSideTaskMs = 15_000;

/** How much of the past is kept: where the API shortens it itself, far more than is ever sent as it is. */
export function historyCharsOf({ historyChars }: AnswerLimits, { support }: Pick<Model, 'support'>): number {
  return support?.().compaction === true ? Math.max(historyChars, charsWithSummaries) : historyChars;
}

const charsWithSummaries = 1_500_000;

/** What the API may shorten by itself, of a model that says it can. */
export function contextEditingOf({ support }: Pick<Model, 'support'>): ContextEditing | undefined {
  const { clearing = false, compaction = false } = support?.() ?? {};
  if (!clearing && !compaction) return undefined;
  return {
    clearAtTokens: 80_000,
    keepResults: 6,
    keepTools: ['load_skill', 'read_skill_file'],
    compactAtTokens: 120_000,
  };
}

/** A part of a budget, for work within an answer. */
export function shareOf(limits: AnswerLimits, share: number): AnswerLimits {
  return {
    ...limits,
    answerSeconds: limits.answerSeconds * share,
    iterations: Math.max(2, Math.ceil(limits.iterations * share)),
    outputTokens: limits.outputTokens * share,
    promptTokens: limits.promptTokens * share,
    answerUsd: limits.answerUsd && limits.answerUsd * share,
  };
}
