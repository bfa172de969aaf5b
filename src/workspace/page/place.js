/** @import { PageState } from '../page-state.ts' */

/**
 * Where the page stands: who acts, which conversation, and what of it. It is written in the address, so that a reload
 * and a second window keep it.
 * @typedef {object} Place
 * @property {string} me
 * @property {string} channel
 * @property {string} thread
 * @property {'messages' | 'home'} tab
 */

/**
 * `#/person/channel`, then nothing, `/home` or the time of a thread.
 * @param {string} hash
 * @returns {Place}
 */
export function readPlace(hash) {
  const [, me = '', channel = '', last = ''] = hash.split('/').map(decodeURIComponent);
  return { me, channel, thread: last === 'home' ? '' : last, tab: last === 'home' ? 'home' : 'messages' };
}

/** @param {Pick<Place, 'me' | 'channel'> & Partial<Place>} place */
export function placeLink({ me, channel, thread = '', tab = 'messages' }) {
  const last = tab === 'home' ? 'home' : thread;
  return `#/${[me, channel, last]
    .filter((part) => part !== '')
    .map(encodeURIComponent)
    .join('/')}`;
}

/**
 * How a conversation is called: a channel by its name, a direct message by who else is in it.
 * @param {PageState} state
 * @param {string} id
 */
export function channelTitle(state, id) {
  const channel = state.channels.find((each) => each.id === id);
  if (channel === undefined) return '';
  if (channel.kind === 'public' || channel.kind === 'private') return channel.name;
  const others = channel.members.filter((member) => member !== state.me);
  return others.map((member) => state.names[member]?.name ?? member).join(', ');
}

/**
 * The direct conversation with the app.
 * @param {PageState} state
 * @param {string} id
 */
export function isWithApp(state, id) {
  const channel = state.channels.find((each) => each.id === id);
  return channel?.kind === 'im' && channel.members.includes(state.bot);
}
