import { type CustomRoute, HTTPReceiver, type Logger } from '@slack/bolt';
import { answerSignIn, signInPath } from '../../connectors/oauth/sign-in-page.ts';
import { BylawError, messageOf } from '../../errors.ts';
import type { Log } from '../../log.ts';
import { failureName } from './api.ts';
import type { SlackReach } from './reach.ts';
import type { SlackTransport } from './transport.ts';

/** Where Slack sends everything: events, commands, and what is pressed. */
export const requestPath = '/slack/events';
const healthPath = '/health';
// Slack stops waiting at three seconds.
const unhandledAfterMs = 2_500;

/** Signed requests from Slack to a port of this machine; `GET /health` answers 200 while it listens. */
export function createHttpTransport(options: {
  readonly reach: Extract<SlackReach, { kind: 'http' }>;
  /** Takes what sign-in pages of connectors send back; absent where none do. */
  readonly finishSignIn?: ((came: URLSearchParams) => Promise<{ readonly connector: string }>) | undefined;
  readonly logger: Logger;
  readonly log: Log;
}): SlackTransport {
  const { finishSignIn, log, logger } = options;
  const { signingSecret, port, host } = options.reach;
  const receiver = new HTTPReceiver({
    signingSecret,
    logger,
    endpoints: [requestPath],
    unhandledRequestTimeoutMillis: unhandledAfterMs,
    // What nothing in the app knows, or Bolt itself fails to read, would fare no better if it were sent again.
    unhandledRequestHandler: ({ response }) => {
      if (!response.headersSent) response.writeHead(200).end();
      log.warn('slack.malformed', { type: 'http' });
    },
    processEventErrorHandler: async ({ error, response }) => {
      if (!response.headersSent) response.writeHead(200).end();
      log.warn('slack.malformed', { type: 'http', failure: failureName(error) });
      return true;
    },
    dispatchErrorHandler: async ({ response }) => {
      response.writeHead(404).end();
    },
    customRoutes: [
      ...(finishSignIn === undefined ? [] : [signInRoute(finishSignIn)]),
      {
        path: healthPath,
        method: ['GET', 'HEAD'],
        handler: (_request, response) => {
          response.writeHead(200, { 'content-type': 'application/json' }).end('{"ok":true}');
        },
      },
    ],
  });
  let listening: { closeIdleConnections(): void } | undefined;
  let isStopping = false;

  /** A connection that is kept open for the next request would hold up the stop for seconds. */
  function closeIdle(): void {
    if (isStopping) listening?.closeIdleConnections();
  }

  return {
    receiver,
    async start() {
      try {
        const server = await receiver.start({ port, ...(host !== undefined && { host }) });
        server.on('request', (_request, response) => response.once('close', () => setImmediate(closeIdle)));
        listening = server;
        const address = server.address();
        log.info('slack.listening', { port: typeof address === 'object' ? address?.port : port, path: requestPath });
      } catch (cause) {
        const message = `port ${port} can't be opened (${messageOf(cause)}): set PORT to a free one`;
        throw new BylawError('chat_unavailable', message, { cause });
      }
    },
    async stop() {
      if (listening === undefined) return;
      isStopping = true;
      await receiver.stop();
      listening = undefined;
    },
  };
}

function signInRoute(finish: (came: URLSearchParams) => Promise<{ readonly connector: string }>): CustomRoute {
  return {
    path: signInPath,
    method: 'GET',
    handler: async (request, response) => {
      const { status, headers, body } = await answerSignIn(request.url ?? '', finish);
      response.writeHead(status, headers).end(body);
    },
  };
}
