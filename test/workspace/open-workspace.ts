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
export const signingSecret = 'workspace-signing-secret';
export const bot = 'U0BYLAW';

export interface Manifest {
  features: {
    agent_view?: object;
    app_home?: { home_tab_enabled: boolean };
    slash_commands: { command: string; should_escape?: boolean }[];
    shortcuts?: { name: string; type: string; callback_id: string; description: string }[];
  };
  oauth_config: { scopes: { bot: string[] } };
  settings: {
    event_subscriptions: { bot_events: string[] };
    interactivity?: { is_enabled: boolean };
    socket_mode_enabled: boolean;
  };
}

/** The app's own manifest. */
export async function readOwnManifest(): Promise<Manifest> {
  return parse(await readFile(new URL('../../manifest.yml', import.meta.url), 'utf8'));
}

/** A change by which the app hears of these events and no others, whatever its own manifest says. */
export const onlyEvents =
  (...events: readonly string[]) =>
  (manifest: Manifest) => {
    manifest.settings.event_subscriptions.bot_events = [...events];
  };

export interface WorkspaceOptions {
  /** Granted beyond the manifest. */
  readonly events?: readonly string[];
  readonly scopes?: readonly string[];
  /** Scopes and events that are taken away. */
  readonly without?: readonly string[];
  /** Changes whatever else the manifest says. */
  readonly change?: (manifest: Manifest) => void;
  readonly random?: () => number;
  /** How the app hears of things; Socket Mode unless given. Over HTTP, call `setRequestUrl` once the app listens. */
  readonly transport?: 'socket' | 'http';
  readonly rateLimits?: boolean;
}

/** A started workspace with the app's own manifest, changed as the options say. */
export async function openWorkspace(t: TestContext, options: WorkspaceOptions = {}): Promise<Workspace> {
  const clock = createVirtualClock(Date.UTC(2026, 10, 30, 9));
  const manifest = await readOwnManifest();
  const { scopes } = manifest.oauth_config;
  const { event_subscriptions: events } = manifest.settings;
  const allowed = (each: string) => !options.without?.includes(each);
  scopes.bot = [...new Set([...scopes.bot, ...(options.scopes ?? [])])].filter(allowed);
  events.bot_events = [...new Set([...events.bot_events, ...(options.events ?? [])])].filter(allowed);
  manifest.settings.socket_mode_enabled = options.transport !== 'http';
  options.change?.(manifest);
  const server = createSlackServer({
    clock,
    manifest,
    botToken,
    appToken,
    random: options.random ?? (() => 0.9),
    // The app compares signatures with the machine's clock.
    ...(options.transport === 'http' && { delivery: { kind: 'http' as const, signingSecret, signedAt: Date.now } }),
    ...(options.rateLimits !== undefined && { rateLimits: options.rateLimits }),
    users: [
      { id: 'UALICE', name: 'alice' },
      { id: 'UBEN', name: 'ben' },
      {
        id: 'UGRETA',
        name: 'greta',
        realName: 'Greta Sommer',
        email: 'greta@larkmoor.example',
        timeZone: 'Europe/Berlin',
        profile: { Country: 'Germany' },
      },
      {
        id: 'UUMA',
        name: 'uma',
        realName: 'Uma Lane',
        timeZone: 'America/Denver',
        profile: { Country: 'United States' },
      },
      { id: 'UGUEST', name: 'guest', restricted: true },
      { id: 'UTESS', name: 'tess', team: 'T2PARTNER', stranger: true },
      { id: 'UDEPLOY', name: 'deploy', bot: true },
    ],
    channels: [
      {
        id: 'CHR',
        name: 'hr',
        kind: 'public',
        members: ['UALICE', 'UBEN', 'UGRETA', 'UUMA', 'UGUEST', 'UDEPLOY', bot],
      },
      { id: 'GBOARD', name: 'board', kind: 'private', members: ['UALICE', 'UBEN'] },
      { id: 'CSHARED', name: 'partners', kind: 'public', members: ['UALICE', 'UTESS', bot], extShared: true },
      { id: 'CPENDING', name: 'invited', kind: 'public', members: ['UALICE', bot], pendingExtShared: true },
      { id: 'DALICE', name: '', kind: 'im', members: ['UALICE', bot] },
      { id: 'DGUEST', name: '', kind: 'im', members: ['UGUEST', bot] },
      { id: 'DPAIR', name: '', kind: 'im', members: ['UALICE', 'UBEN'] },
      { id: 'GGROUP', name: 'mpdm-alice--ben--bylaw', kind: 'mpim', members: ['UALICE', 'UBEN', bot] },
    ],
    userGroups: [{ id: 'SADMINS', handle: 'admins', users: ['UBEN'] }],
  });
  await server.start();
  const closing: (() => Promise<void>)[] = [];
  t.after(async () => {
    await Promise.all(closing.map((close) => close()));
    await server.stop();
  });
  return { server, clock, closing };
}
