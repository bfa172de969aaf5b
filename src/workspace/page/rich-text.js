/** @import { Json } from '../page-state.ts' */
/** @import { Names, Piece } from './mrkdwn.js' */
import { html, nothing } from 'lit-html';
import { isObject, objectAt, objectsAt, textAt } from './json.js';
import { decodeEntities, externalLink, isSafeAddress, mrkdwn } from './mrkdwn.js';

/**
 * A text object: `mrkdwn` with its formatting, anything else as written.
 * @param {Json | undefined} object
 * @param {Names} names
 */
export function textObject(object, names) {
  if (object === undefined) return nothing;
  if (object.type === 'rich_text') return richText(object, names);
  const text = textAt(object, 'text');
  return object.type === 'mrkdwn' ? mrkdwn(text, names) : plainText(text);
}

/**
 * `plain_text`, with the few emoji names that apps write.
 * @param {string} text
 */
export function plainText(text) {
  return decodeEntities(text).replace(/:([a-z0-9_+-]+):/g, (written, name) => emoji[String(name)] ?? written);
}

/** @type {Readonly<Record<string, string>>} */
const emoji = {
  thumbsup: '👍',
  '+1': '👍',
  thumbsdown: '👎',
  '-1': '👎',
  white_check_mark: '✅',
  warning: '⚠️',
  x: '❌',
  lock: '🔒',
  mag: '🔍',
  page_facing_up: '📄',
  raising_hand: '🙋',
};

/**
 * @param {Json} block
 * @param {Names} names
 */
export function richText(block, names) {
  return html`<div class="rich-text">${objectsAt(block, 'elements').map((part) => richPart(part, names))}</div>`;
}

/**
 * @param {Json} part
 * @param {Names} names
 */
function richPart(part, names) {
  const pieces = objectsAt(part, 'elements');
  switch (part.type) {
    case 'rich_text_list': {
      const items = pieces.map((item) => html`<li>${richSpans(item, names)}</li>`);
      return part.style === 'ordered' ? html`<ol>${items}</ol>` : html`<ul>${items}</ul>`;
    }
    case 'rich_text_quote':
      return html`<blockquote>${richSpans(part, names)}</blockquote>`;
    case 'rich_text_preformatted':
      return html`<pre><code>${richSpans(part, names)}</code></pre>`;
    default:
      return html`<div>${richSpans(part, names)}</div>`;
  }
}

/**
 * @param {Json} part
 * @param {Names} names
 * @returns {Piece[]}
 */
function richSpans(part, names) {
  return objectsAt(part, 'elements').map((piece) => styled(richSpan(piece, names), objectAt(piece, 'style') ?? {}));
}

/**
 * @param {Json} piece
 * @param {Names} names
 * @returns {Piece}
 */
function richSpan(piece, names) {
  const text = textAt(piece, 'text');
  switch (piece.type) {
    case 'link': {
      const address = textAt(piece, 'url');
      return isSafeAddress(address) ? externalLink(address, text || address) : text || address;
    }
    case 'user':
      return html`<mark>@${names[textAt(piece, 'user_id')]?.name ?? textAt(piece, 'user_id')}</mark>`;
    case 'emoji':
      return plainText(`:${textAt(piece, 'name')}:`);
    case 'date':
      return textAt(piece, 'fallback');
    default:
      return text;
  }
}

/**
 * @param {Piece} piece
 * @param {Json} style
 * @returns {Piece}
 */
function styled(piece, style) {
  let drawn = piece;
  if (style.code === true) drawn = html`<code>${drawn}</code>`;
  if (style.bold === true) drawn = html`<strong>${drawn}</strong>`;
  if (style.italic === true) drawn = html`<em>${drawn}</em>`;
  if (style.strike === true) drawn = html`<del>${drawn}</del>`;
  return drawn;
}

/**
 * Cells of a `table` or `data_table`, the first row as its head.
 * @param {Json} block
 * @param {Names} names
 */
export function table(block, names) {
  const rows = Array.isArray(block.rows) ? block.rows.filter(Array.isArray) : [];
  const [head = [], ...body] = rows;
  const caption = textAt(block, 'caption');
  const settings = objectsAt(block, 'column_settings');
  /** @param {number} at */
  const align = (at) => `align-${textAt(settings[at] ?? {}, 'align') || 'left'}`;
  return html`<div class="table-frame" tabindex="0" role="region" aria-label=${caption || 'Table'}>
    <table>
      ${caption === '' ? nothing : html`<caption>${caption}</caption>`}
      <thead><tr>${head.map((cell, at) => html`<th scope="col" class=${align(at)}>${tableCell(cell, names)}</th>`)}</tr></thead>
      <tbody>
        ${body.map((row) => html`<tr>${row.map((cell, at) => html`<td class=${align(at)}>${tableCell(cell, names)}</td>`)}</tr>`)}
      </tbody>
    </table>
  </div>`;
}

/**
 * @param {unknown} cell
 * @param {Names} names
 */
function tableCell(cell, names) {
  if (!isObject(cell)) return '';
  if (cell.type === 'rich_text') return richText(cell, names);
  return textAt(cell, 'text') || textAt(cell, 'value');
}
