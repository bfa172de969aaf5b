import type { FlagRecords } from './records/records.ts';

const flag = 'refusal.below';

/** The threshold that `evaluate --calibrate` found for these policies, from 0 to 1; undefined where it never ran. */
export async function readCalibration(flags: Pick<FlagRecords, 'get'>): Promise<number | undefined> {
  const value = Number((await flags.get(flag))?.value ?? Number.NaN);
  return value >= 0 && value <= 1 ? value : undefined;
}

/** Lets the usual threshold count again. */
export async function dropCalibration(flags: Pick<FlagRecords, 'clear'>): Promise<void> {
  await flags.clear(flag);
}

export async function storeCalibration(flags: Pick<FlagRecords, 'set'>, below: number, now: number): Promise<void> {
  await flags.set(flag, String(below), 'evaluate --calibrate', now);
}
