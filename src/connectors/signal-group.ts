import { setTimeout } from 'node:timers/promises';

/** Signals a process and all that it started in its group; false where the group is empty. */
export function signalGroup(leader: number | undefined, signal: 'SIGTERM' | 'SIGKILL' | 0): boolean {
  if (leader === undefined) return false;
  try {
    return process.kill(-leader, signal);
  } catch {
    return false;
  }
}

const lookMs = 10;
const looks = 50;

/** Waits until killed members are gone; not for long, since some systems never collect the dead. */
export async function groupGone(leader: number | undefined): Promise<void> {
  for (let i = 0; i < looks && signalGroup(leader, 0); i++) await setTimeout(lookMs);
}
