import { z } from 'zod';
import type { Log } from '../../../log.ts';
import { failureName, isAccountFailure, type SlackApi } from '../api.ts';
import type { StandingOf } from '../standings.ts';
import type { SlackAsk } from './ask.ts';
import { channelPolicy, type SlackRules } from './rules.ts';
import { unlessAborted } from './unless-aborted.ts';

export type Access =
  | { readonly allowed: true }
  /** `notice` is for the asker alone; without one there is nobody to tell. */
  | { readonly allowed: false; readonly reason: string; readonly notice?: string };

/** Decides who is answered where. What can't be found out counts as no. */
export interface SlackAccess {
  check(ask: SlackAsk, signal: AbortSignal): Promise<Access>;
  /** Whether anything may be answered where others read along. */
  checkChannel(channel: string, signal: AbortSignal): Promise<Access>;
}

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
const off = 'I don’t answer in this channel. Send me a direct message or use `/policy`.';
const unsure = 'I could not check who can read along here, so I am not answering. Please ask again in a minute.';

const cacheMs = 60_000;
const checkWithinMs = 10_000;
const maxCached = 5_000;

export function createSlackAccess(options: {
  readonly api: SlackApi;
  readonly standingOf: StandingOf;
  readonly home: string;
  readonly rules: Pick<SlackRules, 'guests' | 'teams' | 'channels'>;
  readonly now: () => number;
  readonly log: Log;
}): SlackAccess {
  const { api, standingOf, home, rules, now, log } = options;
  const isOurs = (team: string) => team === home || rules.teams.includes(team);
  const cache = new Map<string, { readonly until: number; readonly access: Promise<Access> }>();

  /** One call for all who ask at the same time; what failed is not remembered. */
  function remembered(key: string, find: () => Promise<Access>): Promise<Access> {
    const known = cache.get(key);
    if (known && known.until > now()) return known.access;
    if (cache.size >= maxCached) cache.clear();
    const access = find().catch((error: unknown): Access => {
      cache.delete(key);
      // Not the asker's matter: the question waits until the app's account works again.
      if (isAccountFailure(error)) throw error;
      log.warn('slack.access_unknown', { failure: failureName(error) });
      return { allowed: false, reason: 'unknown', notice: unsure };
    });
    cache.set(key, { until: now() + cacheMs, access });
    return access;
  }

  const askerAccess = (user: string) =>
    remembered(`user:${user}`, async () => {
      const standing = await standingOf(user);
      if (standing === 'bot' || standing === 'gone') return { allowed: false, reason: 'bot' };
      if (standing === 'outsider') return { allowed: false, reason: 'outsider', notice: outsider };
      if (standing === 'guest' && !rules.guests) return { allowed: false, reason: 'guest', notice: guest };
      return { allowed: true };
    });

  async function channelAccess(channel: string): Promise<Access> {
    if (channelPolicy(rules, channel) === 'off') return { allowed: false, reason: 'channel_off', notice: off };
    return remembered(`channel:${channel}`, async () => {
      const limits = { deadline: now() + checkWithinMs };
      const found = place.parse(await api.call((client) => client.conversations.info({ channel }), limits)).channel;
      const open = !found.is_ext_shared && !found.is_pending_ext_shared && !found.is_shared;
      return open ? { allowed: true } : { allowed: false, reason: 'shared_channel', notice: shared };
    });
  }

  return {
    checkChannel: (channel, signal) => unlessAborted(channelAccess(channel), signal),
    async check(ask, signal) {
      if (ask.team !== undefined && !isOurs(ask.team)) return { allowed: false, reason: 'outsider', notice: outsider };
      // An allowed bot is named in the settings by its id. A direct message is read by the asker alone, and so is the
      // answer to a command, wherever it was typed.
      const isBot = 'byBot' in ask && ask.byBot === true;
      const both = Promise.all([
        isBot ? granted : askerAccess(ask.user),
        ask.kind === 'mention' ? channelAccess(ask.channel) : granted,
      ]);
      const [asker, channel] = await unlessAborted(both, signal);
      return asker.allowed ? channel : asker;
    },
  };
}

const granted: Access = { allowed: true };
