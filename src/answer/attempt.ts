import type { Question } from '../domain.ts';
import { BylawError } from '../errors.ts';
import type { Log } from '../log.ts';
import type { Message, Model } from '../models/model.ts';
import type { Records } from '../records/records.ts';
import type { Tool } from '../tools/tool.ts';
import type { LoopProgress } from './agent-loop.ts';
import type { AnswerLimits } from './budgets.ts';
import type { OpenTurn } from './conversation.ts';
import { type Draft, writeAnswer } from './write-answer.ts';

export interface AttemptDeps {
  readonly tools: readonly Tool[];
  readonly records: Pick<Records, 'documents' | 'ledger'>;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly limits: AnswerLimits;
  readonly log: Log;
}

export interface AttemptOptions {
  readonly signal: AbortSignal;
  readonly onProgress?: (progress: LoopProgress | { readonly step: 'checking' }) => void;
}

export interface Attempt {
  readonly model: Model;
  readonly turn: OpenTurn;
  readonly history: Message[];
  readonly save: () => Promise<void>;
  /** How long the model is waited for; then it counts as unavailable. */
  readonly patienceMs: number;
}

/** Lets one model write the answer, within its time. Throws what the model throws. */
export async function runAttempt(
  { model, turn, history, save, patienceMs }: Attempt,
  question: Question,
  { signal, onProgress = () => {} }: AttemptOptions,
  { tools, records, now, limits, log }: AttemptDeps,
): Promise<Draft> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(tooLate), patienceMs);
  try {
    return await writeAnswer(
      turn,
      {
        model,
        tools: tools.toSorted((a, b) => (a.name < b.name ? -1 : 1)),
        ledger: records.ledger,
        documents: records.documents,
        toolMs: limits.toolSeconds * 1000,
        parallel: limits.parallelTools,
        limits,
        save,
        now,
        log,
        onChecking: () => onProgress({ step: 'checking' }),
      },
      {
        conversation: question.conversation,
        viewer: question.viewer,
        history,
        startedAt: now(),
        signal: AbortSignal.any([signal, late.signal]),
        onProgress,
      },
    );
  } finally {
    clearTimeout(timer);
  }
}

/** The reason that a model which is given up on is stopped with. */
export const tooLate = new BylawError('model_unavailable', 'The language model took too long.');
