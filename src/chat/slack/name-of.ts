import { z } from 'zod';
import type { SlackApi } from './api.ts';

/** What people call someone; the id where Slack doesn't tell. */
export type NameOf = (person: string, signal: AbortSignal) => Promise<string>;

const found = z.object({
  user: z.object({
    name: z.string().default(''),
    real_name: z.string().nullish(),
    profile: z.object({ display_name: z.string().nullish(), real_name: z.string().nullish() }).nullish(),
  }),
});

const withinMs = 5_000;

export function createNameOf({ api, now }: { readonly api: SlackApi; readonly now: () => number }): NameOf {
  return async (person, signal) => {
    try {
      const limits = { deadline: now() + withinMs, signal };
      const { user } = found.parse(await api.call((client) => client.users.info({ user: person }), limits));
      return user.profile?.display_name || user.real_name || user.profile?.real_name || user.name || person;
    } catch {
      signal.throwIfAborted();
      return person;
    }
  };
}
