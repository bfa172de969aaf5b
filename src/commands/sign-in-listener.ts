import { once } from 'node:events';
import { createServer } from 'node:http';
import { answerSignIn, signInPath } from '../connectors/oauth/sign-in-page.ts';

/** Where browsers on this machine come back to from sign-in pages; loopback only. */
export interface SignInListener {
  /** As sign-in pages are told it. */
  readonly address: string;
  stop(): Promise<void>;
}

/** Listens at a free port. `finish` takes what a page sent back, and throws a sentence for the person. */
export async function startSignInListener(
  finish: (came: URLSearchParams) => Promise<{ readonly connector: string }>,
): Promise<SignInListener> {
  let answering: Promise<unknown> = Promise.resolve();
  const server = createServer(async (request, response) => {
    answering = once(response, 'close');
    response.setHeader('connection', 'close');
    const path = new URL(request.url ?? '/', 'http://localhost').pathname;
    if (request.method !== 'GET' || path !== signInPath) {
      response.writeHead(404).end();
      return;
    }
    const { status, headers, body } = await answerSignIn(request.url ?? '', finish);
    response.writeHead(status, headers).end(body);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const bound = server.address();
  const port = typeof bound === 'object' ? bound?.port : undefined;
  return {
    address: `http://127.0.0.1:${port}`,
    stop: async () => {
      // Who came back reads what happened.
      await answering;
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
