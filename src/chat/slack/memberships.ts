import { z } from 'zod';
import type { Log } from '../../log.ts';
import type { Members, Memberships, Readers, Standing } from '../../viewer/memberships.ts';
import { failureName, type SlackApi } from './api.ts';
import { createMinuteCache } from './minute-cache.ts';
import type { StandingOf } from './standings.ts';

const channel = z.object({
  channel: z.object({
    is_private: z.boolean().default(false),
    is_mpim: z.boolean().default(false),
    is_ext_shared: z.boolean().default(false),
    is_pending_ext_shared: z.boolean().default(false),
    is_shared: z.boolean().default(false),
  }),
});
const page = z.object({
  members: z.array(z.string()),
  response_metadata: z.object({ next_cursor: z.string().optional() }).optional(),
});
const usergroups = z.object({ usergroups: z.array(z.object({ id: z.string(), handle: z.string() })) });
const users = z.object({ users: z.array(z.string()) });

const withinMs = 10_000;
/** Slack's most for one call. */
const pageSize = 1_000;
const mostPages = 10;
/** Everybody who reads along is looked up one by one, of which Slack allows about a hundred a minute. */
const mostReaders = 100;
const lookedUpAtOnce = 5;

/** Who belongs where in Slack, at most a minute old. What can't be found out is told as such, never guessed. */
export function createSlackMemberships(options: {
  readonly api: SlackApi;
  /** The bot's own user, who reads along everywhere. */
  readonly self: string;
  readonly standingOf: StandingOf;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly log: Log;
}): Memberships {
  const { api, self, standingOf, now, log } = options;
  const members = createMinuteCache<Members>(now);
  const readers = createMinuteCache<Readers>(now);
  const handles = createMinuteCache<ReadonlyMap<string, string>>(now);
  const atOnce = createLimit(lookedUpAtOnce);
  const limits = () => ({ deadline: now() + withinMs });

  /** A failure that is told, and looked up again the next time. */
  async function orUnknown<T>(work: Promise<T>): Promise<T | { readonly isKnown: false; readonly why: string }> {
    try {
      return await work;
    } catch (error) {
      const why = failureName(error);
      log.warn('slack.memberships_unknown', { failure: why });
      return { isKnown: false, why };
    }
  }

  async function membersOfChannel(id: string): Promise<Members> {
    const people = new Set<string>();
    let cursor: string | undefined;
    for (let pages = 0; pages < mostPages; pages += 1) {
      const range = { channel: id, limit: pageSize, ...(cursor !== undefined && { cursor }) };
      const found = page.parse(await api.call((client) => client.conversations.members(range), limits()));
      for (const person of found.members) people.add(person.toUpperCase());
      cursor = found.response_metadata?.next_cursor;
      if (cursor === undefined || cursor === '') return { isKnown: true, people };
    }
    return { isKnown: false, why: 'too_many' };
  }

  async function membersOfUserGroup(name: string): Promise<Members> {
    const usergroup = name.startsWith('@') ? (await handles.get('', readHandles)).get(name.slice(1)) : name;
    if (usergroup === undefined) return { isKnown: false, why: 'no_such_subteam' };
    const found = await api.call((client) => client.usergroups.users.list({ usergroup }), limits());
    return { isKnown: true, people: new Set(users.parse(found).users.map((person) => person.toUpperCase())) };
  }

  async function readHandles(): Promise<ReadonlyMap<string, string>> {
    const found = await api.call((client) => client.usergroups.list({}), limits());
    return new Map(usergroups.parse(found).usergroups.map(({ id, handle }) => [handle.toLowerCase(), id]));
  }

  function membersOf(group: string): Promise<Members> {
    const find = /^[CG]/.test(group) ? membersOfChannel : membersOfUserGroup;
    return orUnknown(members.get(group, () => find(group)));
  }

  async function findReaders(place: string): Promise<Readers> {
    const found = await api.call((client) => client.conversations.info({ channel: place }), limits());
    const { is_private, is_mpim, ...flags } = channel.parse(found).channel;
    if (Object.values(flags).some(Boolean)) return { isKnown: false, why: 'shared' };
    const all = await members.get(place, () => membersOfChannel(place));
    if (!all.isKnown) return all;
    const people = new Set([...all.people].filter((person) => person !== self));
    if (people.size > mostReaders) return { isKnown: false, why: 'too_many' };
    return { isKnown: true, people, isOpen: !is_private && !is_mpim };
  }

  return {
    membersOf,
    readersOf: (place) => orUnknown(readers.get(place, () => findReaders(place))),
    async standingOf(person): Promise<Standing> {
      try {
        return await atOnce(() => standingOf(person));
      } catch (error) {
        log.warn('slack.standing_unknown', { failure: failureName(error) });
        return 'unknown';
      }
    },
  };
}

function createLimit(most: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running >= most) await new Promise<void>((resolve) => waiting.push(resolve));
    running += 1;
    try {
      return await work();
    } finally {
      running -= 1;
      waiting.shift()?.();
    }
  };
}
