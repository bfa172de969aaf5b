import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createPageActions } from './page-actions.ts';
import { type PageFiles, readPageFiles } from './page-files.ts';
import { createPageView, type PageViewOptions } from './page-view.ts';
import type { SlackServer } from './slack-server.ts';

export interface PageServerOptions extends Omit<PageViewOptions, 'server'> {
  readonly server: SlackServer;
  /** Where it listens; another process on it is an error of its own only if `isPortFixed`. */
  readonly port: number;
  /** Whether the port was asked for; otherwise a free one is taken where it is in use. */
  readonly isPortFixed: boolean;
}

/** The page of the workspace: files for a browser, what a person sees, what a person does. Loopback only. */
export interface PageServer {
  /** Rejects with the system's error if it can't listen. */
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Address to open; known once started. */
  url(): string;
}

const maxBodyBytes = 40 * 1024 * 1024;
const changesPath = '/workspace/api/changes';

export function createPageServer(options: PageServerOptions): PageServer {
  const view = createPageView(options);
  const act = createPageActions(options.server, options.people);
  const listeners = new Set<ServerResponse>();
  let files: PageFiles | undefined;
  let isTelling = false;
  let unfollow = () => {};
  const http = createServer((request, response) => {
    void serve(request, response).catch(() => response.destroy());
  });
  const port = () => (http.address() as AddressInfo).port;

  function tell(): void {
    if (isTelling) return;
    isTelling = true;
    // Several changes of one moment are told as one.
    setImmediate(() => {
      isTelling = false;
      for (const listener of listeners) listener.write('event: change\ndata: .\n\n');
    });
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    secure(response, files?.contentSecurityPolicy ?? '');
    const refusal = refusalOf(request, port());
    if (refusal !== undefined) return answer(response, 403, { problem: refusal });
    const url = new URL(request.url ?? '/', 'http://workspace');
    if (request.method === 'POST' && url.pathname === '/workspace/api/act') {
      const body = await readJson(request);
      if (body === undefined) return answer(response, 400, { problem: 'The request is no JSON, or too long.' });
      return answer(response, 200, await act(body));
    }
    if (request.method !== 'GET' && request.method !== 'HEAD') return answer(response, 405, {});
    if (url.pathname === changesPath) return follow(response);
    if (url.pathname === '/workspace/api/state') {
      const { searchParams: asked } = url;
      const thread = asked.get('thread') || undefined;
      return answer(response, 200, view({ me: asked.get('as') ?? '', channel: asked.get('channel') ?? '', thread }));
    }
    const file = files?.files.get(url.pathname);
    if (file === undefined) return answer(response, 404, {});
    response.writeHead(200, { 'content-type': file.type });
    response.end(request.method === 'HEAD' ? undefined : file.body);
  }

  function follow(response: ServerResponse): void {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(': follows\n\n');
    listeners.add(response);
    response.on('close', () => listeners.delete(response));
  }

  return {
    async start() {
      files = await readPageFiles();
      try {
        await listen(options.port);
      } catch (error) {
        if (options.isPortFixed || !isInUse(error)) throw error;
        await listen(0);
      }
      unfollow = options.server.onChange(tell);
    },
    async stop() {
      unfollow();
      if (!http.listening) return;
      const closed = new Promise<void>((resolve) => http.close(() => resolve()));
      http.closeAllConnections();
      await closed;
    },
    url: () => `http://127.0.0.1:${port()}`,
  };

  function listen(at: number): Promise<void> {
    return new Promise((resolve, reject) => {
      http.once('error', reject);
      http.listen(at, '127.0.0.1', () => {
        http.off('error', reject);
        resolve();
      });
    });
  }
}

/**
 * Why a request is not served. Other sites must neither read nor act: a name of theirs that resolves to this machine
 * is told by the host, a form or script of theirs by the origin.
 */
function refusalOf({ headers, method, url }: IncomingMessage, port: number): string | undefined {
  const hosts = [`127.0.0.1:${port}`, `localhost:${port}`];
  if (headers.host === undefined || !hosts.includes(headers.host)) return 'This host is not served here.';
  const { origin } = headers;
  if (origin !== undefined && origin !== `http://${headers.host}`) return 'This origin may not ask here.';
  const isReading = method === 'GET' || method === 'HEAD';
  if (!isReading && origin === undefined) return 'A request that changes something must name its origin.';
  // A link from elsewhere may open the page itself, and nothing else.
  const site = headers['sec-fetch-site'] ?? 'none';
  if (site === 'same-origin' || site === 'none' || (url === '/' && headers['sec-fetch-mode'] === 'navigate'))
    return undefined;
  return 'Other sites may not ask here.';
}

function secure(response: ServerResponse, policy: string): void {
  response.setHeader('content-security-policy', policy);
  response.setHeader('x-content-type-options', 'nosniff');
  response.setHeader('referrer-policy', 'no-referrer');
  response.setHeader('cross-origin-resource-policy', 'same-origin');
  response.setHeader('cross-origin-opener-policy', 'same-origin');
  response.setHeader('cache-control', 'no-store');
}

function answer(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}

/** Undefined for what is no JSON or too long. */
async function readJson(request: IncomingMessage): Promise<unknown> {
  if (request.headers['content-type'] !== 'application/json') return undefined;
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request) {
    length += chunk.length;
    if (length > maxBodyBytes) return undefined;
    chunks.push(chunk);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch {
    return undefined;
  }
}

function isInUse(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
}
