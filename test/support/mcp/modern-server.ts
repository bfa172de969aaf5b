import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import {
  acceptedContent,
  createMcpHandler,
  inputRequired,
  McpServer,
  type ServerNotifier,
} from '@modelcontextprotocol/server';
import { z } from 'zod';

/** What outlives a restart of the server. */
export interface ModernState {
  readonly closed: string[];
  readonly notes: Map<string, string>;
}

/** A server of the stateless revision with tools that ask, a resource and a prompt. */
export function buildModernServer(state: ModernState): McpServer {
  const server = new McpServer(
    { name: 'modern', version: '1' },
    { instructions: 'Be kind.', capabilities: { resources: { subscribe: true } } },
  );
  const answer = z.object({ reason: z.string() });
  server.registerTool(
    'close',
    {
      description: 'Closes a ticket',
      inputSchema: z.object({ id: z.string() }),
      annotations: { destructiveHint: true },
    },
    ({ id }, context) => {
      const given = acceptedContent(context.mcpReq.inputResponses, 'why', answer);
      if (given === undefined) {
        const question = inputRequired.elicit({ message: `Why close ${id}?`, requestedSchema: answer });
        return inputRequired({ inputRequests: { why: question }, requestState: `ticket ${id}` });
      }
      state.closed.push(`${id}: ${given.reason} (${context.mcpReq.requestState()})`);
      return { content: [{ type: 'text', text: 'closed' }] };
    },
  );
  server.registerTool('sample', { inputSchema: z.object({}) }, () =>
    inputRequired({
      inputRequests: { s: inputRequired.createMessage({ messages: [], maxTokens: 10 }) },
      requestState: 'x',
    }),
  );
  for (const [name, text] of state.notes) {
    server.registerResource(name, `note://${name}`, { mimeType: 'text/plain' }, (uri) => ({
      contents: [{ uri: uri.href, text }],
    }));
  }
  server.registerPrompt(
    'greet',
    { description: 'A greeting', argsSchema: z.object({ who: z.string() }) },
    ({ who }) => ({
      messages: [{ role: 'user', content: { type: 'text', text: `Greet ${who}` } }],
    }),
  );
  return server;
}

export interface ModernServer {
  readonly url: string;
  readonly port: number;
  readonly notify: ServerNotifier;
  close(): Promise<void>;
}

export async function startModernServer(
  t: { after: TestContext['after'] },
  state: ModernState,
  port = 0,
): Promise<ModernServer> {
  const handler = createMcpHandler(() => buildModernServer(state));
  const server = createServer((incoming, response) => void pass(incoming, response, handler.fetch));
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const address: AddressInfo | string | null = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const close = async () => {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    server.closeAllConnections();
    await handler.close();
    await closed;
  };
  t.after(close);
  return { url: `http://127.0.0.1:${address.port}/mcp`, port: address.port, notify: handler.notify, close };
}

async function pass(
  incoming: IncomingMessage,
  response: ServerResponse,
  handle: (request: Request) => Promise<Response>,
): Promise<void> {
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  const parts: Buffer[] = [];
  for await (const part of incoming) parts.push(part);
  const headers = Object.entries(incoming.headers).map(([name, value]): [string, string] => [name, String(value)]);
  const answer = await handle(
    new Request(`http://${incoming.headers.host}${incoming.url}`, {
      method: incoming.method ?? 'GET',
      headers,
      signal: gone.signal,
      ...(parts.length === 0 ? {} : { body: Buffer.concat(parts) }),
    }),
  );
  response.writeHead(answer.status, Object.fromEntries(answer.headers));
  response.flushHeaders();
  try {
    for await (const part of answer.body ?? []) response.write(part);
  } catch {
    // The client left.
  }
  response.end();
}
