import { type Logger, type Receiver, SocketModeReceiver } from '@slack/bolt';
import { BylawError } from '../../errors.ts';
import type { Log } from '../../log.ts';
import { clientOptions, explainFailure, failureName, type Wait } from './api.ts';
import { keepConnected } from './connection.ts';
import { createEnvelopeGuard } from './envelope-guard.ts';
import type { SlackHealth } from './health.ts';
import type { SlackTransport } from './transport.ts';

const timeoutMs = 10_000;
const startHint = 'check SLACK_APP_TOKEN (scope connections:write) and that Socket Mode is on';

/**
 * Socket Mode over two connections: Slack sends each event to one of them, so that while one is being renewed the other
 * goes on.
 */
export function createSocketTransport(options: {
  readonly appToken: string;
  readonly apiUrl?: string | undefined;
  readonly logger: Logger;
  readonly health: SlackHealth;
  readonly log: Log;
  readonly wait: Wait;
}): SlackTransport {
  const { appToken, apiUrl, logger, health, log, wait } = options;
  const receivers = [receiver(), receiver()];
  const connections = receivers.map(({ client }) => keepConnected(client, { health, log, wait }));
  const [first, ...others] = connections;

  function receiver(): SocketModeReceiver {
    const own = new SocketModeReceiver({
      appToken,
      logger,
      autoReconnectEnabled: false,
      // What Bolt itself fails to read would fare no better if it were sent again.
      processEventErrorHandler: async ({ error }) => {
        log.warn('slack.malformed', { type: 'socket', failure: failureName(error) });
        return true;
      },
      installerOptions: {
        // An object of its own for each: the SDK writes into it.
        clientOptions: {
          ...clientOptions({ ...(apiUrl !== undefined && { apiUrl }), timeoutMs, logger }),
          retryConfig: { retries: 2, minTimeout: 200 },
        },
      },
    });
    createEnvelopeGuard(own.client, log);
    return own;
  }

  const start = async () => {
    try {
      await first?.start();
    } catch (cause) {
      await first?.stop();
      throw new BylawError('chat_unavailable', explainFailure('the connection', cause, startHint), { cause });
    }
    // One is enough to begin with.
    for (const connection of others) connection.open();
  };
  const stop = async () => {
    await Promise.all(connections.map((connection) => connection.stop()));
  };
  const both: Receiver = {
    init: (app) => {
      for (const each of receivers) each.init(app);
    },
    start,
    stop,
  };
  return { receiver: both, start, stop };
}
