import { readFile } from 'node:fs/promises';
import type { TestContext } from 'node:test';
import { parse } from 'yaml';
import { createVirtualClock, type VirtualClock } from '../../src/workspace/clock.ts';
import { createSlackServer, type SlackServer } from '../../src/workspace/slack-server.ts';

export interface Workspace {
  readonly server: SlackServer;
  readonly clock: VirtualClock;
  /** What has to end before the server does. */
  readonly closing: (() => Promise<void>)[];
}

export const botToken = 'xoxb-workspace';
export const appToken = 'xapp-workspace';
export const bot = 'U0BYLAW';

export interface Manifest {
  features: { slash_commands: { command: string; should_escape?: boolean }[] };
  oauth_config: { scopes: { bot: string[] } };
  settings: { event_subscriptions: { bot_events: string[] }; socket_mode_enabled: boolean };
}

/** The app's own manifest. */
export async function readOwnManifest(): Promise<Manifest> {
  return parse(await readFile(new URL('../../manifest.yml', import.meta.url), 'utf8'));
}

/** A started workspace with the app's own manifest. `events` and `scopes` are granted beyond it, `without` is taken away. */
export async function openWorkspace(
  t: TestContext,
  options: {
    readonly events?: readonly string[];
    readonly scopes?: readonly string[];
    readonly without?: readonly string[];
    readonly random?: () => number;
  } = {},
): Promise<Workspace> {
  const clock = createVirtualClock(Date.UTC(2026, 10, 30, 9));
  const manifest = await readOwnManifest();
  const { scopes } = manifest.oauth_config;
  scopes.bot = [...scopes.bot, ...(options.scopes ?? [])].filter((scope) => !options.without?.includes(scope));
  manifest.settings.event_subscriptions.bot_events.push(...(options.events ?? []));
  const server = createSlackServer({
    clock,
    manifest,
    botToken,
    appToken,
    random: options.random ?? (() => 0.9),
    users: [
      { id: 'UALICE', name: 'alice' },
      { id: 'UBEN', name: 'ben' },
      { id: 'UGUEST', name: 'guest', restricted: true },
      { id: 'UTESS', name: 'tess', team: 'T2PARTNER', stranger: true },
      { id: 'UDEPLOY', name: 'deploy', bot: true },
    ],
    channels: [
      { id: 'CHR', name: 'hr', kind: 'public', members: ['UALICE', 'UBEN', 'UGUEST', 'UDEPLOY', bot] },
      { id: 'GBOARD', name: 'board', kind: 'private', members: ['UALICE', 'UBEN'] },
      { id: 'CSHARED', name: 'partners', kind: 'public', members: ['UALICE', 'UTESS', bot], extShared: true },
      { id: 'CPENDING', name: 'invited', kind: 'public', members: ['UALICE', bot], pendingExtShared: true },
      { id: 'DALICE', name: '', kind: 'im', members: ['UALICE', bot] },
      { id: 'DGUEST', name: '', kind: 'im', members: ['UGUEST', bot] },
      { id: 'DPAIR', name: '', kind: 'im', members: ['UALICE', 'UBEN'] },
    ],
  });
  await server.start();
  const closing: (() => Promise<void>)[] = [];
  t.after(async () => {
    await Promise.all(closing.map((close) => close()));
    await server.stop();
  });
  return { server, clock, closing };
}
