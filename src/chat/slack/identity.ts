import { z } from 'zod';
import { BylawError } from '../../errors.ts';
import { explainFailure, type SlackApi } from './api.ts';

/** Who the bot is. Only `team` is the home team. */
export interface SlackIdentity {
  readonly team: string;
  readonly user: string;
  readonly bot: string;
}

const identity = z.object({
  team_id: z.string(),
  user_id: z.string(),
  bot_id: z.string(),
  response_metadata: z.object({ scopes: z.array(z.string()).optional() }).optional(),
});

/** Without these no question could be answered. */
const neededScopes = [
  'app_mentions:read',
  'channels:read',
  'chat:write',
  'commands',
  'groups:read',
  'im:history',
  'users:read',
];
const startWithinMs = 30_000;

/** Asks Slack who the token belongs to. Throws `chat_unavailable`, naming what is missing. */
export async function identify(api: SlackApi, now: () => number): Promise<SlackIdentity> {
  let found: z.infer<typeof identity>;
  try {
    found = identity.parse(await api.call((client) => client.auth.test(), { deadline: now() + startWithinMs }));
  } catch (cause) {
    const message = explainFailure('the bot token', cause, 'check SLACK_BOT_TOKEN and that the app is installed');
    throw new BylawError('chat_unavailable', message, { cause });
  }
  const granted = found.response_metadata?.scopes;
  const missing = granted === undefined ? [] : neededScopes.filter((scope) => !granted.includes(scope));
  if (missing.length > 0) {
    const message = `The Slack app lacks ${missing.join(', ')}: update it from manifest.yml and install it again`;
    throw new BylawError('chat_unavailable', message);
  }
  return { team: found.team_id, user: found.user_id, bot: found.bot_id };
}
