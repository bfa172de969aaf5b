import { BylawError } from '../errors.ts';
import type { ConnectorPin, ConnectorRecords } from '../records/records.ts';
import { toolTokens } from '../tool-tokens.ts';
import type { Connectors, ConnectorTool, ConnectorToolStatus } from './connector.ts';
import { type ConnectorToolDeps, createConnectorTool } from './connector-tool.ts';
import { pinOfTool, pinsOf } from './definition-pins.ts';
import { createInputCalls } from './elicitation/input-calls.ts';
import type { RemoteTool } from './mcp-connection.ts';
import type { McpHost, McpServer } from './mcp-host.ts';
import { type ReadyTool, readyTool } from './offered-tool.ts';
import type { PersonHosts } from './person-hosts.ts';
import { reviewPins } from './review-pins.ts';
import { realTimers, type Timers } from './timers.ts';
import { modelToolName, nameTools } from './tool-names.ts';
import { effectOf, mayUse, whyDenied } from './tool-rules.ts';

export interface ConnectorsDeps extends Omit<ConnectorToolDeps, 'host' | 'inputs' | 'people' | 'records'> {
  readonly people?: PersonHosts | undefined;
  readonly host: McpHost;
  readonly timers?: Timers;
  readonly records: ConnectorRecords;
}

