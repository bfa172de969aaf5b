import { z } from 'zod';

const schema = z.object({
  features: z.object({
    slash_commands: z.array(z.object({ command: z.string(), should_escape: z.boolean().default(false) })).default([]),
  }),
  oauth_config: z.object({ scopes: z.object({ bot: z.array(z.string()) }) }),
  settings: z.object({
    event_subscriptions: z.object({ bot_events: z.array(z.string()) }),
    socket_mode_enabled: z.boolean().default(false),
  }),
});

/** What the installed app may do, as its manifest declares it. */
export interface InstalledApp {
  readonly scopes: ReadonlySet<string>;
  readonly events: ReadonlySet<string>;
  /** Slash commands, each with whether users and channels in its text are escaped. */
  readonly commands: ReadonlyMap<string, { readonly escapes: boolean }>;
  readonly socketMode: boolean;
}

/** Reads an app manifest that was parsed from YAML or JSON. Throws if it isn't one. */
export function readManifest(manifest: unknown): InstalledApp {
  const { features, oauth_config, settings } = schema.parse(manifest);
  return {
    scopes: new Set(oauth_config.scopes.bot),
    events: new Set(settings.event_subscriptions.bot_events),
    commands: new Map(features.slash_commands.map((each) => [each.command, { escapes: each.should_escape }])),
    socketMode: settings.socket_mode_enabled,
  };
}
