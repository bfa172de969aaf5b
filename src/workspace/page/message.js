/** @import { PageMessage } from '../page-state.ts' */
/** @import { Page } from './page.js' */
import { html, nothing } from 'lit-html';
import { avatar } from './avatar.js';
import { drawBlocks } from './blocks.js';
import { editor } from './editor.js';
import { icons } from './icons.js';
import { markdown } from './markdown.js';
import { messageTools } from './message-tools.js';
import { mrkdwn } from './mrkdwn.js';
import { taskCard } from './task-card.js';

/**
 * Where a message stands: in the channel itself (`thread` is empty) or in an open thread.
 * @typedef {{ page: Page, channel: string, thread: string }} Standing
 */

/**
 * @param {PageMessage} message
 * @param {Standing} standing
 */
export function message(message, standing) {
  const { page, channel, thread } = standing;
  const { state } = page;
  const { ts, from, isPrivate, isEdited, isBusy, replies } = message;
  const name = state.names[from]?.name ?? from;
  const key = `${thread} ${ts}`;
  return html`<article class=${`message ${isPrivate ? 'private' : ''}`} aria-label=${`${name}, ${clock(ts)}`}
    ?data-own=${from === state.me}>
    ${avatar(from, state)}
    <div class="message-content">
      <div class="message-head">
        <span class="author">${name}</span>
        ${state.names[from]?.isBot ? html`<span class="tag">App</span>` : nothing}
        <time datetime=${new Date(Number(ts) * 1000).toISOString()}>${clock(ts)}</time>
        ${isEdited ? html`<span class="hint">(edited)</span>` : nothing}
      </div>
      ${isPrivate ? html`<p class="only-you">${icons.eye} Only visible to you</p>` : nothing}
      ${page.editing === key ? editor(message, standing) : body(message, standing)}
      ${
        thread === '' && (replies > 0 || isBusy)
          ? html`<button type="button" class="replies" @click=${() => page.openThread(ts)}>
              ${isBusy ? html`<span class="spinner" aria-hidden="true"></span>` : icons.reply} ${repliesText(message)}
            </button>`
          : nothing
      }
    </div>
    ${page.editing === key ? nothing : messageTools(message, { ...standing, channel, key })}
  </article>`;
}

/**
 * @param {PageMessage} message
 * @param {Standing} standing
 */
function body(message, { page, channel, thread }) {
  const { names } = page.state;
  const { ts, blocks, tasks, planTitle = '', files, isStreaming } = message;
  const isAtWork = tasks.some(({ status }) => status === 'in_progress');
  const context = {
    names,
    place: `${channel}-${thread}-${ts}`,
    /** @param {import('./elements.js').Press} press */
    press: (press) => page.press(press, { channel, ts }),
  };
  const text = message.markdown === undefined ? mrkdwn(message.text, names) : markdown(message.markdown, names);
  return html`
    ${
      tasks.length === 0
        ? nothing
        : html`<div class="tasks">
          ${planTitle === '' ? nothing : html`<div class="task-plan">${planTitle}</div>`} ${tasks.map((task) => taskCard(task, context))}</div>`
    }
    <div class="body">${blocks.length > 0 ? drawBlocks(blocks, context) : text}</div>
    ${isStreaming && !isAtWork ? html`<p class="streaming"><span class="spinner" aria-hidden="true"></span> writing …</p>` : nothing}
    ${files.length === 0 ? nothing : html`<ul class="files" aria-label="Files">${files.map((name) => html`<li>${icons.file} ${name}</li>`)}</ul>`}
  `;
}

/** @param {PageMessage} message */
function repliesText({ replies, isBusy }) {
  if (isBusy) return 'Working on an answer';
  return replies === 1 ? '1 reply' : `${replies} replies`;
}

/** @param {string} ts */
function clock(ts) {
  return new Date(Number(ts) * 1000).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' });
}
