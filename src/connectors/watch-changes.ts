import type { Client, McpSubscription, ServerCapabilities } from '@modelcontextprotocol/client';
import { fullJitter } from './back-off.ts';
import type { ConnectionEvent } from './mcp-connection.ts';
import type { Timers } from './timers.ts';

/** Hears what changed at a server, in either way that the revisions have. */
export interface Changes {
  watchResources(uris: readonly string[], signal: AbortSignal): Promise<void>;
  /** A server that doesn't tell of changes says how long its list is good for. */
  expectChangesAfter(ttlMs: number | undefined): void;
  stop(): void;
}

const shortestPollMs = 30_000;
const longestPollMs = 24 * 3600 * 1000;

export function watchChanges(deps: {
  readonly client: Client;
  readonly modern: boolean;
  readonly capabilities: ServerCapabilities;
  readonly emit: (event: ConnectionEvent) => void;
  readonly timers: Timers;
  readonly random: () => number;
}): Changes {
  const { client, modern, capabilities, emit, timers, random } = deps;
  const lists = (['tools', 'resources', 'prompts'] as const).filter((kind) => capabilities[kind]?.listChanged === true);
  let watched: readonly string[] = [];
  let stopped = false;
  let failures = 0;
  let subscription: McpSubscription | undefined;
  let opening: Promise<void> = Promise.resolve();
  let cancelPoll = () => {};
  let cancelReopen = () => {};

  for (const kind of ['tools', 'resources', 'prompts'] as const) {
    client.setNotificationHandler(`notifications/${kind}/list_changed`, () => emit({ kind }));
  }
  client.setNotificationHandler('notifications/resources/updated', ({ params }) =>
    emit({ kind: 'resource', uri: params.uri }),
  );

  /** One at a time, so that the last one asked for is the one that stays. */
  function listen(): Promise<void> {
    opening = opening.then(open, open);
    return opening;
  }

  async function open(): Promise<void> {
    if (stopped || (lists.length === 0 && watched.length === 0)) return;
    const before = subscription;
    const opened = await client.listen({
      ...(lists.includes('tools') ? { toolsListChanged: true } : {}),
      ...(lists.includes('resources') ? { resourcesListChanged: true } : {}),
      ...(lists.includes('prompts') ? { promptsListChanged: true } : {}),
      ...(watched.length > 0 ? { resourceSubscriptions: [...watched] } : {}),
    });
    subscription = opened;
    await before?.close();
    void opened.closed.then((how) => {
      if (how !== 'local' && subscription === opened) reopen();
    });
    if (stopped) await opened.close();
  }

  function reopen(): void {
    subscription = undefined;
    if (stopped) return;
    cancelReopen = timers.after(fullJitter(failures++, random), () => {
      listen().then(() => {
        failures = 0;
        // Whatever changed in between was not told.
        for (const kind of lists) emit({ kind });
        for (const uri of watched) emit({ kind: 'resource', uri });
      }, reopen);
    });
  }

  if (modern) listen().catch(reopen);
  return {
    watchResources: async (uris, signal) => {
      const before = watched;
      watched = [...uris];
      if (modern) {
        await listen();
        return;
      }
      if (capabilities.resources?.subscribe !== true) return;
      for (const uri of before) if (!uris.includes(uri)) await client.unsubscribeResource({ uri }, { signal });
      for (const uri of uris) if (!before.includes(uri)) await client.subscribeResource({ uri }, { signal });
    },
    expectChangesAfter: (ttlMs) => {
      cancelPoll();
      if (ttlMs === undefined || ttlMs <= 0 || lists.includes('tools')) return;
      const ms = Math.min(Math.max(ttlMs, shortestPollMs), longestPollMs);
      cancelPoll = timers.after(ms, () => emit({ kind: 'tools' }));
    },
    stop: () => {
      stopped = true;
      cancelPoll();
      cancelReopen();
    },
  };
}
