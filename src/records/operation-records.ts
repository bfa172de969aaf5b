import type { IsoDate } from '../domain.ts';

/** What models have cost, in US dollars by calendar day. */
export interface SpendRecords {
  add(day: IsoDate, usd: number): Promise<void>;
  on(day: IsoDate): Promise<number>;
}

/** Switches that outlive a restart, such as whether answering is paused. */
export interface FlagRecords {
  get(name: string): Promise<{ readonly value: string; readonly by: string; readonly at: number } | undefined>;
  set(name: string, value: string, by: string, now: number): Promise<void>;
  clear(name: string): Promise<void>;
}

export interface SyncState {
  readonly source: string;
  /** Documents that answer. */
  readonly documents: number;
  /** When the source was last read to its end, epoch milliseconds. */
  readonly readAt?: number;
  /** Since when it can't be read, and why. */
  readonly failingSince?: number;
  readonly failure?: string;
}

/** How each source stands. */
export interface SyncRecords {
  /** A source was read to its end. */
  succeeded(source: string, now: number): Promise<void>;
  /** A source could not be read; the time of the first failure in a row is kept. */
  failed(source: string, failure: string, now: number): Promise<void>;
  /** A source is no longer configured. */
  forget(source: string): Promise<void>;
  /** By name of the source. */
  all(): Promise<SyncState[]>;
}

export interface LeaseRecords {
  /** True if the lease was free, run out or already the owner's. */
  acquire(name: string, owner: string, until: number, now: number): Promise<boolean>;
  release(name: string, owner: string): Promise<void>;
  /** Who took the lease last, if it was not released. */
  holder(name: string): Promise<string | undefined>;
}
