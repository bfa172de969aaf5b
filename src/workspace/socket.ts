import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { z } from 'zod';
import type { Clock } from './clock.ts';
import type { Json } from './state.ts';

export interface Envelope {
  readonly type: 'events_api' | 'slash_commands';
  readonly payload: Json;
  /** For events: how often it was sent before. */
  readonly retryAttempt?: number;
}

export type DisconnectReason = 'warning' | 'refresh_requested' | 'link_disabled' | 'too_many_websockets';

/** The server's side of Socket Mode. */
export interface SocketMode {
  /** Makes a one-use address for a connection. */
  ticket(): string;
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  /** Sends to one connection, or keeps it until there is one; resolves with the reply's payload once acknowledged. */
  send(envelope: Envelope): Promise<Json>;
  disconnect(reason: DisconnectReason): void;
  /** Breaks every connection without a close handshake. */
  drop(): void;
  connections(): number;
  unacknowledged(): number;
  close(): void;
}

interface Pending {
  readonly envelope: Envelope;
  readonly settle: (payload: Json) => void;
  attempt: number;
  cancel: () => void;
}

const ackWithinMs = 3_000;
const retryAfterMs = [0, 60_000, 300_000];
const reply = z.object({ envelope_id: z.string(), payload: z.record(z.string(), z.unknown()).optional() });

export function createSocketMode(options: {
  readonly clock: Clock;
  readonly appId: string;
  readonly onChange: () => void;
}): SocketMode {
  const server = new WebSocketServer({ noServer: true });
  const tickets = new Set<string>();
  const open = new Set<WebSocket>();
  const pending = new Map<string, Pending>();
  const waiting: string[] = [];
  let turn = 0;

  function transmit(id: string): void {
    const item = pending.get(id);
    if (!item) return;
    const sockets = [...open].filter((socket) => socket.readyState === socket.OPEN);
    const socket = sockets[turn % Math.max(1, sockets.length)];
    if (!socket) {
      waiting.push(id);
      return;
    }
    turn += 1;
    const { type, payload } = item.envelope;
    const retry = { retry_attempt: item.attempt, retry_reason: item.attempt === 0 ? '' : 'timeout' };
    socket.send(
      JSON.stringify({
        envelope_id: id,
        type,
        payload,
        accepts_response_payload: type !== 'events_api',
        ...(type === 'events_api' && retry),
      }),
    );
    item.cancel = options.clock.after(ackWithinMs, () => retryLater(id, item));
  }

  function retryLater(id: string, item: Pending): void {
    const delay = retryAfterMs[item.attempt];
    if (item.envelope.type !== 'events_api' || delay === undefined) return;
    item.attempt += 1;
    item.cancel = options.clock.after(delay, () => transmit(id));
  }

  function receive(data: string): void {
    const { envelope_id, payload } = reply.parse(JSON.parse(data));
    const item = pending.get(envelope_id);
    item?.cancel();
    pending.delete(envelope_id);
    item?.settle(payload ?? {});
    options.onChange();
  }

  function welcome(socket: WebSocket): void {
    open.add(socket);
    socket.on('close', () => {
      open.delete(socket);
      options.onChange();
    });
    socket.on('error', () => socket.terminate());
    socket.on('message', (data) => receive(String(data)));
    socket.send(
      JSON.stringify({
        type: 'hello',
        num_connections: open.size,
        connection_info: { app_id: options.appId },
        debug_info: { host: 'workspace', build_number: 1, approximate_connection_time: 18_060 },
      }),
    );
    for (const id of waiting.splice(0)) transmit(id);
    options.onChange();
  }

  return {
    ticket() {
      const ticket = randomUUID();
      tickets.add(ticket);
      return ticket;
    },
    upgrade(request, socket, head) {
      const ticket = new URL(request.url ?? '/', 'ws://workspace').searchParams.get('ticket') ?? '';
      if (tickets.delete(ticket)) server.handleUpgrade(request, socket, head, welcome);
      else socket.end('HTTP/1.1 401 Unauthorized\r\n\r\n');
    },
    send: (envelope) =>
      new Promise((settle) => {
        const id = randomUUID();
        pending.set(id, { envelope, settle, attempt: envelope.retryAttempt ?? 0, cancel: () => {} });
        transmit(id);
      }),
    disconnect(reason) {
      const message = JSON.stringify({ type: 'disconnect', reason, debug_info: { host: 'workspace' } });
      for (const socket of open) socket.send(message);
    },
    drop() {
      for (const socket of open) socket.terminate();
    },
    connections: () => open.size,
    unacknowledged: () => pending.size,
    close() {
      for (const item of pending.values()) item.cancel();
      for (const socket of open) socket.terminate();
      server.close();
    },
  };
}
