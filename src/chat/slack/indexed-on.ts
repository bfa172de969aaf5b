import type { IsoDate } from '../../domain.ts';
import type { SyncRecords } from '../../records/records.ts';

/** The day on which the least fresh source was last read to its end; undefined while one never was. */
export function createIndexedOn(syncs: SyncRecords, timeZone: string): () => Promise<IsoDate | undefined> {
  const format = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
  return async () => {
    const sources = await syncs.all();
    const times = sources.map(({ readAt }) => readAt ?? Number.NaN);
    const oldest = Math.min(...times);
    return Number.isFinite(oldest) ? format.format(oldest) : undefined;
  };
}