/** The tools of all servers, by the rules of each: only what an admin has approved is ever offered. */
export function createConnectors(deps: ConnectorsDeps): Connectors {
  const { host, records } = deps;
  const inputs = createInputCalls({ timers: deps.timers ?? realTimers });
  let pins: readonly ConnectorPin[] = [];
  let ready = new Map<string, ReadyTool>();

  const approvedOf = (connector: string) => pins.filter((pin) => pin.connector === connector);

  async function refresh(): Promise<void> {
    const approved = await records.pins();
    const next = new Map<string, ReadyTool>();
    for (const pin of approved) {
      if (pin.kind !== 'tool') continue;
      const key = keyOf(pin);
      const known = ready.get(key);
      next.set(key, known?.pin === pin.hash ? known : await readyTool(pin));
    }
    pins = approved;
    ready = next;
  }

  /** All approved tools by the names that models know them by, whoever may use them. */
  function named(): Map<string, ReadyTool & { readonly connector: string; readonly tool: string }> {
    const all = pins.flatMap((pin) => {
      const found = ready.get(keyOf(pin));
      return found === undefined ? [] : [{ ...found, connector: pin.connector, tool: pin.name }];
    });
    return nameTools(all);
  }

  function toolsFor(viewer: Parameters<Connectors['toolsFor']>[0]): readonly ConnectorTool[] {
    const usable = new Map(
      host.servers().flatMap((server) => {
        const isOpen = server.settings !== undefined && mayUse(viewer, server.settings.access);
        return isOpen ? [[server.name, server] as const] : [];
      }),
    );
    return [...named()].flatMap(([name, entry]) => {
      const server = usable.get(entry.connector);
      if (server?.settings === undefined || whyNotOffered(entry, server) !== undefined) return [];
      return [createConnectorTool(name, server.settings, entry, { ...deps, inputs })];
    });
  }

  function toolStatus(server: McpServer, name: string, definition: RemoteTool): ConnectorToolStatus {
    const { settings } = server;
    const rules = settings?.tools ?? { deny: [], trusted: false, approvers: [] };
    const address = { connector: server.name, tool: definition.name };
    const approved = ready.get(keyOf({ connector: server.name, name: definition.name }));
    const base = { name: definition.name, modelName: name, effect: effectOf(definition, rules) };
    const tokens = toolTokens({ name: modelToolName(address), ...(approved?.spec ?? definition) });
    const denied = settings && whyDenied(definition, settings);
    if (denied !== undefined) return { ...base, tokens, state: 'denied', reason: denied };
    if (approved === undefined || approved.pin !== pinOfTool(server.name, definition).hash) {
      const reason = `${approved === undefined ? 'new' : 'changed'}; bylaw connectors approve ${server.name} shows it`;
      return { ...base, tokens, state: 'quarantined', reason };
    }
    if (approved.broken !== undefined) return { ...base, tokens, state: 'broken', reason: approved.broken };
    return { ...base, tokens, state: 'offered' };
  }

  return {
    start: () => host.start(),
    stop: async () => {
      inputs.stop();
      await Promise.all([host.stop(), deps.people?.stop()]);
    },
    settled: () => host.settled(),
    reconfigure: (plan) => host.reconfigure(plan),
    retry: (name) => host.retry(name),
    refresh,
    toolsFor,
    status: () =>
      host.servers().map((server) => {
        const { name, state, reason, revision, versions, warnings } = server;
        const listed = server.tools.length > 0 || state === 'ready';
        const definitions = listed
          ? server.tools
          : approvedOf(name).flatMap((pin) => ready.get(keyOf(pin))?.definition ?? []);
        const names = new Map([...named()].map(([model, { connector, tool }]) => [`${connector}\0${tool}`, model]));
        const tools = definitions.map((definition) => {
          const known = names.get(keyOf({ connector: name, name: definition.name }));
          return toolStatus(server, known ?? modelToolName({ connector: name, tool: definition.name }), definition);
        });
        return {
          ...{ name, state, warnings, tools: tools.sort((a, b) => (a.modelName < b.modelName ? -1 : 1)) },
          ...(reason === undefined ? {} : { reason }),
          ...(revision === undefined ? {} : { revision }),
          ...(versions === undefined ? {} : { versions }),
        };
      }),
    review: async (name, signal) => {
      const server = host.server(name);
      const connection = server?.connection;
      if (server === undefined) throw new BylawError('connector_failed', `there is no connector "${name}"`);
      if (connection === undefined)
        throw new BylawError(
          'connector_failed',
          server.reason ?? `connector "${name}" is not connected yet: try again`,
        );
      const prompts = connection.offers.prompts ? await connection.listPrompts(signal) : [];
      const { instructions } = connection.server;
      const current = pinsOf(name, { tools: server.tools, prompts, ...(instructions && { instructions }) });
      await refresh();
      return { name, current, changes: reviewPins(current, approvedOf(name)) };
    },
    approve: async ({ name, current, changes }, by) => {
      const isChanged = (pin: ConnectorPin) =>
        changes.some((change) => change.kind === pin.kind && change.name === pin.name && change.change !== 'removed');
      await records.approve({
        put: current.filter(isChanged),
        drop: changes.flatMap(({ kind, name: gone, change }) =>
          change === 'removed' ? [{ connector: name, kind, name: gone }] : [],
        ),
        ...{ by, now: deps.now() },
      });
      await refresh();
    },
    isApproved: ({ connector, kind, name, hash }) =>
      pins.some((pin) => pin.connector === connector && pin.kind === kind && pin.name === name && pin.hash === hash),
  };
}

function keyOf({ connector, name }: Pick<ConnectorPin, 'connector' | 'name'>): string {
  return `${connector}\0${name}`;
}

/** Until a server has listed its tools, as after a restart, those approved stand in for them: what a model is sent stays the same. */
function whyNotOffered(
  { definition, pin, broken }: ReadyTool,
  { name, settings, state, tools }: McpServer,
): string | undefined {
  if (broken !== undefined) return broken;
  const denied = settings && whyDenied(definition, settings);
  if (denied !== undefined) return denied;
  if (tools.length === 0 && (state === 'connecting' || state === 'backoff')) return undefined;
  // Each person connects on their own, and what that connection offers is looked at before a call.
  if (settings?.auth === 'person' && state === 'needs_auth') return undefined;
  const live = tools.find((tool) => tool.name === definition.name);
  if (live === undefined) return 'gone';
  return pinOfTool(name, live).hash === pin ? undefined : 'changed';
}
