/** @import { PageMessage } from '../page-state.ts' */
/** @import { Standing } from './message.js' */
import { html, nothing } from 'lit-html';
import { icons } from './icons.js';

/**
 * What can be done with a message: reply, and in a menu the app's shortcuts, editing and deleting one's own.
 * @param {PageMessage} message
 * @param {Standing & { key: string }} standing
 */
export function messageTools({ ts, from, isPrivate }, { page, channel, thread, key }) {
  if (isPrivate) return nothing;
  const { state } = page;
  const isOpen = page.menu === key;
  const menuId = `menu-${key.replaceAll(/[^\d]/g, '-')}`;
  const close = () => {
    page.change({ menu: '' });
    page.focus(`[data-menu="${key}"]`);
  };
  /** @param {() => void} run */
  const item = (run) => () => {
    close();
    run();
  };
  const items = [
    ...state.shortcuts.map(({ id, name }) => ({
      name,
      run: item(() => void page.act({ kind: 'shortcut', id, channel, ts })),
    })),
    ...(from === state.me
      ? [
          { name: 'Edit message', run: () => startEditing() },
          { name: 'Delete message', run: item(() => void page.act({ kind: 'remove', channel, ts })) },
        ]
      : []),
  ];
  function startEditing() {
    page.change({ menu: '', editing: key });
    page.focus('#message-editor');
  }
  return html`<div class="tools">
    ${
      thread === ''
        ? html`<button type="button" class="quiet" aria-label="Reply in a thread" title="Reply in a thread"
            @click=${() => page.openThread(ts)}>${icons.reply}</button>`
        : nothing
    }
    ${
      items.length === 0
        ? nothing
        : html`<button type="button" class="quiet" data-menu=${key} aria-label="More actions" title="More actions" aria-haspopup="menu"
            aria-expanded=${isOpen} aria-controls=${menuId} @click=${() => {
              page.change({ menu: isOpen ? '' : key });
              if (!isOpen) page.focus(`#${menuId} [role=menuitem]`);
            }}>${icons.more}</button>`
    }
    ${
      isOpen
        ? html`<div class="menu" id=${menuId} role="menu" aria-label="More actions"
            @keydown=${(/** @type {KeyboardEvent} */ event) => onMenuKey(event, close)}>
            ${items.map(({ name, run }) => html`<button type="button" role="menuitem" tabindex="-1" @click=${run}>${name}</button>`)}
          </div>`
        : nothing
    }
  </div>`;
}

/**
 * @param {KeyboardEvent} event
 * @param {() => void} close
 */
function onMenuKey(event, close) {
  const menu = event.currentTarget;
  if (!(menu instanceof HTMLElement)) return;
  const items = [...menu.querySelectorAll('button')];
  const at = items.findIndex((each) => each.matches(':focus'));
  const steps = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 };
  if (event.key === 'Escape' || event.key === 'Tab') {
    event.preventDefault();
    close();
  } else if (event.key in steps) {
    event.preventDefault();
    const to = steps[/** @type {keyof typeof steps} */ (event.key)];
    items.at(to % items.length)?.focus();
  }
}
