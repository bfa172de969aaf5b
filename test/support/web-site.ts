import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { TestContext } from 'node:test';

export interface SitePage {
  readonly body?: string | Uint8Array;
  readonly status?: number;
  readonly type?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** With its `etag` or `last-modified` a server answers that nothing changed. */
  readonly hang?: boolean;
}

export interface WebSite {
  readonly origin: string;
  readonly host: string;
  /** By path with query. What is not there is answered with 404. */
  readonly pages: Map<string, SitePage>;
  /** Paths that were asked for, in order, with the status that they were answered with. */
  readonly asked: string[];
  readonly headers: IncomingHttpHeaders[];
  close(): Promise<void>;
}

/** A web site of one machine, which answers conditional requests as servers do. */
export async function startWebSite(t: TestContext, pages: Readonly<Record<string, SitePage>> = {}): Promise<WebSite> {
  const held = new Map(Object.entries(pages));
  const asked: string[] = [];
  const headers: IncomingHttpHeaders[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    headers.push(request.headers);
    const page = held.get(path) ?? { status: 404 };
    if (page.hang) {
      asked.push(path);
      return;
    }
    const status = statusFor(page, request.headers);
    asked.push(`${status} ${path}`);
    answer(response, page, status);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = () =>
    new Promise<void>((resolve) => {
      server.closeAllConnections();
      server.close(() => resolve());
    });
  t.after(close);
  const address = server.address();
  const host = `127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  return { origin: `http://${host}`, host, pages: held, asked, headers, close };
}

function statusFor({ status = 200, headers = {} }: SitePage, sent: IncomingHttpHeaders): number {
  const isSame =
    (headers.etag !== undefined && headers.etag === sent['if-none-match']) ||
    (headers['last-modified'] !== undefined && headers['last-modified'] === sent['if-modified-since']);
  return isSame && status === 200 ? 304 : status;
}

function answer(response: ServerResponse, { body = '', type, headers = {} }: SitePage, status: number): void {
  response.writeHead(status, { 'content-type': type ?? 'text/html; charset=utf-8', ...headers });
  response.end(status === 304 ? undefined : body);
}
