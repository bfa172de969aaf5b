import { setTimeout } from 'node:timers/promises';
import { BylawError } from '../errors.ts';
import type { Log } from '../log.ts';
import { capital, explainFailure, type Failure, type FailureContext, IdleStreamError } from './failure.ts';
import { type Sleep, watchIdle } from './idle-watch.ts';
import type { ModelReply } from './model.ts';

export interface AttemptOptions {
  /** How often a request is sent at most; 3 unless told. */
  readonly attempts?: number | undefined;
  /** How long a reply may be silent; 60 s unless told. Pings do not count, so keep it there or above where the model thinks. */
  readonly idleMs?: number | undefined;
  /** The longest wait between attempts, 10 s unless told; when the API asks for more, the request fails at once. */
  readonly maxWaitMs?: number | undefined;
  /** For all attempts together; no limit unless told. */
  readonly deadlineMs?: number | undefined;
  readonly sleep?: Sleep | undefined;
  readonly now?: (() => Date) | undefined;
  readonly log: Log;
}

/** What differs from API to API. */
export interface AttemptedApi {
  /** Undefined for an error that is none of the API's or the network's, that is, a bug. */
  readonly failureOf: (error: unknown, now: Date) => Failure | undefined;
  readonly context: FailureContext;
}

/** One sending of a request: the whole reply, or an error. `alive` is called for each event of the stream. */
export type Attempt = (signal: AbortSignal, alive: () => void) => Promise<ModelReply>;

export const defaultMaxWaitMs = 10_000;

const firstWaitMs = 500;

const realSleep: Sleep = (ms, signal) => setTimeout(ms, undefined, { signal });

/**
 * Sends a request until there is a whole reply, with waits that have a cap. Nothing of a reply that breaks off is kept. A
 * conversation that the API finds too long comes back as the stop reason for that. Throws as `Model.generate` does.
 */
export function createAttempts(options: AttemptOptions, { failureOf, context }: AttemptedApi) {
  const { log, attempts = 3, idleMs = 60_000, maxWaitMs = defaultMaxWaitMs, deadlineMs } = options;
  const { sleep = realSleep, now = () => new Date() } = options;

  async function sendOnce(attempt: Attempt, signal: AbortSignal): Promise<ModelReply | Failure> {
    const idle = watchIdle(idleMs, sleep);
    try {
      return await attempt(AbortSignal.any([signal, idle.signal]), idle.reset);
    } catch (error) {
      signal.throwIfAborted();
      const failure = failureOf(idle.signal.aborted ? new IdleStreamError() : error, now());
      if (!failure) throw error;
      return failure;
    } finally {
      idle.stop();
    }
  }

  async function sendUntilWhole(attempt: Attempt, signal: AbortSignal): Promise<ModelReply> {
    for (let count = 1; ; count++) {
      signal.throwIfAborted();
      const outcome = await sendOnce(attempt, signal);
      if ('content' in outcome) return outcome;
      const { kind, reason, status, type, requestId } = outcome;
      const backoffMs = Math.min(firstWaitMs * 2 ** (count - 1), maxWaitMs);
      const waitMs = Math.max(backoffMs, outcome.retryAfterMs ?? 0);
      const again = kind === 'transient' && count < attempts && waitMs <= maxWaitMs;
      log.warn(again ? 'model.retry' : 'model.failed', { attempt: count, reason, status, type, requestId, waitMs });
      if (reason === 'too_long') return tooLong;
      if (!again) throw explainFailure(outcome, context);
      await sleep(waitMs, signal);
    }
  }

  return async (signal: AbortSignal, attempt: Attempt): Promise<ModelReply> => {
    const deadline = startDeadline(deadlineMs, sleep);
    try {
      const reply = await sendUntilWhole(attempt, AbortSignal.any([signal, deadline.signal]));
      log.info('model.reply', { stopReason: reply.stopReason, ...reply.usage });
      return reply;
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof BylawError || !deadline.signal.aborted) throw error;
      const seconds = Math.round((deadlineMs ?? 0) / 1000);
      throw new BylawError(
        'model_unavailable',
        `${capital(context.name)} did not finish within ${seconds} seconds: try again later`,
      );
    } finally {
      deadline.stop();
    }
  };
}

const tooLong: ModelReply = {
  content: [],
  stopReason: 'model_context_window_exceeded',
  usage: { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0 },
};

function startDeadline(ms: number | undefined, sleep: Sleep) {
  const expired = new AbortController();
  const running = new AbortController();
  if (ms !== undefined)
    sleep(ms, running.signal).then(
      () => running.signal.aborted || expired.abort(),
      () => {}, // done in time
    );
  return { signal: expired.signal, stop: () => running.abort() };
}

/** A header value that is not plain ASCII fails inside fetch, with the key in the error's message. */
export function printableKey(apiKey: string, variable: string): string {
  const key = apiKey.trim();
  if (/^[\x21-\x7e]+$/.test(key)) return key;
  throw new BylawError('config_invalid', `${variable} is empty or holds blanks or special characters: copy it anew`);
}
