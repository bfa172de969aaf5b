import { z } from 'zod';
import type { Clock } from '../clock.ts';
import type { Json } from '../entities.ts';
import { type Attempt, createAttempts } from './attempts.ts';
import type { Delivery, Envelope } from './delivery.ts';
import { signatureHeaders } from './sign.ts';

/** Slack's side of an app that listens on HTTP. */
export interface HttpDelivery extends Delivery {
  /** Proves the address with `url_verification`, then sends what waited. Throws if the app does not answer the challenge. */
  setRequestUrl(url: string): Promise<void>;
  /** Posts an event as it stands, signed with another secret or longer ago, and returns the status code. */
  post(envelope: Envelope, signing: { readonly secret?: string; readonly ageMs?: number }): Promise<number>;
}

const answer = z.record(z.string(), z.unknown());

export function createHttpDelivery(options: {
  readonly clock: Clock;
  readonly signingSecret: string;
  /** Epoch milliseconds that requests are signed with; apps compare it with the machine's clock. */
  readonly signedAt: () => number;
  readonly onChange: () => void;
}): HttpDelivery {
  const waiting: Attempt[] = [];
  const closed = new AbortController();
  let requestUrl: string | undefined;
  const attempts = createAttempts({ clock: options.clock, transmit, onChange: options.onChange });

  function transmit(attempt: Attempt): void {
    if (!attempts.waits(attempt.id)) return;
    if (requestUrl === undefined) waiting.push(attempt);
    else void deliver(requestUrl, attempt);
  }

  async function deliver(url: string, attempt: Attempt): Promise<void> {
    attempts.sent(attempt.id, 'http_timeout');
    const retry = { 'x-slack-retry-num': String(attempt.number), 'x-slack-retry-reason': attempt.reason };
    try {
      const response = await post(url, encode(attempt.envelope), attempt.number > 0 ? retry : {});
      const text = await response.text();
      if (response.ok) attempts.acknowledge(attempt.id, readReply(text), attempt.number);
      else attempts.fail(attempt.id, attempt.number, 'http_error');
    } catch {
      if (!closed.signal.aborted) attempts.fail(attempt.id, attempt.number, 'connection_failed');
    }
  }

  function post(
    url: string,
    { type, body }: { readonly type: string; readonly body: string },
    headers: Record<string, string>,
    secret = options.signingSecret,
    at = options.signedAt(),
  ): Promise<Response> {
    return fetch(url, {
      method: 'POST',
      headers: { 'content-type': type, ...signatureHeaders({ secret, body, at }), ...headers },
      body,
      signal: closed.signal,
    });
  }

  return {
    send: attempts.add,
    unacknowledged: attempts.open,
    async setRequestUrl(url) {
      const challenge = 'prove-that-you-listen';
      const body = JSON.stringify({ type: 'url_verification', token: 'workspace', challenge });
      const response = await post(url, { type: 'application/json', body }, {});
      if (!(await response.text()).includes(challenge)) throw new Error(`${url} did not answer the challenge`);
      requestUrl = url;
      for (const attempt of waiting.splice(0)) transmit(attempt);
    },
    async post(envelope, { secret, ageMs = 0 }) {
      if (requestUrl === undefined) throw new Error('no request URL is set');
      const response = await post(requestUrl, encode(envelope), {}, secret, options.signedAt() - ageMs);
      await response.arrayBuffer();
      return response.status;
    },
    close() {
      attempts.close();
      closed.abort();
    },
  };
}

/** Events as JSON, commands as a form, interactions as the form field `payload`. */
function encode({ type, payload }: Envelope): { readonly type: string; readonly body: string } {
  if (type === 'events_api') return { type: 'application/json', body: JSON.stringify(payload) };
  const fields = type === 'interactive' ? { payload: JSON.stringify(payload) } : textFields(payload);
  return { type: 'application/x-www-form-urlencoded', body: new URLSearchParams(fields).toString() };
}

function textFields(payload: Json): Record<string, string> {
  return Object.fromEntries(Object.entries(payload).map(([name, value]) => [name, String(value ?? '')]));
}

/** An answer that is no JSON object is text for the person. */
function readReply(text: string): Json {
  if (text === '') return {};
  try {
    const parsed = answer.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : { text };
  } catch {
    return { text };
  }
}
