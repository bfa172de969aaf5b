import { pingsIn, shownTexts } from './shown.ts';
import type { WorkspaceState } from './state.ts';

/**
 * What no run of the app may leave behind: pinged people, a status that stays, a message twice, a stream left open.
 * `mayPing` names people and groups who are meant to be called in.
 */
export function findProblems(state: WorkspaceState, mayPing: readonly string[] = []): string[] {
  const posted = state.messages.filter((each) => each.botId === state.app.bot);
  const meant = new Set(mayPing.flatMap((id) => [`<@${id}>`, `<!subteam^${id}>`]));
  const copies = posted
    .filter((each) => each.metadata !== undefined)
    .map((each) => JSON.stringify([each.channel, each.thread, each.metadata, shownTexts(each)]));
  const seen = new Set<string>();
  const pings = [...posted, ...state.ephemerals].flatMap(pingsIn).filter((ping) => !meant.has(ping));
  return [
    ...pings.map((ping) => `pinged: ${ping}`),
    ...[...state.statuses].map(([place, { text }]) => `status left on in ${place}: ${text}`),
    ...[...state.sessions]
      .filter(([, { status }]) => status === 'processing')
      .map(([place]) => `session left processing in ${place}`),
    ...posted.filter(({ stream }) => stream?.open).map(({ channel, ts }) => `stream left open: ${channel}:${ts}`),
    ...copies.filter((copy) => seen.size === seen.add(copy).size).map((copy) => `posted twice: ${copy}`),
  ];
}
