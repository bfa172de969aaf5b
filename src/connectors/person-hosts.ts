import type { ConnectorSettings } from './connector.ts';
import type { McpHost } from './mcp-host.ts';
import type { Timers } from './timers.ts';

/** Connections of their own for people, where a connector wants each to sign in; nothing is shared between two people. */
export interface PersonHosts {
  /** Settles once it is known whether the person is signed in. */
  hostFor(settings: ConnectorSettings, person: string): Promise<McpHost>;
  stop(): Promise<void>;
}

export interface PersonHostsDeps {
  /** A host of this one connector that signs in as the person. */
  readonly open: (settings: ConnectorSettings, person: string) => McpHost;
  readonly timers: Timers;
}

/** Closed when the person has not used it for so long. */
const idleMs = 15 * 60_000;

export function createPersonHosts({ open, timers }: PersonHostsDeps): PersonHosts {
  const hosts = new Map<string, { readonly host: McpHost; cancel: () => void }>();
  const closing = new Set<Promise<void>>();

  function close(key: string): void {
    const entry = hosts.get(key);
    if (entry === undefined) return;
    hosts.delete(key);
    entry.cancel();
    const closed = entry.host.stop();
    closing.add(closed);
    void closed.finally(() => closing.delete(closed));
  }

  return {
    hostFor: async (settings, person) => {
      const key = JSON.stringify([settings.name, person, settings.transport, settings.oauth ?? null]);
      let entry = hosts.get(key);
      if (entry === undefined) {
        entry = { host: open(settings, person), cancel: () => {} };
        hosts.set(key, entry);
        entry.host.start();
      } else if (entry.host.server(settings.name)?.state === 'needs_auth') {
        // The person may have signed in since; each question tries once.
        await entry.host.retry(settings.name);
      }
      entry.cancel();
      entry.cancel = timers.after(idleMs, () => close(key));
      await entry.host.settled();
      return entry.host;
    },
    stop: async () => {
      for (const key of [...hosts.keys()]) close(key);
      await Promise.all(closing);
    },
  };
}
