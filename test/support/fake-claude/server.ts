import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { countTokens, createPrefixCache } from './cache.ts';
import { searchResultsOf } from './citations.ts';
import { editContext } from './context-edits.ts';
import { createMessageBuilder } from './message.ts';
import { defaultMaxTokens, defaultModels, type FakeModelInfo, modelBody } from './models.ts';
import type { FakeReply, Responder, StatusFault } from './script.ts';
import { eventsOf, sendEvents } from './stream.ts';
import { validate } from './validate.ts';
import { isObject, type WireRequest, type WireUsage } from './wire.ts';

export interface FakeClaudeOptions {
  /** Any key is good unless told. */
  readonly apiKey?: string;
  readonly models?: Readonly<Record<string, FakeModelInfo>>;
  readonly minCacheTokens?: number;
}

/** A `POST /v1/messages` as it came, refused ones included. */
export interface RecordedRequest {
  readonly raw: string;
  readonly body: WireRequest;
  readonly headers: IncomingHttpHeaders;
  readonly requestId: string;
  /** The message of the error that it was answered with. */
  error?: string;
  usage?: WireUsage;
}

export interface FakeClaude {
  readonly url: string;
  readonly requests: readonly RecordedRequest[];
  /** Queues replies, one a request. */
  reply(...items: readonly (FakeReply | Responder)[]): void;
  /** Answers when the queue is empty; without it that is an error, and `close` rejects. */
  respondWith(responder: Responder): void;
  close(): Promise<void>;
}

/** The Messages API on a loopback port: it refuses what the real one refuses and says what it is told to say. */
export async function startFakeClaude(options: FakeClaudeOptions = {}): Promise<FakeClaude> {
  const models = options.models ?? defaultModels;
  const cache = createPrefixCache({ minTokens: options.minCacheTokens ?? 1 });
  const builder = createMessageBuilder();
  const requests: RecordedRequest[] = [];
  const queue: (FakeReply | Responder)[] = [];
  const problems: string[] = [];
  let fallback: Responder | undefined;

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const raw = Buffer.concat(await request.toArray()).toString();
    const requestId = `req_${randomUUID().replaceAll('-', '')}`;
    response.setHeader('request-id', requestId);
    const path = new URL(request.url ?? '/', 'http://localhost').pathname;
    const refused = credentialFault(request.headers, options.apiKey);
    if (refused) return sendFault(response, requestId, refused);
    if (request.method === 'GET' && path.startsWith('/v1/models')) return sendModels(path, response, requestId);
    const counting = path === '/v1/messages/count_tokens';
    if (request.method !== 'POST' || !(counting || path === '/v1/messages'))
      return sendFault(response, requestId, {
        kind: 'status',
        status: 404,
        type: 'not_found_error',
        message: 'Not Found',
      });
    const body = parse(raw);
    const entry: RecordedRequest = { raw, body: body as WireRequest, headers: request.headers, requestId };
    if (!counting) requests.push(entry);
    const fault = requestFault(body, counting, betasOf(request.headers));
    if (fault) {
      entry.error = fault.message;
      return sendFault(response, requestId, fault);
    }
    if (counting) return sendJson(response, { input_tokens: countTokens(entry.body) });
    await answer(entry, response);
  }

  function requestFault(body: unknown, counting: boolean, betas: readonly string[]): StatusFault | undefined {
    const id = isObject(body) ? String(body.model) : '';
    const info = models[id];
    if (isObject(body) && body.thread !== undefined)
      return { ...invalid('thread: not supported here'), details: { error_code: 'thread_unsupported_request' } };
    const maxTokens = info?.max_tokens ?? defaultMaxTokens;
    const problem = validate(body, { counting, maxTokens, betas, signed: builder.signed });
    if (problem) return invalid(problem);
    return info && info.lifecycle !== 'retired' ? undefined : unknownModel(id);
  }

  async function answer(entry: RecordedRequest, response: ServerResponse): Promise<void> {
    const scripted = queue.shift() ?? fallback;
    if (!scripted) {
      problems.push('a request came when the script was used up');
      return sendFault(response, entry.requestId, invalid('fake: the script is used up'));
    }
    const edited = editContext(entry.body);
    const body = edited.view;
    const item =
      typeof scripted === 'function' ? await scripted({ body, searchResults: searchResultsOf(body) }) : scripted;
    const { fault } = item;
    if (fault?.kind === 'hang') return fault.onReached?.();
    if (fault?.kind === 'status') {
      entry.error = fault.message ?? `status ${fault.status}`;
      return sendFault(response, entry.requestId, fault);
    }
    const message = builder.build(item, body, cache.use(body), edited);
    entry.usage = message.usage;
    if (!body.stream) return sendJson(response, message);
    response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
    await sendEvents(response, eventsOf(message, item.rawInputs ?? {}), fault);
  }

  function sendModels(path: string, response: ServerResponse, requestId: string): void {
    if (path === '/v1/models') {
      const data = Object.entries(models).map(([id, info]) => modelBody(id, info));
      sendJson(response, { data, has_more: false, first_id: data[0]?.id, last_id: data.at(-1)?.id });
      return;
    }
    const id = decodeURIComponent(path.slice('/v1/models/'.length));
    const info = models[id];
    if (info) sendJson(response, modelBody(id, info));
    else sendFault(response, requestId, unknownModel(id));
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
    url: `http://127.0.0.1:${port}`,
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
      if (problems.length > 0) throw new Error(`the fake Claude met problems: ${problems.join('; ')}`);
    },
  };
}

function betasOf(headers: IncomingHttpHeaders): readonly string[] {
  const given = headers['anthropic-beta'];
  return (Array.isArray(given) ? given : [given ?? ''])
    .flatMap((value) => value.split(','))
    .filter((beta) => beta !== '');
}

function parse(raw: string): unknown {
  try {
    return JSON.parse(raw);
  } catch {
    return undefined;
  }
}

function credentialFault(headers: IncomingHttpHeaders, expected: string | undefined): StatusFault | undefined {
  const refuse = (message: string): StatusFault => ({
    kind: 'status',
    status: 401,
    type: 'authentication_error',
    message,
  });
  const given = headers.authorization?.replace(/^Bearer /, '') ?? headers['x-api-key'];
  if (!given) return refuse('x-api-key header is required');
  if (expected !== undefined && given !== expected) return refuse('invalid x-api-key');
  return headers['anthropic-version'] ? undefined : invalid('anthropic-version: header is required');
}

function invalid(message: string): StatusFault {
  return { kind: 'status', status: 400, type: 'invalid_request_error', message };
}

function unknownModel(id: string): StatusFault {
  return { kind: 'status', status: 404, type: 'not_found_error', message: `model: ${id}` };
}

function sendFault(response: ServerResponse, requestId: string, fault: StatusFault): void {
  const { status, type = 'api_error', message = 'Internal server error', details, headers } = fault;
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  const error = { type, message, ...(details ? { details } : {}) };
  response.end(JSON.stringify({ type: 'error', error, request_id: requestId }));
}

function sendJson(response: ServerResponse, body: unknown): void {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}
