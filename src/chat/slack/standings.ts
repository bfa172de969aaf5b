import { z } from 'zod';
import type { Standing } from '../../viewer/memberships.ts';
import type { SlackApi } from './api.ts';
import { createMinuteCache } from './minute-cache.ts';

/** What someone is in the workspace, at most a minute old. Throws what Slack's API throws. */
export type StandingOf = (user: string) => Promise<Exclude<Standing, 'unknown'>>;

const found = z.object({
  user: z.object({
    team_id: z.string(),
    deleted: z.boolean().default(false),
    is_bot: z.boolean().default(false),
    is_restricted: z.boolean().default(false),
    is_ultra_restricted: z.boolean().default(false),
    is_stranger: z.boolean().default(false),
  }),
});

const withinMs = 10_000;

export function createStandings(options: {
  readonly api: SlackApi;
  /** The workspace that the bot is installed in, and further ones whose people count as colleagues. */
  readonly home: string;
  readonly teams: readonly string[];
  /** Epoch milliseconds. */
  readonly now: () => number;
}): StandingOf {
  const { api, home, teams, now } = options;
  const cache = createMinuteCache<Exclude<Standing, 'unknown'>>(now);
  return (user) =>
    cache.get(user, async () => {
      const call = api.call((client) => client.users.info({ user }), { deadline: now() + withinMs });
      const person = found.parse(await call).user;
      if (person.is_bot) return 'bot';
      if (person.deleted) return 'gone';
      const isOurs = person.team_id === home || teams.includes(person.team_id);
      if (!isOurs || (person.is_stranger && person.team_id === home)) return 'outsider';
      return person.is_restricted || person.is_ultra_restricted ? 'guest' : 'colleague';
    });
}
