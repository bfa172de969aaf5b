import { z } from 'zod';
import type { Log } from '../../../log.ts';
import { failureName, type SlackApi } from '../api.ts';

/** Who may pause the bot. */
export interface Admins {
  /** Membership of a user group that can't be found out counts as no. */
  include(person: string, signal: AbortSignal): Promise<boolean>;
}

const members = z.object({ users: z.array(z.string()) });
const withinMs = 5_000;

/** `ids` are of people (U…, W…) and of user groups (S…), which need the scope `usergroups:read`. */
export function createAdmins(options: {
  readonly ids: readonly string[];
  readonly api: SlackApi;
  readonly now: () => number;
  readonly log: Log;
}): Admins {
  const { ids, api, now, log } = options;
  return {
    async include(person, signal) {
      if (ids.includes(person)) return true;
      for (const usergroup of ids.filter((id) => id.startsWith('S'))) {
        try {
          const limits = { deadline: now() + withinMs, signal };
          const found = await api.call((client) => client.usergroups.users.list({ usergroup }), limits);
          if (members.parse(found).users.includes(person)) return true;
        } catch (error) {
          log.warn('slack.admins_unknown', { group: usergroup, failure: failureName(error) });
        }
      }
      return false;
    },
  };
}
