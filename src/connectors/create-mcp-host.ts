import { loggable } from '../errors.ts';
import type { ConnectorPlan, ConnectorSettings, RefusedConnector } from './connector.ts';
import { CallError } from './connector-errors.ts';
import type { HostEvent, McpHost, McpServer } from './mcp-host.ts';
import { type Supervisor, type SupervisorDeps, superviseServer } from './supervise-server.ts';

export interface McpHostDeps extends Omit<SupervisorDeps, 'emit'> {
  readonly plan: ConnectorPlan;
  /** Ends what a bot that was killed left running; returns the names of the connectors. */
  readonly sweep: () => readonly string[];
}

export function createMcpHost(deps: McpHostDeps): McpHost {
  const listeners = new Set<(event: HostEvent) => void>();
  const supervisors = new Map<string, { readonly way: string; readonly supervisor: Supervisor }>();
  let refused: readonly RefusedConnector[] = deps.plan.refused;
  let started = false;

  const emit = (event: HostEvent) => {
    for (const listener of [...listeners]) {
      try {
        listener(event);
      } catch (error) {
        // Whoever listens must not keep a server from being looked after.
        deps.log.error('connector.listener_failed', { connector: event.server, error: loggable(error) });
      }
    }
  };
  const add = (settings: ConnectorSettings) => {
    const supervisor = superviseServer(settings, { ...deps, emit });
    supervisors.set(settings.name, { way: wayOf(settings), supervisor });
    if (started) supervisor.start();
  };
  for (const settings of deps.plan.connectors) add(settings);

  const servers = () =>
    [...[...supervisors.values()].map(({ supervisor }) => supervisor.server()), ...refused.map(refusedServer)].toSorted(
      (a, b) => (a.name < b.name ? -1 : 1),
    );

  return {
    start: () => {
      if (started) return;
      started = true;
      for (const connector of deps.sweep()) deps.log.warn('connector.orphan_ended', { connector });
      for (const { supervisor } of supervisors.values()) supervisor.start();
    },
    stop: async () => {
      await Promise.all([...supervisors.values()].map(({ supervisor }) => supervisor.stop()));
    },
    settled: async () => {
      await Promise.all([...supervisors.values()].map(({ supervisor }) => supervisor.first));
    },
    reconfigure: async (plan) => {
      refused = plan.refused;
      const wanted = new Map(plan.connectors.map((settings) => [settings.name, settings]));
      const gone = [...supervisors].filter(([name, { way }]) => way !== wayOf(wanted.get(name)));
      for (const [name] of gone) supervisors.delete(name);
      // The old program first: two at once may fight for the same file or port.
      await Promise.all(gone.map(([, { supervisor }]) => supervisor.stop()));
      for (const settings of wanted.values()) {
        const kept = supervisors.get(settings.name);
        if (kept === undefined) add(settings);
        else kept.supervisor.update(settings);
      }
      for (const name of new Set([...wanted.keys(), ...gone.map(([name]) => name)]))
        emit({ kind: 'state', server: name });
    },
    retry: async (name) => supervisors.get(name)?.supervisor.retry(),
    servers,
    server: (name) => servers().find((server) => server.name === name),
    on: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** What a connection depends on; rules may change without it. */
function wayOf(settings: ConnectorSettings | undefined): string {
  if (settings === undefined) return '';
  const { transport, protocol, limits, auth } = settings;
  return JSON.stringify({ transport, protocol, limits, auth });
}

function refusedServer({ name, state, reason }: RefusedConnector): McpServer {
  return {
    name,
    state,
    reason,
    warnings: [],
    tools: [],
    call: async () => {
      throw new CallError('not_done', reason);
    },
  };
}
