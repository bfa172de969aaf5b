import { BylawError } from '../errors.ts';
import { acquireLease } from '../lease.ts';
import type { LeaseRecords } from '../records/records.ts';

const leaseMs = 60_000;
const renewMs = 20_000;

/**
 * Runs the work while nobody else holds the lease. Throws `busy` if someone does; aborts the work if the lease is lost,
 * as after the machine slept.
 */
export async function withLease<T>(
  deps: {
    readonly leases: LeaseRecords;
    readonly owner: string;
    readonly now: () => number;
    readonly signal?: AbortSignal;
  },
  name: string,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const acquire = () =>
    acquireLease(deps.leases, { name, owner: deps.owner, until: deps.now() + leaseMs, now: deps.now() });
  if (!(await acquire())) {
    throw new BylawError('busy', `another process holds the ${name} of this state folder: wait until it is done`);
  }
  const lost = new AbortController();
  const lose = (cause: unknown) =>
    lost.abort(new BylawError('busy', `the ${name} was taken over by another process`, { cause }));
  const renewal = setInterval(() => {
    acquire().then((held) => (held ? undefined : lose(undefined)), lose);
  }, renewMs);
  renewal.unref();
  try {
    return await work(deps.signal === undefined ? lost.signal : AbortSignal.any([deps.signal, lost.signal]));
  } finally {
    clearInterval(renewal);
    await deps.leases.release(name, deps.owner);
  }
}
