import { once } from 'node:events';
import { WebSocket } from 'ws';
import { z } from 'zod';
import type { SlackServer } from '../../src/workspace/slack-server.ts';
import { appToken, botToken } from './open-workspace.ts';

const envelope = z.object({ envelope_id: z.string(), type: z.string(), payload: z.record(z.string(), z.unknown()) });
type Payload = Readonly<Record<string, unknown>>;

/** An app that does nothing by itself: it acknowledges what it hears, and calls what a test tells it to. */
export interface StandInApp {
  /** Payloads in the order in which they came. */
  readonly heard: readonly Payload[];
  /** Answers payloads of this type from now on; the result is the acknowledgement's payload. */
  on(type: string, listener: (payload: Payload) => Promise<Payload | undefined> | Payload | undefined): void;
  /** Calls the Web API. Throws if it is refused. */
  call(method: string, args: object): Promise<Payload>;
  stop(): void;
}

export async function connectStandIn(server: SlackServer): Promise<StandInApp> {
  const heard: Payload[] = [];
  const listeners = new Map<string, Parameters<StandInApp['on']>[1]>();

  async function call(method: string, args: object): Promise<Payload> {
    const token = method === 'apps.connections.open' ? appToken : botToken;
    const response = await fetch(`${server.apiUrl()}${method}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(args),
    });
    const body = z.looseObject({ ok: z.boolean() }).parse(await response.json());
    if (!body.ok) throw new Error(`${method}: ${JSON.stringify(body)}`);
    return body;
  }

  const { url } = await call('apps.connections.open', {});
  const socket = new WebSocket(String(url));
  socket.on('message', async (data) => {
    const parsed = envelope.safeParse(JSON.parse(String(data)));
    if (!parsed.success) return;
    const { envelope_id, payload } = parsed.data;
    heard.push(payload);
    const type = String(
      payload.command ?? (payload.type === 'event_callback' ? Object(payload.event).type : payload.type),
    );
    const reply = await listeners.get(type)?.(payload);
    socket.send(JSON.stringify({ envelope_id, ...(reply !== undefined && { payload: reply }) }));
  });
  await once(socket, 'open');
  return {
    heard,
    call,
    on: (type, listener) => void listeners.set(type, listener),
    stop: () => socket.terminate(),
  };
}
