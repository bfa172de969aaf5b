/** @import { PageConversation } from '../page-state.ts' */
/** @import { Page } from './page.js' */
import { html, nothing } from 'lit-html';
import { keyed } from 'lit-html/directives/keyed.js';
import { repeat } from 'lit-html/directives/repeat.js';
import { composer } from './composer.js';
import { icons } from './icons.js';
import { message } from './message.js';
import { channelTitle, isWithApp } from './place.js';

/**
 * The open channel or direct message with its field.
 * @param {Page} page
 */
export function conversation(page) {
  const { state, place } = page;
  const { channel } = state;
  if (channel === undefined) return nothing;
  return html`
    ${messages(channel, page)}
    ${isWithApp(state, place.channel) ? prompts(page) : nothing}
    ${composer(page, { name: 'channel', label: `Message ${channelLabel(page)}`, thread: '' })}
  `;
}

/** @param {Page} page */
export function threadPanel(page) {
  const { state, place } = page;
  if (state.thread === undefined) return nothing;
  const close = () => {
    page.go({ thread: '' });
    page.focus('#channel-field');
  };
  return html`<aside class="thread" aria-label="Thread">
    <div class="head">
      <h2>Thread</h2>
      <span class="members">${channelLabel(page)}</span>
      <button type="button" class="quiet" aria-label="Close the thread" @click=${close}>${icons.close}</button>
    </div>
    ${messages(state.thread, page)}
    ${composer(page, { name: 'thread', label: 'Reply in the thread', thread: place.thread })}
  </aside>`;
}

/**
 * @param {PageConversation} conversation
 * @param {Page} page
 */
function messages(conversation, page) {
  const { id, thread = '', messages: all } = conversation;
  const isNothing = all.length === 0 && conversation.status === undefined;
  return keyed(
    `${page.state.me} ${id} ${thread}`,
    html`<div class="messages" data-list=${`${page.state.me} ${id} ${thread}`} tabindex="0" role="region"
    aria-label=${thread === '' ? 'Messages' : 'Messages of the thread'}>
    ${isNothing ? emptiness(page) : nothing}
    <ol>
      ${repeat(
        all,
        ({ ts }) => ts,
        (each) => html`<li>${message(each, { page, channel: id, thread })}</li>`,
      )}
    </ol>
    ${status(conversation, page)}
  </div>`,
  );
}

/**
 * What the app is doing, and the way to stop it.
 * @param {PageConversation} conversation
 * @param {Page} page
 */
function status({ id, thread, status: text, canStop }, page) {
  if (text === undefined && !canStop) return nothing;
  const app = page.state.names[page.state.bot]?.name ?? '';
  return html`<div class="working">
    <span class="spinner" aria-hidden="true"></span>
    <span class="working-text">${app} ${text ?? 'is working …'}</span>
    ${
      canStop && thread !== undefined
        ? html`<button type="button" class="button" @click=${() => page.act({ kind: 'stop', channel: id, thread })}>
            ${icons.stop} Stop
          </button>`
        : nothing
    }
  </div>`;
}

/** @param {Page} page */
function channelLabel({ state, place }) {
  const kind = state.channels.find(({ id }) => id === place.channel)?.kind;
  return `${kind === 'public' || kind === 'private' ? '#' : ''}${channelTitle(state, place.channel)}`;
}

/** @param {Page} page */
function emptiness({ state, place }) {
  const app = state.names[state.bot];
  if (isWithApp(state, place.channel)) {
    return html`<p class="empty">Ask ${app?.name} about a company policy, in your own words. Only you can read this conversation.</p>`;
  }
  return html`<p class="empty">Nothing here yet. Mention <strong>@${app?.handle}</strong> with a question, or write
    <code>/policy</code> and a question for an answer that only you see.</p>`;
}

/** @param {Page} page */
function prompts(page) {
  const { state, place } = page;
  if (state.prompts.length === 0) return nothing;
  return html`<div class="prompts" role="group" aria-label="Suggested questions">
    ${state.prompts.map(
      ({ title, message: text }) =>
        html`<button type="button" class="button" @click=${async () => {
          const { ts } = await page.act({ kind: 'say', channel: place.channel, text });
          if (ts !== undefined) page.change({ asked: ts });
        }}>${title}</button>`,
    )}
  </div>`;
}
