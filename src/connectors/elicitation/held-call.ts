import type { ElicitAnswer, ElicitRequest, RemoteResult } from '../mcp-connection.ts';
import type { Timers } from '../timers.ts';
import type { InputCall } from './input-calls.ts';
import { whyDeclined } from './why-declined.ts';

/** A call of an older revision, which stays open while its server waits for an answer. */
export interface HeldCall {
  /** The next question, or the end; until then the signal aborts the call. */
  next(signal: AbortSignal): Promise<HeldEvent>;
  /** Answers the question that `next` gave. */
  answer(response: ElicitAnswer): void;
  cancel(): void;
  readonly notes: readonly string[];
}

export type HeldEvent =
  | { readonly kind: 'question'; readonly request: ElicitRequest }
  | { readonly kind: 'result'; readonly result: RemoteResult };

interface Question {
  readonly request: ElicitRequest;
  readonly answer: (response: ElicitAnswer) => void;
}

export function holdCall(
  { call, send }: Pick<InputCall, 'call' | 'send'>,
  { timers, holdMs, onEnd }: { readonly timers: Timers; readonly holdMs: number; readonly onEnd: () => void },
): HeldCall {
  const stopping = new AbortController();
  const waiting: Question[] = [];
  const notes: string[] = [];
  let asked = Promise.withResolvers<void>();
  let cancelTimer = () => {};

  const ask = (request: ElicitRequest, signal: AbortSignal): Promise<ElicitAnswer> => {
    const why = whyDeclined(request);
    if (why !== undefined) {
      if (!notes.includes(why)) notes.push(why);
      return Promise.resolve({ action: 'decline' });
    }
    return new Promise((resolve) => {
      const question = { request, answer: resolve };
      // The server doesn't wait any longer.
      signal.addEventListener('abort', () => resolve({ action: 'cancel' }), { once: true });
      waiting.push(question);
      asked.resolve();
    });
  };
  const answer = (response: ElicitAnswer) => {
    cancelTimer();
    waiting.shift()?.answer(response);
    if (waiting.length === 0) asked = Promise.withResolvers<void>();
  };
  const cancel = () => {
    cancelTimer();
    for (const question of waiting.splice(0)) question.answer({ action: 'cancel' });
    onEnd();
  };
  const work = send({ ...call, signal: stopping.signal, onElicit: ask });
  // Whoever waits for the next event hears of it; nobody may be waiting.
  work
    .catch(() => {})
    .finally(() => {
      cancelTimer();
      onEnd();
    });

  return {
    notes,
    answer,
    cancel,
    next: async (signal) => {
      const giveUp = () => stopping.abort(signal.reason);
      if (signal.aborted) giveUp();
      signal.addEventListener('abort', giveUp, { once: true });
      try {
        const result = await Promise.race([work, asked.promise]);
        if (result !== undefined) return { kind: 'result', result };
        const [question] = waiting;
        if (question === undefined) return { kind: 'result', result: await work };
        cancelTimer = timers.after(holdMs, cancel);
        return { kind: 'question', request: question.request };
      } finally {
        signal.removeEventListener('abort', giveUp);
      }
    },
  };
}
