import { narrowAudience } from '../audience.ts';
import { BylawError } from '../errors.ts';
import type { ConnectorSettings } from './connector.ts';
import { CallError } from './connector-errors.ts';
import type { McpConnection, RemoteResource, RemoteResourceContent } from './mcp-connection.ts';
import type { McpHost } from './mcp-host.ts';
import { fields } from './read-result.ts';

/** The resources of one connector, as a document source reads them. */
export interface ResourceReader {
  list(signal: AbortSignal): Promise<readonly RemoteResource[]>;
  /** Undefined where there is none of this address. */
  read(uri: string, signal: AbortSignal): Promise<readonly RemoteResourceContent[] | undefined>;
}

/** The newer revision's code first; older servers have one of their own. */
const notFoundCodes: readonly unknown[] = [-32_602, -32_002];

export function createResourceReader(host: Pick<McpHost, 'server'>, name: string): ResourceReader {
  return {
    list: async (signal) => {
      const connection = connected(host, name);
      if (!connection.offers.resources)
        throw new BylawError('connector_failed', `connector "${name}" offers no resources`);
      const listed = await connection.listResources(signal);
      // So that changes are heard of; the schedule finds them as well.
      await connection
        .watchResources(
          listed.map(({ uri }) => uri),
          signal,
        )
        .catch(() => {});
      return listed;
    },
    read: async (uri, signal) => {
      try {
        return await connected(host, name).readResource(uri, signal);
      } catch (error) {
        if (error instanceof CallError && notFoundCodes.includes(fields(error.cause).code)) return undefined;
        throw error;
      }
    },
  };
}

/**
 * Whoever may not use a connector may not read its documents either: the groups and people it is for, or the members of
 * the channels. What is for direct messages alone can't be said of a document, so that nobody may read it then.
 */
export function readersOf({ name, access }: Pick<ConnectorSettings, 'name' | 'access'>): readonly string[] {
  const who = [...new Set([...access.groups, ...access.people].map((each) => each.toLowerCase()))].sort();
  if (access.channels.includes('*')) return who;
  const channels = access.channels.filter((channel) => channel !== 'direct').map((channel) => channel.toLowerCase());
  return channels.length === 0 ? [`connector:${name}`] : narrowAudience(who, [...new Set(channels)].sort());
}

/**
 * Calls back when a server says that resources changed, and when it gets ready, since nothing was heard before; returns how
 * to stop.
 */
export function onResourceChange(
  host: Pick<McpHost, 'on' | 'server'>,
  names: readonly string[],
  changed: (name: string) => void,
): () => void {
  const ready = new Set(names.filter((name) => host.server(name)?.state === 'ready'));
  return host.on((event) => {
    const { kind, server } = event;
    if (!names.includes(server)) return;
    if (kind === 'resources' || kind === 'resource') changed(server);
    if (kind !== 'state') return;
    if (host.server(server)?.state !== 'ready') ready.delete(server);
    else if (!ready.has(server)) {
      ready.add(server);
      changed(server);
    }
  });
}

function connected(host: Pick<McpHost, 'server'>, name: string): McpConnection {
  const server = host.server(name);
  if (server?.connection !== undefined) return server.connection;
  throw new BylawError('connector_failed', server?.reason ?? `connector "${name}" is not connected yet`);
}
