/** @import { PageAction, PageOutcome, PageState } from '../page-state.ts' */
/** @import { Place } from './place.js' */

const api = '/workspace/api';

/**
 * What the acting person sees now.
 * @param {Place} place
 * @returns {Promise<PageState>}
 */
export async function fetchState({ me, channel, thread }) {
  const query = new URLSearchParams({ as: me, channel, thread });
  const response = await fetch(`${api}/state?${query}`);
  if (!response.ok) throw new Error(`the workspace answered with ${response.status}`);
  return response.json();
}

/**
 * @param {string} me
 * @param {PageAction} action
 * @returns {Promise<PageOutcome>}
 */
export async function sendAction(me, action) {
  try {
    const response = await fetch(`${api}/act`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ as: me, action }),
    });
    return await response.json();
  } catch {
    return { problem: 'The workspace does not answer. Is Bylaw still running in the terminal?' };
  }
}

/**
 * Calls back at every change in the workspace, and when the line to it breaks or is there again.
 * @param {{ changed: () => void, online: (isOnline: boolean) => void }} listener
 */
export function followChanges({ changed, online }) {
  const source = new EventSource(`${api}/changes`);
  source.addEventListener('change', changed);
  source.addEventListener('open', () => {
    online(true);
    changed();
  });
  source.addEventListener('error', () => online(false));
}
