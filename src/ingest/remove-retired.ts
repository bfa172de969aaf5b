import type { Version } from '../domain.ts';
import type { SyncDeps } from './sync-deps.ts';

/** Takes versions out of the library and then out of the records, so that a crash in between is seen and completed. */
export async function removeRetired(
  { records, library }: Pick<SyncDeps, 'records' | 'library'>,
  retired: readonly Version[],
) {
  if (retired.length === 0) return;
  await library.remove(retired);
  await records.documents.settle(retired.map((version) => version.id));
}
