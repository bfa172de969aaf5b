import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { z } from 'zod';
import type { Clock } from '../clock.ts';
import { type Attempt, createAttempts } from './attempts.ts';
import type { Delivery } from './delivery.ts';

export type DisconnectReason = 'warning' | 'refresh_requested' | 'link_disabled' | 'too_many_websockets';

/** The server's side of Socket Mode. Each envelope goes to one connection, in turn. */
export interface SocketMode extends Delivery {
  /** Makes a one-use address for a connection. */
  ticket(): string;
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  /** Asks every connection to go. */
  disconnect(reason: DisconnectReason): void;
  /** Breaks every connection without a close handshake. */
  drop(): void;
  /** Whether pings are answered. */
  answerPings(answers: boolean): void;
  connections(): number;
}

const maxConnections = 10;
// Well below the 30 s after which the app's own connection gives up.
const pingEveryMs = 10_000;
const reply = z.object({ envelope_id: z.string(), payload: z.record(z.string(), z.unknown()).optional() });

export function createSocketMode(options: {
  readonly clock: Clock;
  readonly appId: string;
  readonly onChange: () => void;
}): SocketMode {
  const server = new WebSocketServer({ noServer: true, autoPong: false });
  const tickets = new Set<string>();
  const open = new Set<WebSocket>();
  const waiting: Attempt[] = [];
  let turn = 0;
  let answersPings = true;
  let stopPinging = () => {};
  const attempts = createAttempts({ clock: options.clock, transmit, onChange: options.onChange });

  function transmit(attempt: Attempt): void {
    if (!attempts.waits(attempt.id)) return;
    const sockets = [...open].filter((socket) => socket.readyState === socket.OPEN);
    const socket = sockets[turn % Math.max(1, sockets.length)];
    if (!socket) {
      waiting.push(attempt);
      return;
    }
    turn += 1;
    const { type, payload } = attempt.envelope;
    const retry = { retry_attempt: attempt.number, retry_reason: attempt.reason };
    socket.send(
      JSON.stringify({
        envelope_id: attempt.id,
        type,
        payload,
        accepts_response_payload: type !== 'events_api',
        ...(type === 'events_api' && retry),
      }),
    );
    attempts.sent(attempt.id, 'timeout');
  }

  function welcome(socket: WebSocket): void {
    socket.on('error', () => socket.terminate());
    if (open.size >= maxConnections) {
      socket.send(farewell('too_many_websockets'));
      socket.close();
      return;
    }
    if (open.size === 0) ping();
    open.add(socket);
    socket.on('close', () => {
      open.delete(socket);
      if (open.size === 0) stopPinging();
      options.onChange();
    });
    socket.on('ping', (data) => {
      if (answersPings) socket.pong(data);
    });
    socket.on('message', (data) => {
      const parsed = reply.safeParse(parseJson(String(data)));
      if (parsed.success) attempts.acknowledge(parsed.data.envelope_id, parsed.data.payload ?? {});
      else socket.terminate();
    });
    socket.send(
      JSON.stringify({
        type: 'hello',
        num_connections: open.size,
        connection_info: { app_id: options.appId },
        debug_info: { host: 'workspace', build_number: 1, approximate_connection_time: 18_060 },
      }),
    );
    for (const attempt of waiting.splice(0)) transmit(attempt);
    options.onChange();
  }

  function ping(): void {
    stopPinging = options.clock.after(pingEveryMs, () => {
      for (const socket of open) socket.ping();
      ping();
    });
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
    send: attempts.add,
    disconnect(reason) {
      for (const socket of open) socket.send(farewell(reason));
    },
    drop() {
      for (const socket of open) socket.terminate();
    },
    answerPings(answers) {
      answersPings = answers;
    },
    connections: () => open.size,
    unacknowledged: attempts.open,
    close() {
      attempts.close();
      stopPinging();
      for (const socket of open) socket.terminate();
      server.close();
    },
  };
}

function farewell(reason: DisconnectReason): string {
  return JSON.stringify({ type: 'disconnect', reason, debug_info: { host: 'workspace' } });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
