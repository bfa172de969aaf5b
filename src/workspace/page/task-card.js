/** @import { Json } from '../page-state.ts' */
/** @import { BlockContext } from './elements.js' */
import { html, nothing } from 'lit-html';
import { icons } from './icons.js';
import { isObject, objectsAt, textAt } from './json.js';
import { externalLink, isSafeAddress } from './mrkdwn.js';
import { richText } from './rich-text.js';

/** @type {Readonly<Record<string, { name: string, icon: unknown }>>} */
const statuses = {
  pending: { name: 'Waiting', icon: icons.waiting },
  in_progress: { name: 'Under way', icon: html`<span class="spinner" aria-hidden="true"></span>` },
  complete: { name: 'Done', icon: icons.done },
  error: { name: 'Failed', icon: icons.failed },
};

/**
 * A step of the work, as a block or as it comes in while the app works.
 * @param {Json} task
 * @param {BlockContext} context
 */
export function taskCard(task, context) {
  const status = textAt(task, 'status') || 'pending';
  const { name, icon } = statuses[status] ?? { name: status, icon: icons.waiting };
  const sources = objectsAt(task, 'sources');
  return html`<div class=${`task task-${status}`}>
    <span class="task-icon" role="img" aria-label=${name}>${icon}</span>
    <div>
      <div class="task-title">${textAt(task, 'title')}</div>
      ${note(task.details, context)} ${note(task.output, context)}
      ${
        sources.length === 0
          ? nothing
          : html`<ul class="task-sources" aria-label="Sources">
        ${sources.map((source) => html`<li>${sourceLink(textAt(source, 'url'), textAt(source, 'text'))}</li>`)}
      </ul>`
      }
    </div>
  </div>`;
}

/**
 * @param {Json} block
 * @param {BlockContext} context
 */
export function plan(block, context) {
  return html`<details class="container" open>
    <summary class="container-head"><span class="container-title">${textAt(block, 'title')}</span></summary>
    <div class="container-body">${objectsAt(block, 'tasks').map((task) => taskCard(task, context))}</div>
  </details>`;
}

/**
 * @param {unknown} value
 * @param {BlockContext} context
 */
function note(value, { names }) {
  if (isObject(value)) return html`<div class="task-note">${richText(value, names)}</div>`;
  return typeof value === 'string' && value !== '' ? html`<div class="task-note">${value}</div>` : nothing;
}

/**
 * @param {string} address
 * @param {string} label
 */
function sourceLink(address, label) {
  return isSafeAddress(address) ? externalLink(address, label || address) : label || address;
}
