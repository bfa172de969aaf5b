import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FakeReply, StatusFault } from '../fake-claude/script.ts';
import type { Refusal } from './refusal.ts';
import { chunksOf, sendChunks } from './stream.ts';
import { validate } from './validate.ts';
import { type ChatBody, isChatBody } from './wire.ts';

export interface FakeChatOptions {
  /** Absent for a server that asks for none. */
  readonly apiKey?: string;
  readonly models?: readonly string[];
  /** The name for the token limit that its models take; `max_tokens` unless told. */
  readonly limitName?: string;
}

/** A reply in the blocks of `fake-claude`, or the bytes of one, as an odd server might send them. */
export type ChatScript = FakeReply | { readonly raw: string; readonly type?: string };
export type ChatResponder = (body: ChatBody) => ChatScript;

export interface RecordedChat {
  readonly raw: string;
  readonly body: ChatBody;
  readonly headers: IncomingHttpHeaders;
  /** The message of the error that it was answered with. */
  error?: string;
}

export interface FakeChat {
  /** With its path. */
  readonly url: string;
  readonly requests: readonly RecordedChat[];
  /** Queues replies, one a request. */
  reply(...items: readonly (ChatScript | ChatResponder)[]): void;
  /** Answers when the queue is empty; without it that is an error, and `close` rejects. */
  respondWith(responder: ChatResponder): void;
  close(): Promise<void>;
}

/** Chat completions on a loopback port: refuses what OpenAI refuses and says what it is told to say. */
export async function startFakeChat(options: FakeChatOptions = {}): Promise<FakeChat> {
  const models = options.models ?? ['qwen3-30b', 'qwen3-4b'];
  const limitName = options.limitName ?? 'max_tokens';
  const requests: RecordedChat[] = [];
  const queue: (ChatScript | ChatResponder)[] = [];
  const problems: string[] = [];
  let fallback: ChatResponder | undefined;

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const raw = Buffer.concat(await request.toArray()).toString();
    response.setHeader('x-request-id', 'req_chat');
    const { authorization } = request.headers;
    if (options.apiKey !== undefined && authorization !== `Bearer ${options.apiKey}`)
      return refuse(response, {
        status: 401,
        code: 'invalid_api_key',
        message: `Incorrect API key provided: ${authorization?.slice(7)}.`,
      });
    const target = `${request.method} ${request.url}`;
    if (target === 'GET /v1/models')
      return sendJson(response, { object: 'list', data: models.map((id) => ({ id, object: 'model' })) });
    if (target !== 'POST /v1/chat/completions') return refuse(response, { status: 404, message: 'Invalid URL' });
    const body: unknown = parse(raw);
    if (!isChatBody(body)) return refuse(response, { status: 400, message: 'not JSON' });
    const entry: RecordedChat = { raw, body, headers: request.headers };
    requests.push(entry);
    const refusal = validate(body, { models, limitName });
    if (refusal !== undefined) {
      entry.error = refusal.message;
      return refuse(response, refusal);
    }
    await answer(entry, response);
  }

  async function answer(entry: RecordedChat, response: ServerResponse): Promise<void> {
    const scripted = queue.shift() ?? fallback;
    if (scripted === undefined) {
      problems.push('a request came when the script was used up');
      return refuse(response, { status: 400, message: 'fake: the script is used up' });
    }
    const item = typeof scripted === 'function' ? scripted(entry.body) : scripted;
    if ('raw' in item) {
      response.writeHead(200, { 'content-type': item.type ?? 'text/event-stream' }).end(item.raw);
      return;
    }
    const { fault } = item;
    if (fault?.kind === 'hang') return fault.onReached?.();
    if (fault?.kind === 'status') {
      entry.error = fault.message ?? `status ${fault.status}`;
      return sendFault(response, fault);
    }
    response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
    await sendChunks(response, chunksOf(item, entry.body.model), fault);
  }

  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => {
      // A client that went away is no problem of the script.
      if (!request.socket.destroyed) problems.push(error instanceof Error ? String(error.stack) : String(error));
      response.destroy();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    requests,
    reply: (...items) => void queue.push(...items),
    respondWith: (responder) => {
      fallback = responder;
    },
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
      if (problems.length > 0) throw new Error(`the fake chat server met problems: ${problems.join('; ')}`);
    },
  };
}

function parse(raw: string): unknown {
  try {
    return JSON.parse(raw);
  } catch {
    return undefined;
  }
}

function refuse(response: ServerResponse, { status, message, code, param }: Refusal): void {
  const error = { message, type: 'invalid_request_error', param: param ?? null, code: code ?? null };
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ error }));
}

function sendFault(response: ServerResponse, { status, type, message = 'Error', headers }: StatusFault): void {
  const error = { message, type: type ?? 'server_error', param: null, code: type ?? null };
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify({ error }));
}

function sendJson(response: ServerResponse, body: unknown): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
