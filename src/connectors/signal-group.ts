/** Signals a process and all that it started in its group. */
export function signalGroup(leader: number | undefined, signal: 'SIGTERM' | 'SIGKILL'): void {
  if (leader === undefined) return;
  try {
    process.kill(-leader, signal);
  } catch {
    // The group is empty.
  }
}
