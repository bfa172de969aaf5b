import type { SyncDeps } from './sync-deps.ts';

/**
 * Takes what was retired out of the library and moves what was archived into its archive, and notes it in the records
 * afterwards, so that a crash in between is seen and completed.
 */
export async function tidyLibrary({ records, library }: Pick<SyncDeps, 'records' | 'library'>): Promise<void> {
  const { retired, archived } = await records.documents.leftovers();
  if (retired.length > 0) await library.remove(retired);
  if (archived.length > 0) await library.add(archived);
  const settled = [...retired, ...archived].map(({ id }) => id);
  if (settled.length > 0) await records.documents.settle(settled);
}

/** Undoes what was staged, and completes what was left undone, when an earlier run ended in the middle. */
export async function finishInterrupted(deps: Pick<SyncDeps, 'records' | 'library'>): Promise<void> {
  const { staged } = await deps.records.documents.leftovers();
  if (staged.length > 0) {
    await deps.library.remove(staged);
    await deps.records.documents.settle(staged.map(({ id }) => id));
  }
  await tidyLibrary(deps);
}
