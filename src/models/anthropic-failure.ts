import {
  AnthropicError,
  APIConnectionError,
  APIConnectionTimeoutError,
  APIError,
  APIUserAbortError,
} from '@anthropic-ai/sdk';
import { type Failure, IdleStreamError, isTransient, retryAfterMs, UnfinishedReplyError } from './failure.ts';

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
  const waitMs = retryAfterMs(error.headers, now);
  return { kind: 'transient', reason, ...facts, ...(waitMs === undefined ? {} : { retryAfterMs: waitMs }) };
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
