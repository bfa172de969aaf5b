import { randomUUID } from 'node:crypto';
import { readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { identify, isAlive } from './process-identity.ts';
import type { LeaseRecords } from './records/records.ts';

/** A name for a lease's owner that tells other processes of this machine when the owner is gone. */
export function createLeaseOwner(): string {
  const { pid, started = '' } = identify(process.pid);
  return [place(), pid, started, randomUUID()].join(separator);
}

/** Takes or renews a lease, also from an owner that was killed and would hold it until it runs out. */
export async function acquireLease(
  leases: LeaseRecords,
  lease: { readonly name: string; readonly owner: string; readonly until: number; readonly now: number },
): Promise<boolean> {
  const acquire = () => leases.acquire(lease.name, lease.owner, lease.until, lease.now);
  if (await acquire()) return true;
  const holder = await leases.holder(lease.name);
  if (holder === undefined || !isGone(holder)) return false;
  await leases.release(lease.name, holder);
  return acquire();
}

const separator = ' ';

function isGone(owner: string): boolean {
  const [where, pid, started] = owner.split(separator);
  // Without its start time a process can't be told from a later one with the same number.
  if (where !== place() || started === undefined || started === '') return false;
  return !isAlive({ pid: Number(pid), started });
}

/** Containers may share a name and a state folder; the numbers of their processes mean nothing to each other. */
function place(): string {
  try {
    return `${hostname()}/${readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    return hostname();
  }
}
