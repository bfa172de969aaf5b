import { setTimeout } from 'node:timers/promises';
import Anthropic from '@anthropic-ai/sdk';
import { BylawError } from '../errors.ts';
import type { Log } from '../log.ts';
import { checkModel, type ModelCheck } from './anthropic-check.ts';
import { explainFailure, type Failure, failureOf } from './anthropic-failure.ts';
import { efforts, type RequestSettings, toParams } from './anthropic-request.ts';
import { type Sleep, streamReply } from './anthropic-stream.ts';
import type { Model, ModelReply, ModelRequest } from './model.ts';

export interface AnthropicModelOptions extends RequestSettings {
  readonly apiKey: string;
  readonly baseUrl?: string;
  /** How often a request is sent at most; 3 unless told. */
  readonly attempts?: number;
  /** How long a reply may be silent; 60 s unless told. Pings do not count, so keep it there or above where the model thinks. */
  readonly idleMs?: number;
  /** The longest wait between attempts, 10 s unless told; when the API asks for more, the request fails at once. */
  readonly maxWaitMs?: number;
  /** For all attempts together; no limit unless told. */
  readonly deadlineMs?: number;
  readonly sleep?: Sleep;
  readonly now?: () => Date;
  readonly log: Log;
  readonly fetch?: typeof fetch;
}

export interface AnthropicModel extends Model {
  /** Asks the API about the configured model, once, at start. Settles with lines whatever happens. */
  check(): Promise<ModelCheck>;
  /** The same API with another model or effort; what is left out, or is no effort, stays. */
  variant(change: { readonly model?: string | undefined; readonly effort?: string | undefined }): Model;
}

const firstWaitMs = 500;

const realSleep: Sleep = (ms, signal) => setTimeout(ms, undefined, { signal });

/** Claude over the GA Messages stream, with our own retries, since the SDK's know no cap and miss failures inside a stream. */
export function createAnthropicModel(options: AnthropicModelOptions): AnthropicModel {
  const { log, attempts = 3, idleMs = 60_000, maxWaitMs = 10_000, deadlineMs } = options;
  const { sleep = realSleep, now = () => new Date() } = options;
  const baseURL = options.baseUrl ?? 'https://api.anthropic.com';
  const host = URL.parse(baseURL)?.host ?? 'the given address';
  const client = new Anthropic({
    apiKey: printable(options.apiKey.trim()),
    baseURL,
    maxRetries: 0,
    openTelemetry: false, // its spans can hold message content
    logLevel: 'off', // it logs what it cannot parse
    ...(options.fetch ? { fetch: options.fetch } : {}),
  });
  let maxOutputTokens = Number.POSITIVE_INFINITY;

  const explain = (failure: Failure) => explainFailure(failure, { model: options.model, host });

  async function generate(request: ModelRequest, signal: AbortSignal): Promise<ModelReply> {
    const params = toParams(options, { ...request, maxTokens: Math.min(request.maxTokens, maxOutputTokens) });
    for (let attempt = 1; ; attempt++) {
      signal.throwIfAborted();
      const outcome = await streamReply(client, params, { idleMs, sleep, signal }).catch((error: unknown) => {
        signal.throwIfAborted();
        const failure = failureOf(error, now());
        if (!failure) throw error;
        return failure;
      });
      if ('content' in outcome) return outcome;
      const { kind, reason, status, type, requestId } = outcome;
      const backoffMs = Math.min(firstWaitMs * 2 ** (attempt - 1), maxWaitMs);
      const waitMs = Math.max(backoffMs, outcome.retryAfterMs ?? 0);
      const again = kind === 'transient' && attempt < attempts && waitMs <= maxWaitMs;
      log.warn(again ? 'model.retry' : 'model.failed', { attempt, reason, status, type, requestId, waitMs });
      if (!again) throw explain(outcome);
      await sleep(waitMs, signal);
    }
  }

  return {
    name: options.model,

    async generate(request) {
      const deadline = startDeadline(deadlineMs, sleep);
      try {
        const reply = await generate(request, AbortSignal.any([request.signal, deadline.signal]));
        log.info('model.reply', { stopReason: reply.stopReason, ...reply.usage });
        return reply;
      } catch (error) {
        request.signal.throwIfAborted();
        if (error instanceof BylawError || !deadline.signal.aborted) throw error;
        const seconds = Math.round((deadlineMs ?? 0) / 1000);
        throw new BylawError('model_unavailable', `Claude did not finish within ${seconds} seconds: try again later`);
      } finally {
        deadline.stop();
      }
    },

    variant: ({ model = options.model, effort }) =>
      createAnthropicModel({ ...options, model, effort: efforts.find((each) => each === effort) ?? options.effort }),

    async check() {
      const result = await checkModel(client, options, { host, timeoutMs: maxWaitMs, now });
      maxOutputTokens = result.maxOutputTokens ?? maxOutputTokens;
      return result;
    },
  };
}

/** A header value that is not plain ASCII fails inside fetch, with the key in the error's message. */
function printable(apiKey: string): string {
  if (/^[\x21-\x7e]+$/.test(apiKey)) return apiKey;
  throw new BylawError(
    'config_invalid',
    'ANTHROPIC_API_KEY is empty or holds blanks or special characters: copy it anew',
  );
}

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
