import { messageOf } from '../errors.ts';
import { printable } from '../printable.ts';
import { CallError } from './connector-errors.ts';
import { lostAnswerCode } from './guard-transport.ts';
import { fields } from './read-result.ts';

/** What a call's failure means for the person who asked, and for whoever may want to repeat it. */
export function describeCallFailure(
  error: unknown,
  call: {
    /** `connector "desk", tool "ticket_create"` */
    readonly what: string;
    /** Why its time was up, where it was. */
    readonly expired: string | undefined;
    readonly cancelled: boolean;
  },
): CallError {
  const { what, expired, cancelled } = call;
  const options = { cause: error };
  if (expired !== undefined) {
    return new CallError('unknown', `${what} ${expired}; whether it was done is not known`, options);
  }
  if (cancelled) return new CallError('unknown', `${what} was cancelled; whether it was done is not known`, options);
  // Known before anything was sent.
  if (error instanceof CallError) return new CallError(error.outcome, `${what}: ${error.message}`, options);
  const { code } = fields(error);
  const status = statusOf(error);
  if (status !== undefined) return httpFailure(status, error, what);
  if (isUnauthorized(error))
    return new CallError('not_done', `${what}: someone must sign in`, { ...options, needsAuth: true });
  if (code === 'NOT_CONNECTED' || messageOf(error) === 'Not connected' || refusedConnection(error)) {
    return new CallError('not_done', `${what}: the server can't be reached`, options);
  }
  if (typeof code === 'number' && code !== internalError && code !== lostAnswerCode) {
    const said = printable(messageOf(error)).slice(0, 500);
    return new CallError('refused', `${what} was refused by the server: ${said}`, options);
  }
  if (code === internalError) {
    return new CallError('unknown', `${what} failed inside the server; whether it was done is not known`, options);
  }
  return new CallError(
    'unknown',
    `${what}: the connection ended before the answer; whether it was done is not known`,
    options,
  );
}

const internalError = -32_603;

function httpFailure(status: number, error: unknown, what: string): CallError {
  const options = { cause: error };
  if (status === 401)
    return new CallError('not_done', `${what}: someone must sign in (HTTP 401)`, { ...options, needsAuth: true });
  if (status === 404 || (status === 400 && /session/i.test(messageOf(error)))) {
    return new CallError('not_done', `${what}: the server has forgotten the session (HTTP ${status})`, {
      ...options,
      sessionLost: true,
    });
  }
  if (status >= 500) {
    return new CallError(
      'unknown',
      `${what}: the server failed (HTTP ${status}); whether it was done is not known`,
      options,
    );
  }
  return new CallError('refused', `${what} was refused by the server (HTTP ${status})`, options);
}

export function statusOf(error: unknown): number | undefined {
  if (!(error instanceof Error)) return undefined;
  const status = 'status' in error ? error.status : undefined;
  return typeof status === 'number' ? status : undefined;
}

export function isUnauthorized(error: unknown): boolean {
  return error instanceof Error && error.name === 'UnauthorizedError';
}

function refusedConnection(error: unknown): boolean {
  for (let here = error, depth = 0; here instanceof Error && depth < 5; here = here.cause, depth++) {
    if ('code' in here && (here.code === 'ECONNREFUSED' || here.code === 'ENOTFOUND')) return true;
  }
  return false;
}
