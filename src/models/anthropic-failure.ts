import {
  AnthropicError,
  APIConnectionError,
  APIConnectionTimeoutError,
  APIError,
  APIUserAbortError,
} from '@anthropic-ai/sdk';
import { BylawError } from '../errors.ts';

/** What went wrong in one attempt, without anything that the request or the reply said. */
export interface Failure {
  readonly kind: 'rejected' | 'transient';
  readonly reason:
    | 'api_key'
    | 'billing'
    | 'permission'
    | 'model'
    | 'endpoint'
    | 'too_long'
    | 'request'
    | 'rate_limit'
    | 'overloaded'
    | 'connection'
    | 'interrupted'
    | 'idle';
  readonly status?: number;
  readonly type?: string;
  readonly requestId?: string;
  /** What the API asked to wait. */
  readonly retryAfterMs?: number;
}

/** No event came for the whole idle time. */
export class IdleStreamError extends Error {}

/** The reply ended without saying why it stopped. */
export class UnfinishedReplyError extends Error {}

const transientTypes: readonly string[] = ['overloaded_error', 'api_error', 'rate_limit_error', 'timeout_error'];

/** Sorts an error of one attempt; undefined when it is none of the API's or the network's, that is, a bug. */
export function failureOf(error: unknown, now: Date): Failure | undefined {
  if (error instanceof IdleStreamError || error instanceof APIConnectionTimeoutError)
    return { kind: 'transient', reason: 'idle' };
  if (error instanceof APIUserAbortError) return undefined;
  if (error instanceof APIConnectionError) return { kind: 'transient', reason: 'connection' };
  if (error instanceof APIError) return apiFailure(error, now);
  if (error instanceof AnthropicError || error instanceof SyntaxError || error instanceof UnfinishedReplyError)
    return { kind: 'transient', reason: 'interrupted' };
  return undefined;
}

function apiFailure(error: APIError, now: Date): Failure {
  const { status } = error;
  const type = /^[a-z_]{1,60}$/.test(error.type ?? '') ? (error.type ?? undefined) : undefined;
  const facts = {
    ...(status === undefined ? {} : { status }),
    ...(type ? { type } : {}),
    ...(error.requestID ? { requestId: error.requestID } : {}),
  };
  const again = status === undefined ? transientTypes.includes(type ?? '') : isTransient(status);
  if (!again) return { kind: 'rejected', reason: rejectionOf(status, type, error.apiMessage ?? ''), ...facts };
  const reason = status === 429 || type === 'rate_limit_error' ? 'rate_limit' : 'overloaded';
  const retryAfterMs = retryAfter(error.headers, now);
  return { kind: 'transient', reason, ...facts, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) };
}

function isTransient(status: number): boolean {
  return status === 408 || status === 409 || status === 429 || status >= 500;
}

function rejectionOf(status: number | undefined, type: string | undefined, said: string): Failure['reason'] {
  if (status === 401 || type === 'authentication_error') return 'api_key';
  if (status === 402 || type === 'billing_error') return 'billing';
  if (status === 403 || type === 'permission_error') return 'permission';
  // The same status and type answer a wrong path.
  if (status === 404) return type === 'not_found_error' && /model/i.test(said) ? 'model' : 'endpoint';
  if (status === 413) return 'too_long';
  // Both come as plain 400s; where the wording has changed, the general sentence is still right.
  if (/credit balance/i.test(said)) return 'billing';
  if (/prompt is too long/i.test(said)) return 'too_long';
  return 'request';
}

function retryAfter(headers: Headers | undefined, now: Date): number | undefined {
  const ms = Number.parseFloat(headers?.get('retry-after-ms') ?? '');
  if (ms >= 0) return ms;
  const value = headers?.get('retry-after')?.trim();
  if (!value) return undefined;
  const wait = /^\d+(\.\d+)?$/.test(value) ? Number(value) * 1000 : Date.parse(value) - now.getTime();
  return Number.isFinite(wait) ? Math.max(0, wait) : undefined;
}

/** The same failure as told to a person. */
export function explainFailure(failure: Failure, context: FailureContext): BylawError {
  const { detail, fix } = describeFailure(failure, context);
  const code = failure.kind === 'rejected' ? 'model_rejected' : 'model_unavailable';
  const id = failure.requestId ? ` (request ${failure.requestId})` : '';
  return new BylawError(code, `${detail}: ${fix}${id}`);
}

export interface FailureContext {
  readonly model: string;
  readonly host: string;
}

/** What it is, and what to do next. */
export function describeFailure(failure: Failure, context: FailureContext): { detail: string; fix: string } {
  const { model, host } = context;
  switch (failure.reason) {
    case 'api_key':
      return { detail: 'Claude refused the API key', fix: 'set ANTHROPIC_API_KEY to a valid key' };
    case 'billing':
      return {
        detail: 'The Claude account behind ANTHROPIC_API_KEY has no credit',
        fix: 'add some on its billing page',
      };
    case 'permission':
      return {
        detail: `ANTHROPIC_API_KEY may not use the Claude model "${model}"`,
        fix: "allow it for the key's workspace, or set model.name to another",
      };
    case 'model':
      return {
        detail: `Claude has no model named "${model}"`,
        fix: 'set model.name to one that the key may use, such as claude-opus-5-5',
      };
    case 'endpoint':
      return { detail: `${host} does not serve the Claude API there`, fix: 'check ANTHROPIC_BASE_URL' };
    case 'too_long':
      return { detail: 'The conversation is too long for Claude', fix: 'ask again in a new thread' };
    case 'request':
      return {
        detail: `Claude did not accept the request${failure.status ? ` (status ${failure.status})` : ''}`,
        fix: 'ask again in a new thread, and report this if it comes back',
      };
    case 'rate_limit':
      return { detail: 'The rate limit of the Claude account is used up', fix: `try again in ${waitOf(failure)}` };
    case 'overloaded':
      return { detail: 'Claude is overloaded or failing', fix: `try again in ${waitOf(failure)}` };
    case 'connection':
      return {
        detail: `Claude could not be reached at ${host}`,
        fix: 'check the network and ANTHROPIC_BASE_URL, then try again',
      };
    case 'interrupted':
      return { detail: 'The reply of Claude broke off', fix: 'try again in a minute' };
    case 'idle':
      return { detail: 'Claude stopped sending in the middle of a reply', fix: 'try again in a minute' };
  }
}

function waitOf(failure: Failure): string {
  const seconds = Math.ceil((failure.retryAfterMs ?? 60_000) / 1000);
  return seconds < 120 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`;
}
