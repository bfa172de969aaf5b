import { BylawError, UncertainError } from '../../errors.ts';

export interface RequestTrackerOptions {
  /** With or without `/REST/2.0`. */
  readonly url: string;
  /** The whole value of the header `Authorization`. */
  readonly authorization: string;
  readonly timeoutMs: number;
}

/** Requests to Request Tracker's REST 2. Throws a `BylawError` that names what to do and holds no secret. */
export interface RequestTrackerApi {
  /** Where people open it. */
  readonly site: string;
  /** Undefined where there is no such thing. */
  get(path: string, signal: AbortSignal): Promise<unknown>;
  /** Throws `UncertainError` where it may have happened all the same. */
  send(method: 'POST' | 'PUT', path: string, body: unknown, signal: AbortSignal): Promise<RequestTrackerAnswer>;
}

/** 400, 403 and 404 are left to the caller, who knows what was wanted. */
export type RequestTrackerAnswer =
  | { readonly status: 'done'; readonly body: unknown }
  | { readonly status: 'invalid' | 'forbidden' | 'missing' };

const unknownOutcome =
  'Request Tracker gave no answer, so it is not known whether this was done. Look at the ticket before repeating it.';
const maxAnswerBytes = 5_000_000;

export function createRequestTrackerApi({ url, authorization, timeoutMs }: RequestTrackerOptions): RequestTrackerApi {
  const site = url.replace(/\/+$/, '').replace(/\/REST\/2\.0$/, '');

  async function request(path: string, init: RequestInit, signal: AbortSignal): Promise<RequestTrackerAnswer> {
    const response = await fetch(`${site}/REST/2.0${path}`, {
      ...init,
      // The credential is for this host alone.
      redirect: 'error',
      headers: { Authorization: authorization, Accept: 'application/json', 'Content-Type': 'application/json' },
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    });
    const text = await readText(response);
    if (response.ok) return { status: 'done', body: parse(text) };
    if (response.status === 400) return { status: 'invalid' };
    if (response.status === 403) return { status: 'forbidden' };
    if (response.status === 404) return { status: 'missing' };
    if (response.status === 401) {
      throw new BylawError(
        'connector_failed',
        'Request Tracker does not know the ticket desk: check RT_TOKEN, or RT_USER and RT_PASSWORD.',
      );
    }
    const again = response.status >= 500 || response.status === 429 ? ' Try again later.' : '';
    throw new BylawError('connector_failed', `Request Tracker refused this with status ${response.status}.${again}`);
  }

  return {
    site,
    async get(path, signal) {
      try {
        const answer = await request(path, {}, signal);
        if (answer.status === 'done') return answer.body;
        if (answer.status === 'missing') return undefined;
      } catch (error) {
        throw explain(error, signal, site);
      }
      throw new BylawError('connector_failed', 'Request Tracker does not let the ticket desk read this.');
    },
    async send(method, path, body, signal) {
      try {
        return await request(path, { method, body: JSON.stringify(body) }, signal);
      } catch (error) {
        if (error instanceof BylawError || refused(error)) throw explain(error, signal, site);
        throw new UncertainError('connector_failed', unknownOutcome, { cause: error });
      }
    },
  };
}

/** Whether nothing can have arrived. */
function refused(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  return ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN'].includes(code);
}

function explain(error: unknown, signal: AbortSignal, site: string): unknown {
  if (error instanceof BylawError || signal.aborted) return error;
  return new BylawError(
    'connector_failed',
    `Request Tracker does not answer at ${new URL(site).host}. Try again later; if that lasts, check RT_URL.`,
    { cause: error },
  );
}

async function readText(response: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of response.body ?? []) {
    bytes += part.length;
    if (bytes > maxAnswerBytes)
      throw new BylawError('connector_failed', 'Request Tracker sent more than can be read. Ask for less.');
    parts.push(part);
  }
  return Buffer.concat(parts).toString();
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new BylawError(
      'connector_failed',
      'What answers at RT_URL is not Request Tracker with REST 2. Check the address.',
      { cause },
    );
  }
}
