/** @import { Page } from './page.js' */
import { html, nothing } from 'lit-html';
import { conversation, threadPanel } from './conversation.js';
import { confirmDialog, modalDialog } from './dialogs.js';
import { home } from './home.js';
import { icons } from './icons.js';
import { channelTitle, isWithApp, placeLink } from './place.js';
import { sidebar } from './sidebar.js';

/** @param {Page} page */
export function shell(page) {
  const { state, place, isNavigationOpen } = page;
  const hasThread = place.thread !== '' && state.thread !== undefined;
  return html`
    <button type="button" class="skip" @click=${() => page.focus(hasThread ? '#thread-field' : '#channel-field')}>
      Skip to the message field
    </button>
    <div class=${`frame ${hasThread ? 'with-thread' : ''} ${isNavigationOpen ? 'with-navigation' : ''}`}
      @keydown=${(/** @type {KeyboardEvent} */ event) => onKey(event, page)}>
      ${banner(page)} ${sidebar(page)}
      <main aria-label=${channelTitle(state, place.channel)}>
        ${channelHead(page)} ${notices(page)}
        ${place.tab === 'home' && isWithApp(state, place.channel) ? home(page) : conversation(page)}
      </main>
      ${hasThread ? threadPanel(page) : nothing}
    </div>
    ${modalDialog(page)} ${confirmDialog(page)}
    <div class="visually-hidden" role="status" aria-live="polite">${page.announced}</div>
  `;
}

/** @param {Page} page */
function banner(page) {
  const { state, isNavigationOpen } = page;
  /** @param {Event} event */
  const actAs = (event) => {
    if (event.target instanceof HTMLSelectElement) page.go({ me: event.target.value, thread: '', tab: 'messages' });
  };
  return html`<header>
    <button type="button" class="quiet menu-button" aria-label="Conversations" aria-expanded=${isNavigationOpen}
      @click=${() => page.change({ isNavigationOpen: !isNavigationOpen })}>${icons.menu}</button>
    <h1>${state.workspace}</h1>
    <span class="tag local-tag">Local workspace</span>
    <label class="acting">
      <span>You are</span>
      <select aria-label="Act as" @change=${actAs}>
        ${state.people.map(
          ({ id, name, role }) =>
            html`<option value=${id} ?selected=${id === state.me} .selected=${id === state.me}>${name}, ${role}</option>`,
        )}
      </select>
    </label>
  </header>`;
}

/** @param {Page} page */
function channelHead({ state, place }) {
  const channel = state.channels.find(({ id }) => id === place.channel);
  if (channel === undefined) return nothing;
  const isChannel = channel.kind === 'public' || channel.kind === 'private';
  return html`<div class="head">
    <h2>${isChannel ? html`<span aria-hidden="true">${channel.kind === 'private' ? icons.lock : '#'}</span>` : nothing}
      ${channelTitle(state, channel.id)}</h2>
    ${isChannel ? html`<span class="members">${channel.members.length} members</span>` : nothing}
    ${channel.isShared ? html`<span class="tag tag-shared">Shared with another company</span>` : nothing}
    ${isWithApp(state, channel.id) ? tabs(state.me, channel.id, place.tab) : nothing}
  </div>`;
}

/**
 * @param {string} me
 * @param {string} channel
 * @param {'messages' | 'home'} tab
 */
function tabs(me, channel, tab) {
  const names = /** @type {const} */ ({ home: 'Home', messages: 'Messages' });
  return html`<nav class="tabs" aria-label="Bylaw">
    ${(/** @type {const} */ (['home', 'messages'])).map(
      (each) =>
        html`<a href=${placeLink({ me, channel, tab: each })} aria-current=${each === tab ? 'page' : nothing}>${names[each]}</a>`,
    )}
  </nav>`;
}

/** @param {Page} page */
function notices(page) {
  const { isOnline, problem, state } = page;
  return html`
    ${isOnline ? nothing : html`<p class="notice" role="alert">The workspace does not answer. Is Bylaw still running in the terminal?</p>`}
    ${isOnline && !state.isConnected ? html`<p class="notice">Bylaw is not connected at the moment; it gets your messages once it is.</p>` : nothing}
    ${
      problem === '' || !isOnline
        ? nothing
        : html`<p class="notice" role="alert">${problem}
            <button type="button" class="quiet" aria-label="Close the notice" @click=${() => page.change({ problem: '' })}>${icons.close}</button></p>`
    }
  `;
}

/**
 * Escape leaves what was opened last: a menu, an edit, the navigation, the thread.
 * @param {KeyboardEvent} event
 * @param {Page} page
 */
function onKey(event, page) {
  if (event.key !== 'Escape' || event.defaultPrevented) return;
  if (page.menu !== '') page.change({ menu: '' });
  else if (page.editing !== '') page.change({ editing: '' });
  else if (page.isNavigationOpen) page.change({ isNavigationOpen: false });
  else if (page.place.thread !== '') {
    page.go({ thread: '' });
    page.focus('#channel-field');
  }
}
