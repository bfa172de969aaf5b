import type { Clock } from './clock.ts';
import type { WorkspaceState } from './state.ts';

const statusExpiryMs = 120_000;
const processingExpiryMs = 60 * 60_000;

/** The key under which the state keeps what belongs to a thread. */
export function placeOf(channel: string, thread: string | undefined): string {
  return `${channel}:${thread ?? ''}`;
}

export function clearStatus(state: WorkspaceState, channel: string, thread: string | undefined): void {
  state.statuses.delete(placeOf(channel, thread));
}

/** Shows a status until it is cleared, or for two minutes. */
export function showStatus(
  { state, clock, changed }: { readonly state: WorkspaceState; readonly clock: Clock; readonly changed: () => void },
  place: string,
  text: string,
): void {
  const since = clock.now();
  state.statuses.set(place, { text, since });
  clock.after(statusExpiryMs, () => {
    if (state.statuses.get(place)?.since !== since) return;
    state.statuses.delete(place);
    changed();
  });
}

/** Sets a session's status. One that stays in `processing` is dropped after an hour. */
export function setSession(
  { state, clock, changed }: { readonly state: WorkspaceState; readonly clock: Clock; readonly changed: () => void },
  place: string,
  status: 'active' | 'processing' | 'suspended' | 'closed',
  created: { readonly title?: string; readonly initiator?: string } = {},
): void {
  const known = state.sessions.get(place);
  known?.cancel();
  const session = known ?? { ...created, status, cancel: () => {} };
  session.status = status;
  session.cancel = () => {};
  if (status === 'processing') {
    session.cancel = clock.after(processingExpiryMs, () => {
      session.status = 'active';
      changed();
    });
  }
  state.sessions.set(place, session);
}
