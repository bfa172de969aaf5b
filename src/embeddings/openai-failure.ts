import { APIConnectionError, APIError } from 'openai';
import { BylawError } from '../errors.ts';

export interface FailureContext {
  readonly model: string;
  readonly baseUrl: string;
  readonly timeoutMs: number;
}

/** An answer that did not come in time; the client itself knows only a limit for the first byte. */
export class TimeoutError extends Error {}

/** Whether the same request may succeed a little later. A used-up quota doesn't, although it shares its status. */
export function isWorthRetrying(error: unknown): boolean {
  if (error instanceof TimeoutError || error instanceof APIConnectionError) return true;
  if (!(error instanceof APIError) || error.status === undefined) return false;
  if (error.code === 'insufficient_quota') return false;
  return error.status === 408 || error.status === 409 || error.status === 429 || error.status >= 500;
}

/** Whether the server found an input longer than its model reads. */
export function isTooLong(error: unknown): boolean {
  return error instanceof APIError && error.status === 400 && /context length|too long/i.test(error.message);
}

/** How long the server asks to wait (`retry-after-ms`, or `retry-after` as seconds or a date); undefined if it doesn't. */
export function retryAfterMs(error: unknown, now: Date): number | undefined {
  if (!(error instanceof APIError)) return undefined;
  const ms = error.headers?.get('retry-after-ms');
  if (ms && Number.isFinite(Number(ms))) return Math.max(0, Number(ms));
  const after = error.headers?.get('retry-after');
  if (!after) return undefined;
  const wait = Number.isFinite(Number(after)) ? Number(after) * 1000 : Date.parse(after) - now.getTime();
  return Number.isFinite(wait) ? Math.max(0, wait) : undefined;
}

/**
 * Says what went wrong and what to do. A server's own words are left out, also as the cause: they may repeat the key or
 * the text that was sent.
 */
export function toEmbedderFailure(error: unknown, context: FailureContext): BylawError {
  if (error instanceof BylawError) return error;
  const fromServer = error instanceof APIError && !(error instanceof APIConnectionError);
  return new BylawError('embedder_failed', describe(error, context), fromServer ? {} : { cause: error });
}

function describe(error: unknown, { model, baseUrl, timeoutMs }: FailureContext): string {
  const server = `The embeddings server at ${withoutSecrets(baseUrl)}`;
  if (error instanceof TimeoutError) return `${server} did not answer within ${timeoutMs / 1000} s: try again later.`;
  if (error instanceof APIConnectionError) {
    return `${server} could not be reached: check the network and OPENAI_BASE_URL.`;
  }
  if (!(error instanceof APIError) || error.status === undefined) {
    return `${server} sent an answer that can't be read: check that OPENAI_BASE_URL leads to an OpenAI-compatible API.`;
  }
  const said = `${server} answered ${error.status}${error.code ? ` (${error.code})` : ''}`;
  if (error.status === 401) {
    return `${said}: OPENAI_API_KEY was refused. Set a valid key, or set embeddings.provider to use-lite.`;
  }
  if (error.status === 403) {
    return `${said}: OPENAI_API_KEY may not use the model ${model}. Allow it for the key, or change embeddings.model.`;
  }
  if (error.status === 404) {
    return `${said}: it doesn't know the model ${model}. Check embeddings.model, and the path in OPENAI_BASE_URL.`;
  }
  if (error.code === 'insufficient_quota') {
    return `${said}: the account's quota is used up. Add credit, or set embeddings.provider to use-lite.`;
  }
  if (error.status === 429) return `${said}: too many requests. Try again later, or ask for a higher rate limit.`;
  if (error.status >= 500) return `${said}: it has trouble of its own. Try again later.`;
  return `${said}: it refused the request. Check embeddings.model and embeddings.dimension.`;
}

/** A base URL may carry a user name and a password, or a key as its query. */
function withoutSecrets(baseUrl: string): string {
  const url = URL.parse(baseUrl);
  return url ? `${url.origin}${url.pathname}` : 'OPENAI_BASE_URL';
}
