import type { Profile, ProfileOrigin, Viewer } from '../domain.ts';
import type { Log } from '../log.ts';
import { readProfile } from './read-profile.ts';

/** What decides which rules apply to a person, and who knows it. */
export interface KnownProfile {
  readonly profile: Profile;
  readonly from: Readonly<Partial<Record<keyof Profile, ProfileOrigin>>>;
}

/** Where something is known of a person; what is not known is left out. Never throws. */
export type FindProfile = (asker: ProfileAsker) => Promise<Profile>;

export interface ProfileAsker {
  readonly person: string;
  /** Where the chat tells it. */
  readonly email?: string | undefined;
}

export interface ProfileSources {
  readonly remembered?: FindProfile | undefined;
  readonly directory?: FindProfile | undefined;
}

/**
 * Adds to a viewer what is known of the person: what they asked to be remembered counts before the directory, and that
 * before what the chat's own profile says.
 */
export async function withProfile(
  viewer: Viewer,
  asker: { readonly email?: string | undefined; readonly profile?: Profile | undefined },
  { remembered, directory }: ProfileSources,
  log: Log,
): Promise<Viewer> {
  const { person } = viewer;
  if (person === undefined) return viewer;
  const who = { person, email: asker.email };
  const [kept, listed] = await Promise.all([remembered?.(who), directory?.(who)]);
  // Written by people, in a profile of the chat.
  const told = readProfile(asker.profile ?? {});
  if (told.unknown.length > 0) log.info('profile.not_understood', { fields: told.unknown.join(',') });
  const { profile, from } = mergeProfiles([
    [kept ?? {}, 'remembered'],
    [listed ?? {}, 'directory'],
    [told.profile, 'profile'],
  ]);
  return Object.keys(profile).length === 0 ? viewer : { ...viewer, profile, profileFrom: from };
}

/** The first that knows a field has it. */
export function mergeProfiles(known: readonly (readonly [Profile, ProfileOrigin])[]): KnownProfile {
  const profile: Partial<Record<keyof Profile, string>> = {};
  const from: Partial<Record<keyof Profile, ProfileOrigin>> = {};
  for (const [each, origin] of known) {
    for (const field of ['country', 'entity', 'employment'] as const) {
      if (each[field] === undefined || profile[field] !== undefined) continue;
      profile[field] = each[field];
      from[field] = origin;
    }
  }
  return { profile, from };
}
