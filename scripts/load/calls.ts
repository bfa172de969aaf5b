import { subscribe } from 'node:diagnostics_channel';

/** A call of the Web API, as the bot made it. Times are epoch milliseconds of one machine. */
export interface SentCall {
  readonly id: string;
  readonly method: string;
  /** When its head was written to the socket: what it waits before is the bot's own time. */
  readonly sentAt: number;
  /** Who, where and which answer it is about, as far as its arguments say. */
  readonly user?: string;
  readonly channel?: string;
  readonly thread?: string;
  readonly answer?: string;
}

const header = 'x-call-id';

export function epochMs(): number {
  return performance.timeOrigin + performance.now();
}

/** In the bot: numbers all calls from now on, and returns what becomes the list of them. */
export function noteSentCalls(): readonly SentCall[] {
  const made = new Map<string, Omit<SentCall, 'sentAt'>>();
  const sent: SentCall[] = [];
  const send = globalThis.fetch;
  globalThis.fetch = (input, init = {}) => {
    const id = String(made.size);
    const method = new URL(String(input)).pathname.replace(/^\/api\//, '');
    made.set(id, { id, method, ...subjectOf(String(init.body ?? '')) });
    const headers = new Headers(init.headers);
    headers.set(header, id);
    return send(input, { ...init, headers });
  };
  subscribe('undici:client:sendHeaders', (message) => {
    const found = /x-call-id: (\d+)/.exec(String(Object(message).headers))?.[1];
    const call = found === undefined ? undefined : made.get(found);
    if (call !== undefined) sent.push({ ...call, sentAt: epochMs() });
  });
  return sent;
}

/** In the workspace: when the answer to each numbered call had been written. */
export function noteAnsweredCalls(): Map<string, number> {
  const answered = new Map<string, number>();
  subscribe('http.server.response.finish', (message) => {
    const id = Object(Object(message).request).headers?.[header];
    if (typeof id === 'string') answered.set(id, epochMs());
  });
  return answered;
}

function subjectOf(body: string): Pick<SentCall, 'user' | 'channel' | 'thread' | 'answer'> {
  const form = new URLSearchParams(body);
  const [user, channel, thread, metadata] = ['user', 'channel', 'ts', 'metadata'].map(
    (key) => form.get(key) ?? undefined,
  );
  const answer = metadata === undefined ? undefined : /"answer_id":"([^"]+)"/.exec(metadata)?.[1];
  return {
    ...(user !== undefined && { user }),
    ...(channel !== undefined && { channel }),
    ...(thread !== undefined && { thread }),
    ...(answer !== undefined && { answer }),
  };
}
