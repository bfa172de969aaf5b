/** @import { PageState } from '../page-state.ts' */
import { html } from 'lit-html';

const colours = 6;

/**
 * Initials on a colour of the person's own; decoration.
 * @param {string} id
 * @param {Pick<PageState, 'names' | 'bot'>} state
 */
export function avatar(id, { names, bot }) {
  if (id === bot) return html`<span class="avatar avatar-bot" aria-hidden="true">§</span>`;
  const name = names[id]?.name ?? id;
  const initials = name
    .split(/\s+/)
    .map((word) => word.charAt(0))
    .join('')
    .slice(0, 2);
  const colour = [...id].reduce((sum, char) => sum + char.charCodeAt(0), 0) % colours;
  return html`<span class=${`avatar avatar-${colour}`} aria-hidden="true">${initials}</span>`;
}
