import { z } from 'zod';

const schema = z.object({
  features: z.object({
    agent_view: z.object({}).optional(),
    app_home: z.object({ home_tab_enabled: z.boolean().default(false) }).default({ home_tab_enabled: false }),
    slash_commands: z.array(z.object({ command: z.string(), should_escape: z.boolean().default(false) })).default([]),
    shortcuts: z
      .array(z.object({ name: z.string(), type: z.enum(['message', 'global']), callback_id: z.string() }))
      .default([]),
  }),
  oauth_config: z.object({ scopes: z.object({ bot: z.array(z.string()) }) }),
  settings: z.object({
    event_subscriptions: z.object({ bot_events: z.array(z.string()) }),
    interactivity: z.object({ is_enabled: z.boolean().default(false) }).default({ is_enabled: false }),
    socket_mode_enabled: z.boolean().default(false),
  }),
});

/** What the installed app may do, as its manifest declares it. */
export interface InstalledApp {
  readonly scopes: ReadonlySet<string>;
  readonly events: ReadonlySet<string>;
  /** Slash commands, each with whether users and channels in its text are escaped. */
  readonly commands: ReadonlyMap<string, { readonly escapes: boolean }>;
  /** Message shortcuts by callback id, with the name that people see. */
  readonly shortcuts: ReadonlyMap<string, string>;
  /** Whether it is declared as an agent, which sessions need. */
  readonly agent: boolean;
  readonly homeTab: boolean;
  /** Whether presses, modals and shortcuts reach it. */
  readonly interactive: boolean;
  readonly socketMode: boolean;
}

/** Reads an app manifest that was parsed from YAML or JSON. Throws if it isn't one. */
export function readManifest(manifest: unknown): InstalledApp {
  const { features, oauth_config, settings } = schema.parse(manifest);
  const shortcuts = features.shortcuts.filter(({ type }) => type === 'message');
  return {
    scopes: new Set(oauth_config.scopes.bot),
    events: new Set(settings.event_subscriptions.bot_events),
    commands: new Map(features.slash_commands.map((each) => [each.command, { escapes: each.should_escape }])),
    shortcuts: new Map(shortcuts.map((each) => [each.callback_id, each.name])),
    agent: features.agent_view !== undefined,
    homeTab: features.app_home.home_tab_enabled,
    interactive: settings.interactivity.is_enabled,
    socketMode: settings.socket_mode_enabled,
  };
}
