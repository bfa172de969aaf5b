import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from './config.ts';
import { createConnectMcp } from './connectors/connect-mcp.ts';
import type { Connectors } from './connectors/connector.ts';
import { createConnectorCalls } from './connectors/connector-calls.ts';
import { createConnectors } from './connectors/create-connectors.ts';
import { createMcpHost } from './connectors/create-mcp-host.ts';
import type { McpHost } from './connectors/mcp-host.ts';
import { noteOpenedTickets } from './connectors/note-opened-tickets.ts';
import { createProcessFiles } from './connectors/process-files.ts';
import { createTicketConnector, type TicketConnector } from './connectors/ticket-connector.ts';
import { realTimers } from './connectors/timers.ts';
import type { Viewer } from './domain.ts';
import { loggable } from './errors.ts';
import type { Log } from './log.ts';
import type { OpenedTicket, Records } from './records/records.ts';
import { shelveConnectorTools } from './tools/connector-shelf.ts';
import type { Tool } from './tools/tool.ts';

/** What has to do with connectors, chosen by the configuration and wired. */
export interface ConnectorParts {
  readonly host: McpHost;
  readonly connectors: Connectors;
  readonly tickets: TicketConnector;
  /** What a question of this viewer may use of them, as it is now. */
  toolsFor(viewer: Viewer): Promise<readonly Tool[]>;
}

export interface ConnectorPartsDeps {
  readonly config: Pick<Config, 'connectors' | 'data'>;
  /** Of the bot; programs see a few of its variables. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly records: Pick<Records, 'connectors' | 'tickets'>;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly log: Log;
}

export function createConnectorParts({ config, environment, records, now, log }: ConnectorPartsDeps): ConnectorParts {
  const files = createProcessFiles(join(config.data, 'processes'));
  const usual = { timers: realTimers, random: Math.random };
  const host = createMcpHost({
    ...{ plan: config.connectors, sweep: files.sweep, log, ...usual },
    connect: createConnectMcp({ environment, files, version: ownVersion(), ...usual }),
  });
  const connectors = createConnectors({ host, records: records.connectors, newId: randomUUID, now, log });
  return {
    host,
    connectors,
    tickets: createTicketConnector(createConnectorCalls(connectors)),
    toolsFor: async (viewer) => {
      if (config.connectors.connectors.length === 0) return [];
      try {
        await connectors.refresh();
      } catch (error) {
        log.error('connectors.not_refreshed', { reason: loggable(error) });
      }
      const opened = (ticket: OpenedTicket) => records.tickets.watch(ticket, now());
      return shelveConnectorTools(noteOpenedTickets(connectors.toolsFor(viewer), { opened, log }), records.connectors);
    },
  };
}

/** As servers are told who connects. */
function ownVersion(): string {
  const text = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  const { version } = JSON.parse(text) as { readonly version: string };
  return version;
}
