import { APIConnectionError, APIConnectionTimeoutError, APIError, APIUserAbortError, OpenAIError } from 'openai';
import { type Failure, IdleStreamError, isTransient, retryAfterMs, UnfinishedReplyError } from './failure.ts';

/** Sorts an error of one attempt; undefined when it is none of the server's or the network's, that is, a bug. */
export function failureOf(error: unknown, now: Date): Failure | undefined {
  if (error instanceof IdleStreamError || error instanceof APIConnectionTimeoutError)
    return { kind: 'transient', reason: 'idle' };
  if (error instanceof APIUserAbortError) return undefined;
  if (error instanceof APIConnectionError) return { kind: 'transient', reason: 'connection' };
  if (error instanceof APIError) return apiFailure(error, now);
  const isBroken =
    error instanceof OpenAIError || error instanceof SyntaxError || error instanceof UnfinishedReplyError;
  // What undici throws where the connection goes away within the body.
  const isCut = error instanceof TypeError && /terminated|fetch failed/.test(error.message);
  return isBroken || isCut ? { kind: 'transient', reason: 'interrupted' } : undefined;
}

function apiFailure(error: APIError, now: Date): Failure {
  const code = String(error.code ?? '');
  // Within a stream there is no status; some servers send one as the code.
  const status = error.status ?? (/^[45]\d\d$/.test(code) ? Number(code) : undefined);
  const type = [code, error.type ?? ''].find((name) => /^[a-z_]{1,60}$/.test(name));
  const facts = {
    ...(status === undefined ? {} : { status }),
    ...(type ? { type } : {}),
    ...(error.requestID ? { requestId: error.requestID } : {}),
  };
  const rejection = rejectionOf(error, status, type);
  if (rejection !== undefined) return { kind: 'rejected', reason: rejection, ...facts };
  const waitMs = retryAfterMs(error.headers, now);
  const reason = status === 429 || type === 'rate_limit_exceeded' ? 'rate_limit' : 'overloaded';
  return { kind: 'transient', reason, ...facts, ...(waitMs === undefined ? {} : { retryAfterMs: waitMs }) };
}

/** Undefined where the same request may succeed later. A used-up quota comes with the status of a rate limit. */
function rejectionOf(
  error: APIError,
  status: number | undefined,
  type: string | undefined,
): Failure['reason'] | undefined {
  if (type === 'insufficient_quota' || status === 402) return 'billing';
  const said = `${type ?? ''} ${error.type ?? ''} ${error.message}`;
  if (status === 413 || (isRequest(status) && tooLong.test(said))) return 'too_long';
  if (status === undefined) return type !== undefined && /^invalid_|_not_found$/.test(type) ? 'request' : undefined;
  if (isTransient(status)) return undefined;
  if (status === 401) return 'api_key';
  if (status === 403) return 'permission';
  if (status === 404) return /model/i.test(said) ? 'model' : 'endpoint';
  return 'request';
}

/** Whether the server wants the token limit by its other name. */
export function refusesLimitName(error: unknown): boolean {
  if (!(error instanceof APIError) || error.status !== 400) return false;
  const said = `${error.code ?? ''} ${error.param ?? ''} ${error.message}`;
  return /max_(?:completion_)?tokens/.test(said) && /unsupported|not supported|unrecognized|unknown/i.test(said);
}

function isRequest(status: number | undefined): boolean {
  return status === undefined || (status >= 400 && status < 500 && status !== 429);
}

const tooLong =
  /context_length_exceeded|exceed_context_size|maximum context length|context (?:length|window|size)|prompt is too long/i;
