/** @import { Json } from '../page-state.ts' */
/** @import { BlockContext } from './elements.js' */
import { html, nothing } from 'lit-html';
import { blockElement, missingImage } from './elements.js';
import { inputBlock } from './fields.js';
import { icons } from './icons.js';
import { objectAt, objectsAt, textAt } from './json.js';
import { markdown } from './markdown.js';
import { plainText, richText, table, textObject } from './rich-text.js';
import { plan, taskCard } from './task-card.js';

/**
 * A message's blocks, or those of the Home. A kind that isn't known here is named instead of drawn.
 * @param {readonly Json[]} blocks
 * @param {BlockContext} context
 * @returns {unknown}
 */
export function drawBlocks(blocks, context) {
  return blocks.map((block, at) => {
    const draw = kinds[textAt(block, 'type')] ?? unknown;
    // Without an id of its own a block is known by where it stands.
    return html`<div class=${`block block-${textAt(block, 'type')}`}>
      ${draw(block, textAt(block, 'block_id') || String(at), context)}
    </div>`;
  });
}

/** @type {Readonly<Record<string, (block: Json, blockId: string, context: BlockContext) => unknown>>} */
const kinds = {
  markdown: (block, _, { names }) => markdown(textAt(block, 'text'), names),
  section,
  context: (block, _, context) =>
    html`${objectsAt(block, 'elements').map((element) =>
      element.type === 'image' ? missingImage(element) : html`<span>${textObject(element, context.names)}</span>`,
    )}`,
  header: (block) => html`<h4>${plainText(textAt(objectAt(block, 'text') ?? {}, 'text'))}</h4>`,
  divider: () => html`<hr />`,
  actions: elements,
  context_actions: elements,
  table: (block, _, { names }) => table(block, names),
  data_table: (block, _, { names }) => table(block, names),
  task_card: (block, _, context) => taskCard(block, context),
  plan: (block, _, context) => plan(block, context),
  card,
  carousel: (block, id, context) => html`<ul class="cards" aria-label="Cards">
    ${objectsAt(block, 'elements').map((each) => html`<li>${card(each, id, context)}</li>`)}
  </ul>`,
  container,
  alert,
  input: (block, id, context) => inputBlock(block, id, context),
  rich_text: (block, _, { names }) => richText(block, names),
  image: (block) => html`${missingImage(block)} ${plainText(textAt(objectAt(block, 'title') ?? {}, 'text'))}`,
};

/** @param {Json} block */
function unknown(block) {
  return html`<span class="unknown">Not drawn here: ${textAt(block, 'type') || 'a block without a type'}</span>`;
}

/**
 * @param {Json} block
 * @param {string} id
 * @param {BlockContext} context
 */
function section(block, id, context) {
  const fields = objectsAt(block, 'fields');
  const accessory = objectAt(block, 'accessory');
  return html`<div class="section-text">
      ${textObject(objectAt(block, 'text'), context.names)}
      ${fields.length === 0 ? nothing : html`<div class="fields">${fields.map((field) => html`<div>${textObject(field, context.names)}</div>`)}</div>`}
    </div>
    ${accessory === undefined ? nothing : html`<div>${blockElement(accessory, id, context)}</div>`}`;
}

/**
 * @param {Json} block
 * @param {string} id
 * @param {BlockContext} context
 */
function elements(block, id, context) {
  return html`${objectsAt(block, 'elements').map((element) => blockElement(element, id, context))}`;
}

/**
 * @param {Json} block
 * @param {string} id
 * @param {BlockContext} context
 */
function card(block, id, context) {
  const { names } = context;
  const actions = objectsAt(block, 'actions');
  const title = objectAt(block, 'title');
  const subtitle = objectAt(block, 'subtitle');
  const body = objectAt(block, 'body');
  return html`<article class="card">
    ${title === undefined ? nothing : html`<div class="card-title">${textObject(title, names)}</div>`}
    ${subtitle === undefined ? nothing : html`<div class="card-subtitle">${textObject(subtitle, names)}</div>`}
    ${body === undefined ? nothing : html`<div class="card-body">${textObject(body, names)}</div>`}
    ${actions.length === 0 ? nothing : html`<div class="block-actions">${actions.map((each) => blockElement(each, id, context))}</div>`}
  </article>`;
}

/**
 * @param {Json} block
 * @param {string} _
 * @param {BlockContext} context
 */
function container(block, _, context) {
  const { names } = context;
  const title = textObject(objectAt(block, 'rich_text_title') ?? objectAt(block, 'title'), names);
  const subtitle = objectAt(block, 'subtitle');
  const label = html`<span class="container-title">${title}</span>
    ${subtitle === undefined ? nothing : html`<span class="card-subtitle">${textObject(subtitle, names)}</span>`}`;
  const inside = html`<div class="container-body">${drawBlocks(objectsAt(block, 'child_blocks'), context)}</div>`;
  if (block.is_collapsible !== true)
    return html`<div class="container"><div class="container-head">${label}</div>${inside}</div>`;
  return html`<details class="container" ?open=${block.default_collapsed !== true}>
    <summary class="container-head">${label}</summary>
    ${inside}
  </details>`;
}

/**
 * @param {Json} block
 * @param {string} _
 * @param {BlockContext} context
 */
function alert(block, _, { names }) {
  const level = textAt(block, 'level') || 'default';
  return html`<div class=${`alert alert-${level}`} role="note">
    ${level === 'success' ? icons.done : icons.failed}
    <div>${textObject(objectAt(block, 'text'), names)}</div>
  </div>`;
}
