import type { TestContext } from 'node:test';
import type { ConnectorSettings, RefusedConnector } from '../../../src/connectors/connector.ts';
import { createMcpHost } from '../../../src/connectors/create-mcp-host.ts';
import type { ConnectMcp } from '../../../src/connectors/mcp-connection.ts';
import type { McpHost, McpServer } from '../../../src/connectors/mcp-host.ts';
import { realTimers, type Timers } from '../../../src/connectors/timers.ts';
import { silentLog } from '../../../src/log.ts';

/** A host of these connectors, stopped after the test. */
export function openHost(
  t: { after: TestContext['after'] },
  connectors: readonly ConnectorSettings[],
  options: { readonly connect: ConnectMcp; readonly timers?: Timers; readonly refused?: readonly RefusedConnector[] },
): McpHost {
  const { connect, timers = realTimers, refused = [] } = options;
  const host = createMcpHost({
    plan: { connectors, refused },
    connect,
    timers,
    random: () => 1,
    log: silentLog,
    sweep: () => [],
  });
  t.after(() => host.stop());
  return host;
}

/** Settles once the server is as wanted. */
export function until(host: McpHost, name: string, wanted: (server: McpServer) => boolean): Promise<McpServer> {
  return new Promise((resolve) => {
    const look = () => {
      const server = host.server(name);
      if (server === undefined || !wanted(server)) return;
      stop();
      resolve(server);
    };
    const stop = host.on(look);
    look();
  });
}
