import type { Config } from './config.ts';
import type { Log } from './log.ts';
import type { Records } from './records/records.ts';
import { createDirectoryFile, type DirectoryFile } from './viewer/directory-file.ts';
import type { ProfileSources } from './viewer/profiles.ts';
import { createRememberedProfile } from './viewer/remembered-profile.ts';

/** Where it is known which rules apply to a person, chosen by the configuration; a chat brings what its profiles say. */
export interface ProfileParts {
  readonly sources: ProfileSources;
  /** Absent where none is configured. */
  readonly directory?: DirectoryFile;
}

export function createProfileParts(deps: {
  readonly config: Pick<Config, 'profile' | 'memory'>;
  readonly records: Pick<Records, 'memories'>;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly log: Log;
}): ProfileParts {
  const { config, records, now, log } = deps;
  const { file } = config.profile;
  const directory = file === undefined ? undefined : createDirectoryFile({ file, now, log });
  return {
    sources: {
      remembered: config.memory.enabled ? createRememberedProfile(records.memories) : undefined,
      directory: directory?.find,
    },
    ...(directory && { directory }),
  };
}
