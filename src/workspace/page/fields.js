/** @import { Json, PageValue } from '../page-state.ts' */
/** @import { BlockContext } from './elements.js' */
import { html, nothing } from 'lit-html';
import { optionsOf } from './elements.js';
import { objectAt, objectsAt, textAt } from './json.js';
import { plainText, textObject } from './rich-text.js';

/**
 * An `input` block: its label, field, hint and, after a refused submission, what is wrong.
 * @param {Json} block
 * @param {string} id
 * @param {BlockContext} context
 */
export function inputBlock(block, id, context) {
  const element = objectAt(block, 'element') ?? {};
  const label = plainText(textAt(objectAt(block, 'label') ?? {}, 'text'));
  const hint = textAt(objectAt(block, 'hint') ?? {}, 'text');
  const field = {
    ...{ element, blockId: id, context, id: `${context.place}-${id}` },
    isRequired: block.optional !== true,
    error: context.errors?.[id] ?? '',
  };
  const notes = html`${hint === '' ? nothing : html`<p class="hint">${hint}</p>`}
    ${field.error === '' ? nothing : html`<p class="field-error" id=${`${field.id}-error`} role="alert">${field.error}</p>`}`;
  const optional = field.isRequired ? nothing : html` <span class="hint">(optional)</span>`;
  if (element.type === 'radio_buttons' || element.type === 'checkboxes') {
    return html`<fieldset class="field"><legend>${label}${optional}</legend>${choices(field)}${notes}</fieldset>`;
  }
  return html`<div class="field"><label for=${field.id}>${label}${optional}</label>${single(field)}${notes}</div>`;
}

/**
 * What a dialog's fields hold.
 * @param {HTMLFormElement} form
 * @returns {PageValue[]}
 */
export function readFields(form) {
  /** @type {Map<string, { blockId: string, actionId: string, type: string, chosen: string[] }>} */
  const found = new Map();
  for (const field of form.elements) {
    const isField =
      field instanceof HTMLInputElement || field instanceof HTMLSelectElement || field instanceof HTMLTextAreaElement;
    const { block: blockId, action: actionId, type } = isField ? field.dataset : {};
    if (!isField || blockId === undefined || actionId === undefined || type === undefined) continue;
    const key = `${blockId} ${actionId}`;
    const value = found.get(key) ?? { blockId, actionId, type, chosen: [] };
    found.set(key, value);
    const isChoice = field instanceof HTMLInputElement && (field.type === 'radio' || field.type === 'checkbox');
    if (field instanceof HTMLSelectElement) value.chosen.push(...[...field.selectedOptions].map((each) => each.value));
    else if (!isChoice || field.checked) value.chosen.push(field.value);
  }
  return [...found.values()].map((value) => ({ ...value, chosen: value.chosen.filter((each) => each !== '') }));
}

/**
 * @typedef {object} Field
 * @property {Json} element
 * @property {string} blockId
 * @property {BlockContext} context
 * @property {string} id
 * @property {boolean} isRequired
 * @property {string} error
 */

/** @type {Readonly<Record<string, string>>} */
const inputTypes = {
  plain_text_input: 'text',
  email_text_input: 'email',
  url_text_input: 'url',
  number_input: 'number',
  datepicker: 'date',
  timepicker: 'time',
};

/** @param {Field} field */
function single(field) {
  const { element, blockId, context, id, isRequired, error } = field;
  const type = textAt(element, 'type');
  const action = textAt(element, 'action_id');
  const placeholder = textAt(objectAt(element, 'placeholder') ?? {}, 'text');
  const described = error === '' ? nothing : `${id}-error`;
  const invalid = error === '' ? nothing : 'true';
  const initial = textAt(element, 'initial_value') || textAt(element, 'initial_date');
  if (/^(?:multi_)?(?:static|users)_select$/.test(type)) {
    const people = Object.entries(context.names).map(([value, { name }]) => ({ value, label: name }));
    const options = type.includes('users') ? people : optionsOf(element);
    const chosen = initiallyChosen(element);
    return html`<select id=${id} data-block=${blockId} data-action=${action} data-type=${type} ?required=${isRequired}
      ?multiple=${type.startsWith('multi_')} aria-describedby=${described} aria-invalid=${invalid}>
      ${type.startsWith('multi_') ? nothing : html`<option value="">${placeholder || 'Choose one'}</option>`}
      ${options.map(({ value, label }) => html`<option value=${value} ?selected=${chosen.includes(value)}>${label}</option>`)}
    </select>`;
  }
  const inputType = inputTypes[type];
  if (inputType === undefined) return html`<span class="unknown" id=${id}>Not drawn here: ${type}</span>`;
  const longest = textAt(element, 'max_length') || nothing;
  if (element.multiline === true) {
    return html`<textarea id=${id} rows="4" data-block=${blockId} data-action=${action} data-type=${type}
      placeholder=${placeholder} maxlength=${longest} ?required=${isRequired} aria-describedby=${described}
      aria-invalid=${invalid} .defaultValue=${initial}></textarea>`;
  }
  return html`<input id=${id} type=${inputType} data-block=${blockId} data-action=${action} data-type=${type}
    placeholder=${placeholder} maxlength=${longest} ?required=${isRequired} aria-describedby=${described}
    aria-invalid=${invalid} .defaultValue=${initial} />`;
}

/** @param {Field} field */
function choices({ element, blockId, context, id, isRequired }) {
  const type = textAt(element, 'type');
  const isRadio = type === 'radio_buttons';
  const chosen = initiallyChosen(element);
  return optionsOf(element).map(
    ({ value, text, description }) => html`<label class="choice">
      <input type=${isRadio ? 'radio' : 'checkbox'} name=${id} value=${value} data-block=${blockId}
        data-action=${textAt(element, 'action_id')} data-type=${type} ?required=${isRadio && isRequired}
        .defaultChecked=${chosen.includes(value)} />
      <span>${textObject(text, context.names)}${description === undefined ? nothing : html`<span class="hint">${textObject(description, context.names)}</span>`}</span>
    </label>`,
  );
}

/** @param {Json} element */
function initiallyChosen(element) {
  const one = objectAt(element, 'initial_option');
  const several = objectsAt(element, 'initial_options');
  return [...(one === undefined ? [] : [one]), ...several].map((option) => textAt(option, 'value'));
}
