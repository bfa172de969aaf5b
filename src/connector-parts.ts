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
import { createPersonHosts } from './connectors/person-hosts.ts';
import { createProcessFiles } from './connectors/process-files.ts';
import { createPrompts, type Prompts } from './connectors/prompts.ts';
import { createResourceReader, onResourceChange, readersOf } from './connectors/resource-server.ts';
import { createTicketConnector, type TicketConnector } from './connectors/ticket-connector.ts';
import { realTimers } from './connectors/timers.ts';
import type { Viewer } from './domain.ts';
import { loggable } from './errors.ts';
import { createMcpResourceSource } from './ingest/sources/mcp-resources.ts';
import type { Source } from './ingest/sources/source.ts';
import type { Log } from './log.ts';
import type { OpenedTicket, Records } from './records/records.ts';
import { createSignInParts, type SignInPages } from './sign-in-parts.ts';
import { shelveConnectorTools } from './tools/connector-shelf.ts';
import type { Tool } from './tools/tool.ts';

/** What has to do with connectors, chosen by the configuration and wired. */
export interface ConnectorParts {
  readonly host: McpHost;
  readonly connectors: Connectors;
  readonly tickets: TicketConnector;
  readonly prompts: Prompts;
  /** Absent without BYLAW_SECRET_KEY. */
  readonly signIns?: SignInPages | undefined;
  /** Signs out of connectors that are not configured any more. */
  signOutOfOthers(): Promise<void>;
  /** Chosen resources, as documents. */
  readonly sources: readonly Source[];
  /** Called when a server says that its resources changed; returns how to stop listening. */
  onSourceChange(changed: () => void): () => void;
  /** What a question of this viewer may use of them, as it is now. */
  toolsFor(viewer: Viewer): Promise<readonly Tool[]>;
}

export interface ConnectorPartsDeps {
  readonly config: Pick<Config, 'connectors' | 'data' | 'environment' | 'parsing'>;
  /** Of the bot; programs see a few of its variables. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly records: Pick<Records, 'connectors' | 'credentials' | 'tickets'>;
  /** Whose sign-in connections are made with where each person has their own; absent means nobody's. */
  readonly signedInAs?: string | undefined;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly log: Log;
}

export function createConnectorParts(deps: ConnectorPartsDeps): ConnectorParts {
  const { config, environment, records, signedInAs, now, log } = deps;
  const files = createProcessFiles(join(config.data, 'processes'));
  const usual = { timers: realTimers, random: Math.random };
  const signing = createSignInParts({ config, records, now, log });
  const { signIns } = signing;
  const plan = signing.admit(config.connectors);
  const connect = createConnectMcp({ environment, files, version: ownVersion(), ...usual });
  const host = createMcpHost({
    ...{ plan, sweep: files.sweep, log, connect, ...usual },
    signIn: (settings) => signIns?.for(settings, signedInAs),
  });
  const people =
    signIns &&
    createPersonHosts({
      timers: realTimers,
      open: (settings, person) =>
        createMcpHost({
          ...{ plan: { connectors: [settings], refused: [] }, sweep: () => [], log, connect, ...usual },
          signIn: () => signIns.for(settings, person),
        }),
    });
  const base = createConnectors({ host, people, records: records.connectors, newId: randomUUID, now, log });
  const connectors: Connectors = {
    ...base,
    reconfigure: async (changed) => {
      await base.reconfigure(signing.admit(changed));
      await signing.signOutOfOthers(changed);
    },
  };
  const withResources = plan.connectors.filter(({ resources }) => resources.length > 0);
  return {
    host,
    connectors,
    tickets: createTicketConnector(createConnectorCalls(connectors)),
    prompts: createPrompts({ host, pins: () => records.connectors.pins() }),
    signIns: signing.pagesOf((name) => host.server(name)?.settings),
    signOutOfOthers: () => signing.signOutOfOthers(config.connectors),
    sources: withResources.map((settings) =>
      createMcpResourceSource({
        ...{ connector: settings.name, patterns: settings.resources, onlyFor: readersOf(settings) },
        server: createResourceReader(host, settings.name),
        maxBytes: config.parsing.maxFileMb * 1024 * 1024,
      }),
    ),
    onSourceChange: (changed) =>
      onResourceChange(
        host,
        withResources.map(({ name }) => name),
        changed,
      ),
    toolsFor: async (viewer) => {
      if (host.servers().length === 0) return [];
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
