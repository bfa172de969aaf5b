import { pingsIn, renderTexts, shownTexts } from './messages.ts';
import type { WorkspaceState } from './state.ts';

export interface SeenMessage {
  readonly ts: string;
  readonly from: string;
  /** As it reads on the screen, Markdown signs included. */
  readonly text: string;
  readonly links: readonly string[];
  /** Visible to this user only. */
  readonly private: boolean;
}

export interface ThreadView {
  readonly messages: readonly SeenMessage[];
  readonly status: string | undefined;
}

/** What a user sees now: a thread, or without one what stands in the channel itself. */
export function viewThread(state: WorkspaceState, user: string, channel: string, thread?: string): ThreadView {
  const member = state.channels.get(channel)?.members.includes(user) ?? false;
  const open = state.messages.filter(
    (each) => member && each.channel === channel && (each.thread === thread || each.ts === thread),
  );
  const own = state.ephemerals.filter(
    (each) => each.user === user && each.channel === channel && each.thread === thread,
  );
  const seen = [
    ...open.map((each) => ({ ...each, from: each.user, private: false })),
    ...own.map((each) => ({ ...each, from: state.app.user, private: true })),
  ];
  return {
    messages: seen
      .sort((a, b) => (a.ts < b.ts ? -1 : 1))
      .map((each) => {
        const texts = shownTexts(each);
        return { ts: each.ts, from: each.from, text: renderTexts(texts), links: linksIn(texts), private: each.private };
      }),
    status: state.statuses.get(`${channel}:${thread ?? ''}`),
  };
}

/** What no run of the app may leave behind: pinged people, a status that stays, a message twice. */
export function findProblems(state: WorkspaceState): string[] {
  const posted = state.messages.filter((each) => each.botId === state.app.bot);
  const copies = posted
    .filter((each) => each.metadata !== undefined)
    .map((each) => JSON.stringify([each.channel, each.thread, each.metadata, shownTexts(each)]));
  return [
    ...[...posted, ...state.ephemerals].flatMap((each) => pingsIn(each).map((ping) => `pinged: ${ping}`)),
    ...[...state.statuses].map(([place, status]) => `status left on in ${place}: ${status}`),
    ...copies.filter((copy, at) => copies.indexOf(copy) !== at).map((copy) => `posted twice: ${copy}`),
  ];
}

function linksIn(texts: readonly string[]): string[] {
  const markdown = texts.flatMap((text) => [...text.matchAll(/\]\(([^()\s]+(?:\([^()\s]*\)[^()\s]*)*)\)/g)]);
  const mrkdwn = texts.flatMap((text) => [...text.matchAll(/<(https?:[^|>]+)(?:\|[^>]*)?>/g)]);
  return [...markdown.map((match) => match[1] ?? ''), ...mrkdwn.map((match) => renderTexts([match[1] ?? '']))];
}
