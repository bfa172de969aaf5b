import type { SocketModeClient } from '@slack/socket-mode';
import type { Log } from '../../log.ts';
import { failureName, isAccountFailure, type Wait } from './api.ts';
import type { SlackHealth } from './health.ts';

/** Keeps a Socket Mode connection open. */
export interface SlackConnection {
  /** Throws if the first connection can't be made. */
  start(): Promise<void>;
  /** Begins to connect, and keeps trying. */
  open(): void;
  stop(): Promise<void>;
}

const closeWithinMs = 3_000;
const longestPauseMs = 30_000;
/** A refused token does not heal by itself. */
const refusedPauseMs = 300_000;

/**
 * The SDK's own reconnecting waits five seconds before the first try and gives up, with an unhandled rejection, when
 * Slack answers with an HTTP error. So it must be off (`autoReconnectEnabled: false`) and is done here: at once, then
 * with growing pauses, without end.
 */
export function keepConnected(
  client: SocketModeClient,
  { health, log, wait }: { health: SlackHealth; log: Log; wait: Wait },
): SlackConnection {
  const stopping = new AbortController();
  let attempt: Promise<void> | undefined;

  async function reconnect(): Promise<void> {
    for (let failures = 0; !stopping.signal.aborted; failures += 1) {
      try {
        await client.start();
        health.succeeded('app');
        log.info('slack.connected', { failures });
        return;
      } catch (error) {
        const refused = isAccountFailure(error);
        if (refused) health.failed(error, 'app');
        else log.error('slack.not_connected', { failures: failures + 1, failure: failureName(error) });
        const pauseMs = refused ? refusedPauseMs : Math.min(250 * 2 ** failures, longestPauseMs);
        await wait(pauseMs, stopping.signal).catch(() => {});
      }
    }
  }

  function connect(): void {
    attempt = reconnect().finally(() => {
      attempt = undefined;
    });
  }

  function whenClosed(): void {
    // A failing attempt reports its end here too; its own loop goes on.
    if (stopping.signal.aborted || attempt) return;
    log.warn('slack.disconnected');
    connect();
  }

  return {
    async start() {
      await client.start();
      client.on('disconnected', whenClosed);
      log.info('slack.connected', { failures: 0 });
    },
    open() {
      client.on('disconnected', whenClosed);
      connect();
    },
    async stop() {
      stopping.abort();
      await attempt;
      const patience = new AbortController();
      const closed = client.disconnect().finally(() => patience.abort());
      await Promise.race([closed, wait(closeWithinMs, patience.signal).catch(() => {})]);
    },
  };
}
