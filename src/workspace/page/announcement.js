/** @import { PageConversation, PageMessage, PageState } from '../page-state.ts' */

/**
 * What a screen reader should say about a change: new messages of others, complete ones only, and what the app is
 * doing. Undefined where there is nothing new, such as after going somewhere else.
 * @param {PageState | undefined} before
 * @param {PageState} now
 * @returns {string | undefined}
 */
export function announcement(before, now) {
  if (before === undefined || before.me !== now.me) return undefined;
  const news = [
    ...newsOf(before.channel, now.channel, now),
    ...(now.thread?.thread === before.thread?.thread ? newsOf(before.thread, now.thread, now) : []),
  ];
  return news.length === 0 ? undefined : news.join(' ');
}

/**
 * @param {PageConversation | undefined} before
 * @param {PageConversation | undefined} now
 * @param {PageState} state
 */
function newsOf(before, now, state) {
  if (before === undefined || now === undefined || before.id !== now.id) return [];
  const known = new Set(before.messages.filter(({ isStreaming }) => !isStreaming).map(({ ts }) => ts));
  const app = state.names[state.bot]?.name ?? 'The app';
  const status = now.status !== undefined && now.status !== before.status ? [`${app} ${now.status}`] : [];
  const fresh = now.messages.filter((each) => !known.has(each.ts) && !each.isStreaming && each.from !== state.me);
  return [...status, ...fresh.map((each) => spoken(each, state))];
}

/**
 * @param {PageMessage} message
 * @param {PageState} state
 */
function spoken({ from, text, markdown, isPrivate }, { names }) {
  const who = names[from]?.name ?? from;
  const words = (markdown ?? text).replace(/<@([A-Z0-9]+)>/g, (_, id) => `@${names[String(id)]?.name ?? id}`);
  return `New message from ${who}${isPrivate ? ', only visible to you' : ''}: ${words}`;
}
