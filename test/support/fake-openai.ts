import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An embeddings server on loopback that refuses what OpenAI refuses. */
export interface FakeOpenAi {
  readonly baseUrl: string;
  readonly apiKey: string;
  /** Bodies of the requests that were accepted or scripted, oldest first. */
  readonly requests: readonly EmbeddingsRequest[];
  /** Answers the next requests, one each, instead of the usual. */
  script(...answers: readonly ScriptedAnswer[]): void;
  stop(): Promise<void>;
}

export interface EmbeddingsRequest {
  readonly model: string;
  readonly input: readonly string[];
  readonly encoding_format?: string;
  readonly dimensions?: number;
}

export type ScriptedAnswer =
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>>; readonly body: unknown }
  /** Never answers; `onArrival` tells that the request is there. */
  | { readonly hang: true; readonly onArrival: () => void }
  /** Answers as usual, but after this promise. */
  | { readonly after: Promise<unknown> };

export interface FakeModel {
  readonly dimension: number;
  readonly canShorten?: boolean;
}

export async function startFakeOpenAi(models: Readonly<Record<string, FakeModel>>): Promise<FakeOpenAi> {
  const apiKey = 'sk-test-0123456789';
  const requests: EmbeddingsRequest[] = [];
  const scripted: ScriptedAnswer[] = [];

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const raw = await readBody(request);
    const send = (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}) => {
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
    };
    const refuse = (status: number, code: string | null, message: string) =>
      send(status, { error: { message, type: 'invalid_request_error', param: null, code } });

    if (request.headers.authorization !== `Bearer ${apiKey}`) {
      const shown = request.headers.authorization?.slice('Bearer '.length) ?? '';
      return refuse(401, 'invalid_api_key', `Incorrect API key provided: ${shown}.`);
    }
    if (request.method !== 'POST' || request.url !== '/v1/embeddings') return refuse(404, null, 'Invalid URL');
    const body: EmbeddingsRequest = JSON.parse(raw);
    const script = scripted.shift();
    if (script && 'status' in script) {
      requests.push(body);
      return send(script.status, script.body, script.headers);
    }
    if (script && 'hang' in script) {
      requests.push(body);
      return script.onArrival();
    }
    const refusal = check(body, models);
    if (refusal) return refuse(...refusal);
    requests.push(body);
    if (script) await script.after;
    const dimension = body.dimensions ?? models[body.model]?.dimension ?? 0;
    send(200, answer(body, dimension));
  };

  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => response.destroy(error instanceof Error ? error : undefined));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    apiKey,
    requests,
    script: (...answers) => {
      scripted.push(...answers);
    },
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

function check(
  { model, input, dimensions }: EmbeddingsRequest,
  models: Readonly<Record<string, FakeModel>>,
): [status: number, code: string | null, message: string] | undefined {
  const known = models[model];
  if (!known) return [404, 'model_not_found', `The model \`${model}\` does not exist or you do not have access to it.`];
  if (!Array.isArray(input) || input.length === 0 || !input.every((text) => typeof text === 'string' && text !== '')) {
    return [400, null, "'$.input' is invalid."];
  }
  if (input.length > 2048) return [400, null, "'$.input' is too large: at most 2048 inputs."];
  const tokens = input.map(countTokens);
  const longest = Math.max(...tokens);
  if (longest > 8192) {
    return [400, null, `This model's maximum context length is 8192 tokens, however you requested ${longest} tokens.`];
  }
  const total = tokens.reduce((sum, count) => sum + count, 0);
  if (total > 300_000) return [400, 'max_tokens_per_request', `Requested ${total} tokens, max 300000 per request.`];
  if (dimensions !== undefined && !(known.canShorten && dimensions > 0 && dimensions <= known.dimension)) {
    return [400, null, 'This model does not support specifying dimensions.'];
  }
  return undefined;
}

/** About what a byte-pair encoding makes of a text: pieces of words and numbers, every other sign by itself. */
function countTokens(text: string): number {
  return text.match(/ ?[a-z]{1,6}|\d{1,3}|\S/giu)?.length ?? 1;
}

/** Vectors that hang on the text alone, longer than 1 as some servers' are, and in another order than asked. */
function answer({ model, input, encoding_format }: EmbeddingsRequest, dimension: number): unknown {
  const data = input.map((text, index) => {
    const vector = vectorOf(text, dimension);
    const embedding = encoding_format === 'float' ? [...vector] : Buffer.from(vector.buffer).toString('base64');
    return { object: 'embedding', index, embedding };
  });
  return { object: 'list', model, data: data.reverse(), usage: { prompt_tokens: 1, total_tokens: 1 } };
}

function vectorOf(text: string, dimension: number): Float32Array {
  const hash = createHash('sha256').update(text).digest();
  return Float32Array.from({ length: dimension }, (_, i) => (hash[i % hash.length] ?? 0) - 127 + i / dimension);
}
