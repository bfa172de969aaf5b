import { everyone } from '../audience.ts';
import { excludesEveryone, type Groups } from '../audience-groups.ts';
import type { IsoDate, Profile, Viewer } from '../domain.ts';
import type { Log } from '../log.ts';
import type { AudienceSet, DocumentRecords } from '../records/records.ts';
import { admitTo } from './admission.ts';
import { type Memberships, noMemberships } from './memberships.ts';

/** Who asks. Without a place the asker alone reads the answer. */
export interface Asker {
  readonly person?: string;
  readonly place?: string;
  /** What the chat knows of the person besides. */
  readonly email?: string | undefined;
  readonly profile?: Profile | undefined;
}

export interface Viewers {
  /**
   * What may answer this asker in this place at this moment: what everyone may read, and besides that what the person, or
   * where others read along every one of them, is admitted to. What can't be found out counts as no. Never throws for
   * want of a membership.
   */
  viewerFor(asker: Asker, memberships?: Memberships): Promise<Viewer>;
  /** Whether some documents are for certain people only. */
  hasRestricted(): Promise<boolean>;
}

export interface ViewersDeps {
  readonly documents: Pick<DocumentRecords, 'audiences'>;
  readonly groups: Groups;
  readonly today: () => IsoDate;
  readonly log: Log;
}

export function createViewers({ documents, groups, today, log }: ViewersDeps): Viewers {
  const restricted = async (): Promise<readonly AudienceSet[]> =>
    (await documents.audiences()).filter(
      ({ key, groups: words }) => key !== everyone && !excludesEveryone(words, groups),
    );

  return {
    hasRestricted: async () => (await restricted()).length > 0,
    async viewerFor({ person, place }, memberships = noMemberships) {
      const roles = person === undefined ? [] : groups.rolesOf(person);
      const sets = person === undefined ? [] : await restricted();
      const admitted =
        person === undefined || sets.length === 0
          ? []
          : await admitTo(sets, { person, place }, { groups, memberships, log });
      return {
        audienceKeys: [everyone, ...admitted.map(({ key }) => key)],
        on: today(),
        ...(person === undefined ? {} : { person }),
        ...(place === undefined ? {} : { place }),
        ...(roles.length === 0 ? {} : { roles }),
      };
    },
  };
}
