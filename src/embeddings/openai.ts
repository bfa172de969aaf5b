import { setTimeout as sleepFor } from 'node:timers/promises';
import OpenAI from 'openai';
import { BylawError } from '../errors.ts';
import { rejectBlankTexts } from './check-texts.ts';
import type { Embedder } from './embedder.ts';
import { inputBytes, shorten, splitIntoBatches } from './openai-batches.ts';
import { isTooLong, isWorthRetrying, retryAfterMs, TimeoutError, toEmbedderFailure } from './openai-failure.ts';
import { openAiBaseUrl, resolveOpenAiSpace } from './openai-space.ts';
import { toUnitVector } from './unit-vector.ts';

export interface OpenAiOptions {
  readonly apiKey: string;
  /** Of a compatible server; absent means OpenAI's own. */
  readonly baseUrl?: string;
  /** Absent means `text-embedding-3-small`. */
  readonly model?: string;
  /** Length of the vectors; needed for models that OpenAI doesn't offer itself. */
  readonly dimension?: number;
  /** Absent means 0.6, a guess between the measured 0.35 of a weak embedder and the 1 of keywords: not measured. */
  readonly weight?: number;
  /** For one request, from sending it to the last byte of its answer; absent means 60,000. */
  readonly timeoutMs?: number;
  readonly sleep?: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly now?: () => Date;
  readonly random?: () => number;
}

const maxAttempts = 4;
const firstWaitMs = 500;
const maxWaitMs = 10_000;

/**
 * Embeds by the OpenAI API or a server that speaks it. A call's passages go out in one request after another, a question
 * at once. Inputs beyond what the model reads are cut. Throws `config_invalid` for a key or dimension that can't be right.
 */
export function createOpenAiEmbedder(options: OpenAiOptions): Embedder {
  const { apiKey, baseUrl = openAiBaseUrl, model = 'text-embedding-3-small', timeoutMs = 60_000 } = options;
  const sleep = options.sleep ?? ((ms, signal) => sleepFor(ms, undefined, { signal }));
  const now = options.now ?? (() => new Date());
  const random = options.random ?? Math.random;
  rejectOddKey(apiKey);
  const { space, dimension, requestedDimensions } = resolveOpenAiSpace(model, baseUrl, options.dimension);
  // Everything that the client would otherwise take from the environment is given here.
  const client = new OpenAI({
    apiKey,
    baseURL: baseUrl,
    adminAPIKey: null,
    organization: null,
    project: null,
    maxRetries: 0,
    logLevel: 'off',
  });
  let life = new AbortController();

  const requestOnce = async (input: string[], signal: AbortSignal): Promise<Float32Array[]> => {
    const attempt = new AbortController();
    const timer = setTimeout(() => attempt.abort(new TimeoutError()), timeoutMs);
    try {
      const answer = await client.embeddings.create(
        { model, input, encoding_format: 'float', ...(requestedDimensions && { dimensions: requestedDimensions }) },
        { signal: AbortSignal.any([signal, attempt.signal]), timeout: timeoutMs },
      );
      return readVectors(answer, input.length, dimension);
    } catch (error) {
      signal.throwIfAborted();
      throw attempt.signal.aborted ? attempt.signal.reason : error;
    } finally {
      clearTimeout(timer);
    }
  };

  const request = async (input: string[], signal: AbortSignal): Promise<Float32Array[]> => {
    for (let attempt = 1; ; attempt++) {
      try {
        return await requestOnce(input, signal);
      } catch (error) {
        signal.throwIfAborted();
        const asked = retryAfterMs(error, now());
        const isLast = attempt === maxAttempts || (asked !== undefined && asked > maxWaitMs);
        if (isLast || !isWorthRetrying(error)) throw error;
        // Spread by up to a half, so that several processes don't come back in step.
        const backoff = firstWaitMs * 2 ** (attempt - 1) * (1 + random() / 2);
        await sleep(Math.min(asked ?? backoff, maxWaitMs), signal);
      }
    }
  };

  const embedBatch = async (batch: string[], signal: AbortSignal): Promise<Float32Array[]> => {
    const cut = (maxBytes: number) => batch.map((text) => shorten(text, maxBytes));
    try {
      return await request(cut(inputBytes.estimated), signal).catch((error: unknown) => {
        if (isTooLong(error)) return request(cut(inputBytes.certain), signal);
        throw error;
      });
    } catch (error) {
      signal.throwIfAborted();
      throw toEmbedderFailure(error, { model, baseUrl, timeoutMs });
    }
  };

  return {
    space,
    dimension,
    weight: options.weight ?? 0.6,
    start: async () => {
      if (life.signal.aborted) life = new AbortController();
    },
    stop: async () => life.abort(new BylawError('cancelled', 'Embedding was cancelled because Bylaw is stopping.')),
    embed: async (texts, { signal }) => {
      const either = signal ? AbortSignal.any([signal, life.signal]) : life.signal;
      either.throwIfAborted();
      rejectBlankTexts(texts);
      const vectors: Float32Array[] = [];
      for (const batch of splitIntoBatches(texts)) vectors.push(...(await embedBatch(batch, either)));
      return vectors;
    },
  };
}

/** A header can't hold it, and the client's own error would repeat the key. */
function rejectOddKey(apiKey: string): void {
  if (/^[\x21-\x7e]+$/.test(apiKey)) return;
  throw new BylawError(
    'config_invalid',
    'OPENAI_API_KEY is empty or holds spaces or line breaks: set it to the key alone.',
  );
}

/** Compatible servers differ, so nothing about the answer is taken for granted: order, count, encoding, length. */
function readVectors(answer: OpenAI.CreateEmbeddingResponse, count: number, dimension: number): Float32Array[] {
  const data = Array.isArray(answer?.data) ? answer.data : [];
  const vectors = new Map(data.map(({ index, embedding }) => [index, embedding]));
  return Array.from({ length: count }, (_, index) => {
    const values = vectors.get(index);
    if (Array.isArray(values)) return toUnitVector(values, dimension, 'The embeddings server');
    throw new BylawError(
      'embedder_failed',
      `The embeddings server returned no list of numbers for text ${index} of ${count}: check that OPENAI_BASE_URL leads to an OpenAI-compatible API.`,
    );
  });
}
