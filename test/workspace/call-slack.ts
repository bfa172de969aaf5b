import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { TestContext } from 'node:test';
import { WebSocket } from 'ws';
import { appToken, botToken, type Workspace } from './open-workspace.ts';

export type Reply = { readonly status: number; readonly retryAfter: string | null } & Readonly<Record<string, unknown>>;

/** One Web API call as the SDK makes it: a form, structured fields as JSON. */
export async function call({ server }: Workspace, method: string, args: object = {}, token = botToken): Promise<Reply> {
  const fields = Object.entries(args).map(([key, value]): [string, string] => [
    key,
    typeof value === 'string' ? value : JSON.stringify(value),
  ]);
  const response = await fetch(`${server.apiUrl()}${method}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: new URLSearchParams(fields),
  });
  const body = (await response.json()) as Record<string, unknown>;
  return { status: response.status, retryAfter: response.headers.get('retry-after'), ...body };
}

/** What arrives over a socket. */
export interface Delivered {
  readonly envelope_id: string;
  readonly type: string;
  readonly retry_attempt: number;
  readonly retry_reason: string;
  readonly payload: Record<string, unknown>;
}

/** A connected client that acknowledges only when told to. */
export async function connect(t: TestContext, workspace: Workspace) {
  const opened = await call(workspace, 'apps.connections.open', {}, appToken);
  const url = String(opened.url);
  const socket = new WebSocket(url);
  const received: Delivered[] = [];
  let arrived = () => {};
  socket.on('message', (data) => {
    received.push(JSON.parse(String(data)));
    arrived();
  });
  await once(socket, 'open');
  workspace.closing.push(async () => socket.terminate());
  t.after(() => socket.terminate());
  return {
    url,
    socket,
    async next(): Promise<Delivered> {
      while (received.length === 0) await new Promise<void>((resolve) => (arrived = resolve));
      return received.shift() ?? assert.fail();
    },
    /** The next event of a type; others are acknowledged and left out. */
    async event(type: string): Promise<Record<string, unknown>> {
      for (;;) {
        const envelope = await this.next();
        if (envelope.envelope_id) this.ack(envelope);
        const event = Object(envelope.payload?.event);
        if (event.type === type) return event;
      }
    },
    /** Acknowledges whatever comes from now on, interactions with what `reply` gives. */
    takeAll(reply: (payload: Record<string, unknown>) => object | undefined = () => undefined): Delivered[] {
      const taken: Delivered[] = [];
      const take = () => {
        for (const envelope of received.splice(0)) {
          if (!envelope.envelope_id) continue;
          taken.push(envelope);
          this.ack(envelope, envelope.type === 'events_api' ? undefined : reply(envelope.payload));
        }
      };
      arrived = take;
      take();
      return taken;
    },
    ack: (envelope: Delivered, payload?: object) =>
      socket.send(JSON.stringify({ envelope_id: envelope.envelope_id, ...(payload && { payload }) })),
  };
}
