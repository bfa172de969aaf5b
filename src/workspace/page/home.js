/** @import { Page } from './page.js' */
import { html } from 'lit-html';
import { drawBlocks } from './blocks.js';
import { objectsAt, textAt } from './json.js';

/**
 * The app's Home, as it published it for the acting person.
 * @param {Page} page
 */
export function home(page) {
  const { state } = page;
  if (state.home === undefined) return html`<p class="empty">Bylaw has not put anything here yet.</p>`;
  const view = textAt(state.home, 'id');
  return html`<div class="home" tabindex="0" role="region" aria-label="Home">
    <div class="body">
      ${drawBlocks(objectsAt(state.home, 'blocks'), {
        names: state.names,
        place: 'home',
        press: (press) => page.press(press, { view }),
      })}
    </div>
  </div>`;
}
