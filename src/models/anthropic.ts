import Anthropic from '@anthropic-ai/sdk';
import { checkModel } from './anthropic-check.ts';
import { failureOf } from './anthropic-failure.ts';
import { type RequestSettings, toRequest } from './anthropic-request.ts';
import { streamReply } from './anthropic-stream.ts';
import { noSupport } from './anthropic-tools.ts';
import { type AttemptOptions, createAttempts, defaultMaxWaitMs, printableKey } from './attempts.ts';
import { refuseCitedFormat, searchResultsOf } from './cited-results.ts';
import { efforts } from './effort.ts';
import type { FailureContext } from './failure.ts';
import type { RemoteModel } from './model.ts';

export interface AnthropicModelOptions extends RequestSettings, AttemptOptions {
  readonly apiKey: string;
  readonly baseUrl?: string;
  readonly fetch?: typeof fetch;
}

/** Claude over the Messages stream, with our own retries, since the SDK's know no cap and miss failures inside a stream. */
export function createAnthropicModel(options: AnthropicModelOptions): RemoteModel {
  const { now = () => new Date(), maxWaitMs = defaultMaxWaitMs } = options;
  const baseURL = options.baseUrl ?? 'https://api.anthropic.com';
  const client = new Anthropic({
    apiKey: printableKey(options.apiKey, keyVariable),
    baseURL,
    maxRetries: 0,
    openTelemetry: false, // its spans can hold message content
    logLevel: 'off', // it logs what it cannot parse
    ...(options.fetch ? { fetch: options.fetch } : {}),
  });
  const context: FailureContext = {
    name: 'Claude',
    modelNoun: 'Claude model',
    model: options.model,
    exampleModel: 'claude-opus-5-5',
    host: URL.parse(baseURL)?.host ?? 'the given address',
    keyVariable,
    urlVariable: 'ANTHROPIC_BASE_URL',
  };
  const send = createAttempts(options, { failureOf, context });
  let maxOutputTokens = Number.POSITIVE_INFINITY;
  let support = noSupport;

  return {
    name: options.model,
    provider: 'Claude',
    support: () => support,

    async generate(request) {
      refuseCitedFormat(request);
      const maxTokens = Math.min(request.maxTokens, maxOutputTokens);
      const body = toRequest(options, { ...request, maxTokens }, support);
      const results = searchResultsOf(request.messages);
      return send(request.signal, (signal, alive) => streamReply(client, body, results, { signal, alive }));
    },

    variant: ({ model = options.model, effort }) =>
      createAnthropicModel({ ...options, model, effort: efforts.find((each) => each === effort) ?? options.effort }),

    async check() {
      const result = await checkModel(client, options, { context, timeoutMs: maxWaitMs, now });
      maxOutputTokens = result.maxOutputTokens ?? maxOutputTokens;
      support = result.support ?? support;
      return result;
    },
  };
}

const keyVariable = 'ANTHROPIC_API_KEY';
