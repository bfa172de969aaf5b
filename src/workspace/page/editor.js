/** @import { PageMessage } from '../page-state.ts' */
/** @import { Standing } from './message.js' */
import { html } from 'lit-html';
import { decodeEntities } from './mrkdwn.js';

/**
 * A field to change one's own message in.
 * @param {PageMessage} message
 * @param {Standing} standing
 */
export function editor({ ts, text }, { page, channel, thread }) {
  const { names } = page.state;
  const written = decodeEntities(text.replace(/<@([A-Z0-9]+)>/g, (_, id) => `@${names[String(id)]?.handle ?? id}`));
  const leave = () => {
    page.change({ editing: '' });
    page.focus(`[data-menu="${thread} ${ts}"]`);
  };
  /** @param {Event} event */
  const save = (event) => {
    event.preventDefault();
    const field = document.getElementById('message-editor');
    const changed = field instanceof HTMLTextAreaElement ? field.value.trim() : '';
    leave();
    if (changed !== '' && changed !== written) void page.act({ kind: 'edit', channel, ts, text: changed });
  };
  return html`<form class="editor" @submit=${save}>
    <textarea id="message-editor" aria-label="Your message" rows="2" .defaultValue=${written}
      @keydown=${(/** @type {KeyboardEvent} */ event) => {
        if (event.key === 'Enter' && !event.shiftKey) save(event);
        if (event.key !== 'Escape') return;
        event.preventDefault();
        leave();
      }}></textarea>
    <div class="block-actions">
      <button type="submit" class="button primary">Save</button>
      <button type="button" class="button" @click=${leave}>Cancel</button>
    </div>
  </form>`;
}
