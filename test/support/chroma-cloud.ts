import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { z } from 'zod';

export interface ChromaCloud {
  readonly url: string;
  /** What was refused, in order. */
  readonly refusals: string[];
  /** Kinds of calls (`upsert`, `query` and so on) that were let through, with how often. */
  readonly calls: Map<string, number>;
  /** The most reads, or writes, of one collection that were under way at once. */
  readonly most: { read: number; write: number };
  close(): Promise<void>;
}

const record = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]));
const payload = z.object({
  ids: z.array(z.string()).nullish(),
  embeddings: z.array(z.union([z.array(z.number()), z.string()])).nullish(),
  query_embeddings: z.array(z.array(z.number())).nullish(),
  metadatas: z.array(record.nullable()).nullish(),
  documents: z.array(z.string().nullable()).nullish(),
  where: z.unknown().optional(),
  limit: z.number().nullish(),
  n_results: z.number().nullish(),
});

/** Stands before a real Chroma as Chroma Cloud would: it wants the key, and refuses what is beyond the quotas. */
export async function startChromaCloud(options: {
  readonly chromaPort: number;
  readonly apiKey: string;
  readonly databases?: readonly string[];
}): Promise<ChromaCloud> {
  const refusals: string[] = [];
  const calls = new Map<string, number>();
  const most = { read: 0, write: 0 };
  const under = new Map<string, number>();

  function refuse(response: ServerResponse, status: number, message: string): void {
    refusals.push(message);
    const error = status === 429 ? 'RateLimitError' : 'QuotaExceededError';
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ error, message }));
  }

  async function handle(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    if (incoming.headers['x-chroma-token'] !== options.apiKey) {
      response.writeHead(401).end();
      return;
    }
    const path = incoming.url ?? '';
    if (path === '/api/v2/auth/identity') {
      const { databases = ['default_database'] } = options;
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ user_id: 'u', tenant: 'default_tenant', databases }));
      return;
    }
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    const [, collection, action] = /\/collections\/([^/?]+)\/(\w+)/.exec(path) ?? [];
    if (collection === undefined || action === undefined) return pass(incoming, body, response);
    const fault = body.length === 0 ? undefined : faultOf(action, payload.parse(JSON.parse(body.toString())));
    if (fault !== undefined) return refuse(response, 422, `Quota exceeded: ${action}: ${fault}`);
    const kind = ['add', 'update', 'upsert', 'delete'].includes(action) ? 'write' : 'read';
    const key = `${collection} ${kind}`;
    const busy = (under.get(key) ?? 0) + 1;
    most[kind] = Math.max(most[kind], busy);
    if (busy > 10) return refuse(response, 429, `more than 10 ${kind}s of a collection at once`);
    under.set(key, busy);
    calls.set(action, (calls.get(action) ?? 0) + 1);
    response.once('close', () => under.set(key, (under.get(key) ?? 1) - 1));
    pass(incoming, body, response);
  }

  function pass({ method, url, headers }: IncomingMessage, body: Buffer, response: ServerResponse): void {
    const onward = request({ host: '127.0.0.1', port: options.chromaPort, method, path: url, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    onward.on('error', () => response.destroy());
    onward.end(body);
  }

  const server = createServer((incoming, response) => {
    handle(incoming, response).catch((error) => {
      refusals.push(String(error));
      response.writeHead(500).end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
    refusals,
    calls,
    most,
    async close() {
      const closed = once(server, 'close');
      server.closeAllConnections();
      server.close();
      await closed;
    },
  };
}

function faultOf(action: string, body: z.infer<typeof payload>): string | undefined {
  const bytes = (text: string) => Buffer.byteLength(text);
  const { ids, embeddings, metadatas, documents } = body;
  const writes = ['add', 'update', 'upsert', 'delete'].includes(action);
  if (writes && (ids?.length ?? Number.POSITIVE_INFINITY) > 300) return 'records of a write: 300';
  if (action === 'query' && (body.n_results ?? 10) > 300) return 'results: 300';
  if (action === 'get' && (ids?.length ?? body.limit ?? Number.POSITIVE_INFINITY) > 300) return 'results: 300';
  if (ids?.some((id) => bytes(id) > 128)) return 'bytes of an id: 128';
  const sizes = (embeddings ?? body.query_embeddings ?? []).map((vector) =>
    typeof vector === 'string' ? Buffer.from(vector, 'base64').length / 4 : vector.length,
  );
  if (sizes.some((size) => size > 4096)) return 'dimensions: 4096';
  if (documents?.some((text) => bytes(text ?? '') > 16_384)) return 'bytes of a document: 16384';
  for (const [key, value] of (metadatas ?? []).flatMap((each) => Object.entries(each ?? {}))) {
    if (bytes(key) > 36) return 'bytes of a key: 36';
    if (bytes(String(value)) > 4096) return 'bytes of a metadata value: 4096';
  }
  if (metadatas?.some((each) => Object.keys(each ?? {}).length > 32)) return 'keys: 32';
  return predicates(body.where) > 8 ? 'predicates: 8' : undefined;
}

function predicates(where: unknown): number {
  if (typeof where !== 'object' || where === null) return 0;
  return Object.entries(where).reduce(
    (sum, [key, value]) =>
      sum +
      (['$and', '$or'].includes(key) && Array.isArray(value) ? value.reduce((n, each) => n + predicates(each), 0) : 1),
    0,
  );
}
