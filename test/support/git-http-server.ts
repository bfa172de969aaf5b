import { execFileSync, spawn } from 'node:child_process';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import process from 'node:process';
import type { TestContext } from 'node:test';

export interface GitHttpServer {
  readonly host: string;
  /** What each request signed in with. */
  readonly authorizations: (string | undefined)[];
}

/** Git's own HTTP server before a repository, as `/team/handbook.git`, for those who sign in. */
export async function startGitHttpServer(
  t: TestContext,
  folder: string,
  { user, password }: { readonly user: string; readonly password: string },
): Promise<GitHttpServer> {
  const program = join(execFileSync('git', ['--exec-path'], { encoding: 'utf8' }).trim(), 'git-http-backend');
  execFileSync('git', ['-C', folder, 'config', 'uploadpack.allowFilter', 'true']);
  execFileSync('git', ['-C', folder, 'config', 'uploadpack.allowAnySHA1InWant', 'true']);
  const expected = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
  const authorizations: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    authorizations.push(request.headers.authorization);
    if (request.url?.startsWith('/moved/')) {
      response.writeHead(301, { location: request.url.replace('/moved/', '/team/') }).end();
    } else if (request.headers.authorization !== expected) {
      response.writeHead(401, { 'www-authenticate': 'Basic realm="git"' }).end();
    } else run(program, folder, request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { host: `127.0.0.1:${port}`, authorizations };
}

function run(program: string, folder: string, request: IncomingMessage, response: ServerResponse): void {
  const url = new URL(request.url ?? '', 'http://localhost');
  const child = spawn(program, [], {
    env: {
      PATH: process.env.PATH,
      GIT_PROJECT_ROOT: dirname(folder),
      GIT_HTTP_EXPORT_ALL: '1',
      GIT_PROTOCOL: String(request.headers['git-protocol'] ?? ''),
      PATH_INFO: url.pathname.replace('/team/handbook.git', folder.slice(dirname(folder).length)),
      QUERY_STRING: url.search.slice(1),
      REQUEST_METHOD: request.method,
      CONTENT_TYPE: request.headers['content-type'] ?? '',
      HTTP_CONTENT_ENCODING: String(request.headers['content-encoding'] ?? ''),
      REMOTE_USER: 'bylaw',
      REMOTE_ADDR: '127.0.0.1',
    },
  });
  request.pipe(child.stdin);
  const chunks: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  child.on('close', () => {
    const whole = Buffer.concat(chunks);
    const end = whole.indexOf('\r\n\r\n');
    const headers = whole.subarray(0, end).toString().split('\r\n');
    const status = headers.find((line) => line.startsWith('Status:'))?.slice(8, 11) ?? '200';
    const plain = headers.filter((line) => !line.startsWith('Status:')).map((line) => line.split(': '));
    response.writeHead(Number(status), Object.fromEntries(plain)).end(whole.subarray(end + 4));
  });
}
