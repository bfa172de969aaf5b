import { z } from 'zod';
import type { Profile } from '../../domain.ts';
import type { Log } from '../../log.ts';
import { failureName, type SlackApi } from './api.ts';
import { createMinuteCache } from './minute-cache.ts';

/** What Slack knows of a person that tells which rules apply to them, as it is written there. */
export interface SlackProfile {
  readonly profile?: Profile;
  readonly email?: string;
}

/** Which custom fields of a profile hold it, each by its label or id; absent ones are not looked at. */
export type ProfileFields = { readonly [Field in keyof Profile]?: string | undefined };

export interface SlackProfiles {
  /** Never throws: what can't be found out is not known. Asks Slack nothing that is not configured. */
  find(person: string): Promise<SlackProfile>;
}

const field = z.object({ value: z.string().nullish(), label: z.string().nullish() });
const found = z.object({
  profile: z.object({ fields: z.record(z.string(), field).nullish().catch(undefined) }),
});
const info = z.object({ user: z.object({ profile: z.object({ email: z.string().nullish() }).nullish() }) });

const withinMs = 5_000;

export function createSlackProfiles(options: {
  readonly api: SlackApi;
  readonly fields?: ProfileFields | undefined;
  /** Whether people are looked up by their e-mail address elsewhere. */
  readonly usesEmail?: (() => Promise<boolean>) | undefined;
  readonly now: () => number;
  readonly log: Log;
}): SlackProfiles {
  const { api, fields = {}, usesEmail, now, log } = options;
  const wanted = Object.entries(fields).filter((entry): entry is [keyof Profile, string] => entry[1] !== undefined);
  const cache = createMinuteCache<SlackProfile>(now);
  /** Ids by label. Slack limits calls that ask for labels more, so they are asked for only until all are known. */
  const ids = new Map<string, string>();

  async function readFields(user: string): Promise<Profile> {
    const isId = (name: string) => /^Xf[A-Z0-9]+$/.test(name);
    const needsLabels = wanted.some(([, name]) => !isId(name) && !ids.has(fold(name)));
    const call = api.call(
      (client) => client.users.profile.get({ user, ...(needsLabels && { include_labels: true }) }),
      { deadline: now() + withinMs },
    );
    const values = found.parse(await call).profile.fields ?? {};
    for (const [id, { label }] of Object.entries(values)) if (label) ids.set(fold(label), id);
    return Object.fromEntries(
      wanted.flatMap(([name, written]) => {
        const value = values[isId(written) ? written : (ids.get(fold(written)) ?? '')]?.value?.trim();
        return value ? [[name, value]] : [];
      }),
    );
  }

  async function readEmail(user: string): Promise<string | undefined> {
    const call = api.call((client) => client.users.info({ user }), { deadline: now() + withinMs });
    return info.parse(await call).user.profile?.email ?? undefined;
  }

  const unlessFailed = async <Value>(what: string, find: () => Promise<Value>): Promise<Value | undefined> => {
    try {
      return await find();
    } catch (error) {
      log.warn('slack.profile_unknown', { what, failure: failureName(error) });
      return undefined;
    }
  };

  return {
    async find(person) {
      const byEmail = (await usesEmail?.()) === true;
      if (wanted.length === 0 && !byEmail) return {};
      return cache.get(person, async () => {
        const [profile, email] = await Promise.all([
          wanted.length === 0 ? undefined : unlessFailed('fields', () => readFields(person)),
          byEmail ? unlessFailed('email', () => readEmail(person)) : undefined,
        ]);
        return { ...(profile && { profile }), ...(email !== undefined && { email }) };
      });
    },
  };
}

function fold(label: string): string {
  return label.trim().toLowerCase();
}
