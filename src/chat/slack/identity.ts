import { z } from 'zod';
import { BylawError } from '../../errors.ts';
import type { Log } from '../../log.ts';
import { explainFailure, type SlackApi } from './api.ts';
import { neededScopes, type SettingsUse, startScopes } from './needs.ts';

/** Who the bot is. Only `team` is the home team. */
export interface SlackIdentity {
  readonly team: string;
  readonly user: string;
  readonly bot: string;
  /** What the token may do, if Slack said so. */
  readonly scopes?: readonly string[];
}

const identity = z.object({
  team_id: z.string(),
  user_id: z.string(),
  bot_id: z.string(),
  response_metadata: z.object({ scopes: z.array(z.string()).optional() }).optional(),
});

const startWithinMs = 30_000;

/**
 * Asks Slack who the token belongs to. Throws `chat_unavailable`, naming what is missing for any answer; what is missing
 * for less is logged.
 */
export async function identify(
  api: SlackApi,
  { uses, now, log }: { readonly uses?: SettingsUse; readonly now: () => number; readonly log: Log },
): Promise<SlackIdentity> {
  const self = await readIdentity(api, now);
  const missing = missingScopes(self.scopes, uses);
  const needed = missing.filter((scope) => startScopes.includes(scope));
  if (needed.length > 0) {
    const message = `The Slack app lacks ${needed.join(', ')}: update it from manifest.yml and install it again`;
    throw new BylawError('chat_unavailable', message);
  }
  if (missing.length > 0) log.warn('slack.scopes_missing', { scopes: missing.join(', ') });
  return self;
}

/** As `identify`, whatever the token may do. */
export async function readIdentity(api: SlackApi, now: () => number): Promise<SlackIdentity> {
  let found: z.infer<typeof identity>;
  try {
    found = identity.parse(await api.call((client) => client.auth.test(), { deadline: now() + startWithinMs }));
  } catch (cause) {
    const message = explainFailure('the bot token', cause, 'check SLACK_BOT_TOKEN and that the app is installed');
    throw new BylawError('chat_unavailable', message, { cause });
  }
  const scopes = found.response_metadata?.scopes;
  return { team: found.team_id, user: found.user_id, bot: found.bot_id, ...(scopes && { scopes }) };
}

/** Scopes that the manifest asks for and the token lacks; none where it isn't known. */
export function missingScopes(granted: readonly string[] | undefined, uses: SettingsUse = []): string[] {
  if (granted === undefined) return [];
  return neededScopes(uses).filter((scope) => !granted.includes(scope));
}
