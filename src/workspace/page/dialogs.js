/** @import { Page } from './page.js' */
import { html, nothing } from 'lit-html';
import { keyed } from 'lit-html/directives/keyed.js';
import { ref } from 'lit-html/directives/ref.js';
import { drawBlocks } from './blocks.js';
import { readFields } from './fields.js';
import { icons } from './icons.js';
import { objectAt, objectsAt, textAt } from './json.js';
import { plainText, textObject } from './rich-text.js';

/**
 * The dialog that the app has opened for the acting person.
 * @param {Page} page
 */
export function modalDialog(page) {
  const { modal, names } = page.state;
  if (modal === undefined) return nothing;
  const view = textAt(modal, 'id');
  const label = (/** @type {string} */ key) => plainText(textAt(objectAt(modal, key) ?? {}, 'text'));
  const close = () => void page.act({ kind: 'close', view });
  /** @param {SubmitEvent} event */
  const submit = (event) => {
    event.preventDefault();
    const form = event.currentTarget;
    if (form instanceof HTMLFormElement) void page.act({ kind: 'submit', view, values: readFields(form) });
  };
  const context = {
    ...{ names, place: `modal-${view}`, errors: page.errors },
    /** @param {import('./elements.js').Press} press */
    press: (press) => page.press(press, { view }),
  };
  return keyed(
    view,
    dialog(
      'modal-title',
      close,
      html`<form @submit=${submit}>
        <div class="dialog-head">
          <h2 id="modal-title">${label('title')}</h2>
          <button type="button" class="quiet" aria-label="Close the dialog" @click=${close}>${icons.close}</button>
        </div>
        <div class="dialog-body">${drawBlocks(objectsAt(modal, 'blocks'), context)}</div>
        <div class="dialog-foot">
          <button type="button" class="button" @click=${close}>${label('close') || 'Cancel'}</button>
          ${label('submit') === '' ? nothing : html`<button type="submit" class="button primary">${label('submit')}</button>`}
        </div>
      </form>`,
    ),
  );
}

/**
 * The question that a button asks before it counts as pressed.
 * @param {Page} page
 */
export function confirmDialog(page) {
  const { question } = page;
  if (question === undefined) return nothing;
  const { confirm, proceed } = question;
  const text = (/** @type {string} */ key) => textObject(objectAt(confirm, key), page.state.names);
  const close = () => page.change({ question: undefined });
  const yes = () => {
    close();
    proceed();
  };
  return dialog(
    'confirm-title',
    close,
    html`<div class="dialog-head"><h2 id="confirm-title">${text('title')}</h2></div>
      <div class="dialog-body">${text('text')}</div>
      <div class="dialog-foot">
        <button type="button" class="button" @click=${close}>${text('deny')}</button>
        <button type="button" class=${`button ${textAt(confirm, 'style') || 'primary'}`} @click=${yes}>${text('confirm')}</button>
      </div>`,
  );
}

/**
 * The browser's own dialog: it keeps the focus inside and gives it back when it closes.
 * @param {string} title Id of the element that names it.
 * @param {() => void} close
 * @param {unknown} content
 */
function dialog(title, close, content) {
  /** @param {Event} event */
  const cancel = (event) => {
    event.preventDefault();
    close();
  };
  return html`<dialog aria-labelledby=${title} @cancel=${cancel} ${ref(showModal)}>${content}</dialog>`;
}

/** @param {Element | undefined} element */
function showModal(element) {
  if (!(element instanceof HTMLDialogElement)) return;
  // Drawn first, connected after.
  queueMicrotask(() => {
    if (!element.isConnected || element.open) return;
    element.showModal();
    const first = element.querySelector('[data-action]');
    if (first instanceof HTMLElement) first.focus();
  });
}
