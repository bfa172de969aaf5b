import type { Client } from '@modelcontextprotocol/client';
import type { ConnectorSettings } from './connector.ts';
import { describeCallFailure } from './describe-call-failure.ts';
import type { ConnectionEvent, McpConnection } from './mcp-connection.ts';
import { readBlock, readResourceContent } from './read-result.ts';
import { createRemoteTools } from './remote-tools.ts';
import type { Timers } from './timers.ts';
import { watchChanges } from './watch-changes.ts';

export interface ClientConnectionDeps {
  readonly client: Client;
  readonly settings: ConnectorSettings;
  readonly revision: string;
  /** The server speaks the revision without sessions. */
  readonly modern: boolean;
  /** Runs a request again after someone signed in. */
  readonly withSignIn: <T>(request: () => Promise<T>) => Promise<T>;
  readonly oddities: () => number;
  /** How the program ended, where it did by itself. */
  readonly ended: () => string | undefined;
  readonly close: () => Promise<void>;
  readonly timers: Timers;
  readonly random: () => number;
}

/** Wraps a connected client in our nouns. */
export function createClientConnection(deps: ClientConnectionDeps): McpConnection {
  const { client, settings, modern, withSignIn, timers } = deps;
  const listeners = new Set<(event: ConnectionEvent) => void>();
  const emit = (event: ConnectionEvent) => {
    for (const listener of [...listeners]) listener(event);
  };
  const capabilities = client.getServerCapabilities() ?? {};
  const changes = watchChanges({ client, modern, capabilities, emit, timers, random: deps.random });
  let closing = false;
  client.onclose = () => {
    changes.stop();
    if (!closing) emit({ kind: 'closed', reason: deps.ended() ?? 'the server closed the connection' });
  };

  /** Requests whose failure is told as that of a call. */
  const plainly = async <T>(what: string, signal: AbortSignal, request: () => Promise<T>): Promise<T> => {
    try {
      return await withSignIn(request);
    } catch (error) {
      const cancelled = signal.aborted;
      throw describeCallFailure(error, {
        what: `connector "${settings.name}", ${what}`,
        expired: undefined,
        cancelled,
      });
    }
  };
  const listing = (signal: AbortSignal) => ({
    signal,
    timeout: settings.limits.connectMs,
    cacheMode: 'refresh' as const,
  });

  const tools = createRemoteTools({
    client,
    settings,
    modern,
    offered: capabilities.tools !== undefined,
    withSignIn,
    plainly,
    onListed: changes.expectChangesAfter,
    timers,
  });

  return {
    revision: deps.revision,
    server: {
      name: client.getServerVersion()?.name ?? settings.name,
      version: client.getServerVersion()?.version ?? '',
      ...(client.getInstructions() === undefined ? {} : { instructions: client.getInstructions() ?? '' }),
    },
    offers: {
      tools: capabilities.tools !== undefined,
      resources: capabilities.resources !== undefined,
      prompts: capabilities.prompts !== undefined,
      watching: capabilities.resources?.subscribe === true,
    },
    ...tools,
    listResources: async (signal) => {
      if (capabilities.resources === undefined) return [];
      const { resources } = await plainly('list of resources', signal, () =>
        client.listResources(undefined, listing(signal)),
      );
      return resources.map(({ uri, name, mimeType, size }) => ({
        uri,
        name,
        ...(mimeType === undefined ? {} : { mimeType }),
        ...(size === undefined ? {} : { size }),
      }));
    },
    readResource: async (uri, signal) => {
      const { contents } = await plainly('reading', signal, () => client.readResource({ uri }, listing(signal)));
      return contents.flatMap((content) => readResourceContent(content) ?? []);
    },
    watchResources: (uris, signal) => plainly('watching', signal, () => changes.watchResources(uris, signal)),
    listPrompts: async (signal) => {
      if (capabilities.prompts === undefined) return [];
      const { prompts } = await plainly('list of prompts', signal, () =>
        client.listPrompts(undefined, listing(signal)),
      );
      return prompts.map((prompt) => ({
        name: prompt.name,
        description: prompt.description ?? '',
        args: (prompt.arguments ?? []).map(({ name, description, required }) => ({
          name,
          description: description ?? '',
          required: required ?? false,
        })),
      }));
    },
    getPrompt: async (name, args, signal) => {
      const { messages } = await plainly('prompt', signal, () =>
        client.getPrompt({ name, arguments: { ...args } }, { signal, timeout: settings.limits.connectMs }),
      );
      return messages.flatMap(({ content }) => {
        const block = readBlock(content);
        if (block.type === 'text') return [block.text];
        return block.type === 'resource' && block.resource.text !== undefined ? [block.resource.text] : [];
      });
    },
    check: async (signal) => {
      const options = { signal, timeout: settings.limits.connectMs };
      await plainly('check', signal, () => (modern ? client.discover(options) : client.ping(options)));
    },
    oddities: deps.oddities,
    on: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close: async () => {
      closing = true;
      changes.stop();
      await deps.close();
    },
  };
}
