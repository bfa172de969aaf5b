import { z } from 'zod';
import type { CommandAsk } from '../intake/ask.ts';

/** The message shortcut "Answer from policy", as the manifest names it. */
export const shortcutCallback = 'policy_from_message';

const chosen = z.object({
  user: z.object({ id: z.string(), team_id: z.string().nullish() }),
  channel: z.object({ id: z.string() }),
  message: z.object({ text: z.string().default(''), user: z.string().nullish() }),
  response_url: z.url(),
  trigger_id: z.string(),
});

/**
 * The chosen message as a question that only the person who chose it sees the answer to. Someone else's words are quoted
 * and ask for nothing themselves. Undefined for a shape that isn't known.
 */
export function askFromShortcut(body: unknown, home: string, at: number): CommandAsk | undefined {
  const parsed = chosen.safeParse(body).data;
  if (!parsed) return undefined;
  const { user, channel, message } = parsed;
  return {
    kind: 'command',
    key: `${home}:shortcut:${parsed.trigger_id}`,
    user: user.id,
    ...(user.team_id ? { team: user.team_id } : {}),
    channel: channel.id,
    text: message.text,
    responseUrl: parsed.response_url,
    ...(message.user === user.id ? {} : { isQuoted: true }),
    at,
  };
}
