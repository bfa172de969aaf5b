import type { Version } from '../domain.ts';

/**
 * Under which audience set a version lies: past ones in an archive set of their own, so that they neither come up in
 * today's questions nor count in their statistics.
 */
export function shelfKey({ audienceKey, isPast }: Pick<Version, 'audienceKey' | 'isPast'>): string {
  return isPast ? archiveKey(audienceKey) : audienceKey;
}

/** The sets to ask, with their archives if those are to be asked. */
export function shelfKeys(audienceKeys: readonly string[], archive: boolean): readonly string[] {
  return archive ? [...audienceKeys, ...audienceKeys.map(archiveKey)] : audienceKeys;
}

export function isArchive(key: string): boolean {
  return key.startsWith(archivePrefix);
}

function archiveKey(audienceKey: string): string {
  return `${archivePrefix}${audienceKey}`;
}

const archivePrefix = 'past:';
