import { z } from 'zod';
import type { Log } from '../../../log.ts';
import { failureName, type SlackApi } from '../api.ts';
import type { SlackAsk } from './events.ts';

export type Access =
  | { readonly allowed: true }
  /** `notice` is for the asker alone; without one there is nobody to tell. */
  | { readonly allowed: false; readonly reason: string; readonly notice?: string };

/** Decides who is answered where. What can't be found out counts as no. */
export interface SlackAccess {
  check(ask: SlackAsk, signal: AbortSignal): Promise<Access>;
}

const person = z.object({
  user: z.object({
    team_id: z.string(),
    deleted: z.boolean().default(false),
    is_bot: z.boolean().default(false),
    is_restricted: z.boolean().default(false),
    is_ultra_restricted: z.boolean().default(false),
    is_stranger: z.boolean().default(false),
  }),
});
const place = z.object({
  channel: z.object({
    is_ext_shared: z.boolean().default(false),
    is_pending_ext_shared: z.boolean().default(false),
    is_shared: z.boolean().default(false),
  }),
});

const outsider = 'I only answer people of the company that runs me.';
const guest = 'I don’t answer guest accounts. Please ask a member of the company.';
const shared =
  'I don’t answer in channels that are shared with other organisations. Send me a direct message or use `/policy`.';
const unsure = 'I could not check who can read along here, so I am not answering. Please ask again in a minute.';

const cacheMs = 60_000;
const checkWithinMs = 10_000;
const maxCached = 5_000;

export function createSlackAccess(options: {
  readonly api: SlackApi;
  readonly home: string;
  readonly now: () => number;
  readonly log: Log;
}): SlackAccess {
  const { api, home, now, log } = options;
  const cache = new Map<string, { readonly until: number; readonly access: Access }>();

  async function remembered(key: string, find: () => Promise<Access>): Promise<Access> {
    const known = cache.get(key);
    if (known && known.until > now()) return known.access;
    try {
      const access = await find();
      if (cache.size >= maxCached) cache.clear();
      cache.set(key, { until: now() + cacheMs, access });
      return access;
    } catch (error) {
      log.warn('slack.access_unknown', { failure: failureName(error) });
      return { allowed: false, reason: 'unknown', notice: unsure };
    }
  }

  const askerAccess = (user: string, signal: AbortSignal) =>
    remembered(`user:${user}`, async () => {
      const limits = { deadline: now() + checkWithinMs, signal };
      const found = person.parse(await api.call((client) => client.users.info({ user }), limits)).user;
      if (found.is_bot || found.deleted) return { allowed: false, reason: 'bot' };
      if (found.team_id !== home || found.is_stranger) return { allowed: false, reason: 'outsider', notice: outsider };
      if (found.is_restricted || found.is_ultra_restricted) return { allowed: false, reason: 'guest', notice: guest };
      return { allowed: true };
    });

  const channelAccess = (channel: string, signal: AbortSignal) =>
    remembered(`channel:${channel}`, async () => {
      const limits = { deadline: now() + checkWithinMs, signal };
      const found = place.parse(await api.call((client) => client.conversations.info({ channel }), limits)).channel;
      const open = !found.is_ext_shared && !found.is_pending_ext_shared && !found.is_shared;
      return open ? { allowed: true } : { allowed: false, reason: 'shared_channel', notice: shared };
    });

  return {
    async check(ask, signal) {
      if (ask.team !== undefined && ask.team !== home) return { allowed: false, reason: 'outsider', notice: outsider };
      const asker = await askerAccess(ask.user, signal);
      signal.throwIfAborted();
      // A direct message is read by the asker alone, and so is the answer to a command, wherever it was typed.
      if (!asker.allowed || ask.kind !== 'mention') return asker;
      const channel = await channelAccess(ask.channel, signal);
      signal.throwIfAborted();
      return channel;
    },
  };
}
