/** @import { Json } from '../page-state.ts' */
/** @import { Names } from './mrkdwn.js' */
import { html, nothing } from 'lit-html';
import { icons } from './icons.js';
import { objectAt, objectsAt, textAt } from './json.js';
import { externalLink, isSafeAddress } from './mrkdwn.js';
import { plainText, textObject } from './rich-text.js';

/**
 * What a press sends. `confirm` is asked first.
 * @typedef {{ actionId: string, blockId: string, value?: string, confirm?: Json | undefined }} Press
 */

/**
 * What blocks need of the page.
 * @typedef {object} BlockContext
 * @property {Names} names
 * @property {(press: Press) => void} press
 * @property {string} place Tells apart blocks that are shown twice.
 * @property {Readonly<Record<string, string>>} [errors] Of a dialog's fields, by block id.
 */

/**
 * A button, select or the like inside a block.
 * @param {Json} element
 * @param {string} blockId
 * @param {BlockContext} context
 */
export function blockElement(element, blockId, context) {
  switch (element.type) {
    case 'button':
    case 'workflow_button':
      return button(element, blockId, context);
    case 'icon_button':
      return iconButton(element, blockId, context);
    case 'feedback_buttons':
      return feedback(element, blockId, context);
    case 'image':
      return missingImage(element);
    case 'static_select':
    case 'overflow':
    case 'users_select':
      return selectNow(element, blockId, context);
    case 'radio_buttons':
    case 'checkboxes':
      return choicesNow(element, blockId, context);
    default:
      return html`<span class="unknown">Not drawn here: ${textAt(element, 'type')}</span>`;
  }
}

/**
 * An image is named, not fetched.
 * @param {Json} image
 */
export function missingImage(image) {
  const label = textAt(image, 'alt_text') || 'image';
  return html`<span class="missing-image" role="img" aria-label=${label}>${label}</span>`;
}

/** @param {Json} select */
export function optionsOf(select) {
  const groups = objectsAt(select, 'option_groups').flatMap((group) => objectsAt(group, 'options'));
  return [...objectsAt(select, 'options'), ...groups].map((option) => ({
    value: textAt(option, 'value'),
    label: plainText(textAt(objectAt(option, 'text') ?? {}, 'text')),
    text: objectAt(option, 'text'),
    description: objectAt(option, 'description'),
  }));
}

/**
 * @param {Json} element
 * @param {string} blockId
 * @param {BlockContext} context
 */
function button(element, blockId, { press }) {
  const label = plainText(textAt(objectAt(element, 'text') ?? {}, 'text'));
  const style = `button ${textAt(element, 'style')}`;
  const description = textAt(element, 'accessibility_label');
  const address = textAt(element, 'url');
  const send = () => press({ ...pressOf(element, blockId), ...ownValue(element) });
  if (address !== '' && isSafeAddress(address)) {
    return html`<span @click=${send}>${externalLink(address, label, style)}</span>`;
  }
  return html`<button type="button" class=${style} aria-label=${description || nothing} @click=${send}>${label}</button>`;
}

/**
 * @param {Json} element
 * @param {string} blockId
 * @param {BlockContext} context
 */
function iconButton(element, blockId, { press }) {
  const label = textAt(element, 'accessibility_label') || textAt(objectAt(element, 'text') ?? {}, 'text');
  const send = () => press({ ...pressOf(element, blockId), ...ownValue(element) });
  return html`<button type="button" class="quiet" aria-label=${label} title=${label} @click=${send}>
    ${element.icon === 'trash' ? icons.trash : label}
  </button>`;
}

/**
 * @param {Json} element
 * @param {string} blockId
 * @param {BlockContext} context
 */
function feedback(element, blockId, { press }) {
  return html`<span class="feedback" role="group" aria-label="Feedback">
    ${['positive_button', 'negative_button'].map((key) => {
      const side = objectAt(element, key) ?? {};
      const label = textAt(objectAt(side, 'text') ?? {}, 'text');
      const name = textAt(side, 'accessibility_label') || label;
      const send = () => press({ ...pressOf(element, blockId), value: textAt(side, 'value') });
      return html`<button type="button" class="quiet" aria-label=${name} title=${label} @click=${send}>
        ${key === 'positive_button' ? icons.up : icons.down}
      </button>`;
    })}
  </span>`;
}

/**
 * A select outside a dialog, or in one with `dispatch_action`: choosing sends.
 * @param {Json} element
 * @param {string} blockId
 * @param {BlockContext} context
 */
function selectNow(element, blockId, { press, names }) {
  const label = textAt(objectAt(element, 'placeholder') ?? {}, 'text') || 'More';
  const people = Object.entries(names).map(([value, { name }]) => ({ value, label: name }));
  const options = element.type === 'users_select' ? people : optionsOf(element);
  /** @param {Event} event */
  const change = (event) => {
    const field = event.target;
    if (!(field instanceof HTMLSelectElement) || field.value === '') return;
    press({ ...pressOf(element, blockId), value: field.value });
    if (element.type === 'overflow') field.value = '';
  };
  const chosen = textAt(objectAt(element, 'initial_option') ?? {}, 'value');
  return html`<select aria-label=${label} @change=${change}>
    <option value="">${label}</option>
    ${options.map(({ value, label: text }) => html`<option value=${value} ?selected=${value === chosen}>${text}</option>`)}
  </select>`;
}

/**
 * @param {Json} element
 * @param {string} blockId
 * @param {BlockContext} context
 */
function choicesNow(element, blockId, context) {
  const { press, names, place } = context;
  const type = element.type === 'radio_buttons' ? 'radio' : 'checkbox';
  const chosen = textAt(objectAt(element, 'initial_option') ?? {}, 'value');
  return html`<fieldset class="choices" aria-label="Choices">
    ${optionsOf(element).map(
      ({ value, text }) => html`<label>
        <input type=${type} name=${`${place} ${blockId} ${textAt(element, 'action_id')}`} .checked=${value === chosen}
          @change=${() => press({ ...pressOf(element, blockId), value })} />
        ${textObject(text, names)}
      </label>`,
    )}
  </fieldset>`;
}

/**
 * A button need not have one.
 * @param {Json} element
 */
function ownValue(element) {
  return typeof element.value === 'string' ? { value: element.value } : {};
}

/**
 * @param {Json} element
 * @param {string} blockId
 */
function pressOf(element, blockId) {
  return { actionId: textAt(element, 'action_id'), blockId, confirm: objectAt(element, 'confirm') };
}
