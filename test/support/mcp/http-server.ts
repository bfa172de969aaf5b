import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import { z } from 'zod';

const request = z.looseObject({
  id: z.union([z.string(), z.number()]).optional(),
  method: z.string().optional(),
  params: z.record(z.string(), z.unknown()).optional(),
});

export interface HttpCall {
  readonly id: string | number | undefined;
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly headers: IncomingMessage['headers'];
  /** Answers with a result, as JSON. */
  reply(result: unknown, headers?: Readonly<Record<string, string>>): void;
  refuse(code: number, message: string, data?: unknown): void;
  status(code: number, body?: string, type?: string): void;
  readonly response: ServerResponse;
}

export interface HttpServerForTests {
  readonly url: string;
  readonly port: number;
  readonly calls: readonly HttpCall[];
  /** Connections that are open now. */
  sockets(): Promise<number>;
  close(): Promise<void>;
}

/** A bare MCP server over HTTP, on no SDK, that answers as `handle` says; requests that are not POST get 405. */
export async function startHttpServer(
  t: { after: TestContext['after'] },
  handle: (call: HttpCall) => void,
  port = 0,
): Promise<HttpServerForTests> {
  const calls: HttpCall[] = [];
  const server = createServer(async (incoming, response) => {
    let body = '';
    for await (const chunk of incoming) body += chunk;
    if (incoming.method !== 'POST') {
      response.writeHead(incoming.method === 'DELETE' ? 200 : 405).end();
      return;
    }
    const { id, method = '', params = {} } = request.parse(JSON.parse(body));
    const send = (message: unknown, headers: Readonly<Record<string, string>> = {}) =>
      response.writeHead(200, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(message));
    const call: HttpCall = {
      id,
      method,
      params,
      headers: incoming.headers,
      response,
      reply: (result, headers) => send({ jsonrpc: '2.0', id, result }, headers),
      refuse: (code, message, data) => send({ jsonrpc: '2.0', id, error: { code, message, data } }),
      status: (code, text = '', type = 'text/plain') => response.writeHead(code, { 'content-type': type }).end(text),
    };
    calls.push(call);
    if (id === undefined) call.status(202);
    else handle(call);
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const address: AddressInfo | string | null = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  t.after(close);
  return {
    url: `http://127.0.0.1:${address.port}/mcp`,
    port: address.port,
    calls,
    sockets: () =>
      new Promise((resolve, reject) =>
        server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
      ),
    close,
  };
}

/** Answers the handshake and the list of tools; true if it did. */
export function usualAnswer(
  call: HttpCall,
  options: { readonly session?: string; readonly tools?: readonly string[] } = {},
): boolean {
  switch (call.method) {
    case 'initialize':
      call.reply(
        { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 'http', version: '1' } },
        options.session === undefined ? {} : { 'mcp-session-id': options.session },
      );
      return true;
    case 'server/discover':
      call.refuse(-32_601, 'Method not found');
      return true;
    case 'ping':
      call.reply({});
      return true;
    case 'tools/list':
      call.reply({ tools: (options.tools ?? ['act']).map((name) => ({ name, inputSchema: { type: 'object' } })) });
      return true;
    default:
      return false;
  }
}
