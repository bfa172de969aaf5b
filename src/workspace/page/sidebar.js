/** @import { PageChannel } from '../page-state.ts' */
/** @import { Page } from './page.js' */
import { html, nothing } from 'lit-html';
import { avatar } from './avatar.js';
import { icons } from './icons.js';
import { channelTitle, isWithApp, placeLink } from './place.js';

/** @param {Page} page */
export function sidebar(page) {
  const { state } = page;
  const channels = state.channels.filter(({ kind }) => kind === 'public' || kind === 'private');
  const app = state.channels.filter(({ id }) => isWithApp(state, id));
  const direct = state.channels.filter((each) => !channels.includes(each) && !app.includes(each));
  return html`<nav class="sidebar" aria-label="Conversations">
    ${group('Apps', app, page)} ${group('Channels', channels, page)} ${group('Direct messages', direct, page)}
    <p class="sidebar-note">This workspace is on this machine only. Bylaw answers here as it does in Slack.</p>
  </nav>`;
}

/**
 * @param {string} title
 * @param {readonly PageChannel[]} channels
 * @param {Page} page
 */
function group(title, channels, page) {
  if (channels.length === 0) return nothing;
  return html`<h2>${title}</h2>
    <ul>
      ${channels.map((channel) => html`<li>${entry(channel, page)}</li>`)}
    </ul>`;
}

/**
 * @param {PageChannel} channel
 * @param {Page} page
 */
function entry(channel, { state, place, seen }) {
  const isOpen = channel.id === place.channel;
  const isNew = !isOpen && channel.latest > (seen.get(`${state.me} ${channel.id}`) ?? '');
  return html`<a href=${placeLink({ me: state.me, channel: channel.id })} class=${isNew ? 'new' : ''}
    aria-current=${isOpen ? 'page' : nothing}>
    <span class="sign" aria-hidden="true">${sign(channel, state)}</span>
    <span class="entry-name">${channelTitle(state, channel.id)}</span>
    ${isNew ? html`<span class="visually-hidden">, new messages</span>` : nothing}
  </a>`;
}

/**
 * @param {PageChannel} channel
 * @param {Page['state']} state
 */
function sign(channel, state) {
  if (channel.kind === 'private') return icons.lock;
  if (channel.kind === 'public') return '#';
  const other = channel.members.find((member) => member !== state.me) ?? state.me;
  return avatar(other, state);
}
