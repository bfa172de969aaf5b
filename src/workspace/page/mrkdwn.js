/** @import { PageName } from '../page-state.ts' */
/** @import { TemplateResult } from 'lit-html' */
import { html } from 'lit-html';

/** @typedef {Readonly<Record<string, PageName>>} Names */
/** @typedef {string | TemplateResult} Piece */

// Fence, code, token in angle brackets, bold, italic, struck: in this order.
const spans =
  /```\n?([\s\S]+?)```|`([^`\n]+)`|<([^<>\n]+)>|(?<![\w*])\*(?=\S)([^*\n]*[^*\s])\*(?![\w*])|(?<!\w)_(?=\S)([^_\n]*[^_\s])_(?!\w)|(?<!\w)~(?=\S)([^~\n]*[^~\s])~(?!\w)/g;

/**
 * Text in Slack's own syntax.
 * @param {string} text
 * @param {Names} names
 */
export function mrkdwn(text, names) {
  return html`<div class="mrkdwn">${quotes(text).map(({ quoted, lines }) =>
    quoted ? html`<blockquote>${inline(lines, names)}</blockquote>` : inline(lines, names),
  )}</div>`;
}

/**
 * Entities decoded in one pass.
 * @param {string} text
 */
export function decodeEntities(text) {
  return text.replace(/&(amp|lt|gt);/g, (_, name) => ({ amp: '&', lt: '<', gt: '>' })[String(name)] ?? '');
}

/**
 * Runs of lines, quoted and not, in order.
 * @param {string} text
 */
function quotes(text) {
  /** @type {{ quoted: boolean, lines: string }[]} */
  const runs = [];
  let isFenced = false;
  let isRest = false;
  for (const line of text.split('\n')) {
    const mark = isFenced || isRest ? null : /^(?:(>>>|&gt;&gt;&gt;)|>|&gt;) ?(.*)$/.exec(line);
    const last = runs.at(-1);
    const quoted = isRest || mark !== null;
    const content = mark?.[2] ?? line;
    if (mark?.[1] !== undefined) isRest = true;
    if (last?.quoted === quoted) last.lines += `\n${content}`;
    else runs.push({ quoted, lines: content });
    if ((line.split('```').length - 1) % 2 === 1) isFenced = !isFenced;
  }
  return runs;
}

/**
 * @param {string} text
 * @param {Names} names
 * @returns {Piece[]}
 */
function inline(text, names) {
  /** @type {Piece[]} */
  const pieces = [];
  let from = 0;
  for (const match of text.matchAll(spans)) {
    if (match.index > from) pieces.push(decodeEntities(text.slice(from, match.index)));
    pieces.push(span(match, names));
    from = match.index + match[0].length;
  }
  if (from < text.length) pieces.push(decodeEntities(text.slice(from)));
  return pieces;
}

/**
 * @param {RegExpExecArray} match
 * @param {Names} names
 * @returns {Piece}
 */
function span([written, fence, code, token, bold, italic, struck], names) {
  if (fence !== undefined) return html`<pre><code>${decodeEntities(fence)}</code></pre>`;
  if (code !== undefined) return html`<code>${decodeEntities(code)}</code>`;
  if (token !== undefined) return reference(token, written, names);
  if (bold !== undefined) return html`<strong>${inline(bold, names)}</strong>`;
  if (italic !== undefined) return html`<em>${inline(italic, names)}</em>`;
  return html`<del>${inline(struck ?? '', names)}</del>`;
}

/**
 * @param {string} token
 * @param {string} written
 * @param {Names} names
 * @returns {Piece}
 */
function reference(token, written, names) {
  const bar = token.indexOf('|');
  const target = bar === -1 ? token : token.slice(0, bar);
  const label = bar === -1 ? '' : decodeEntities(token.slice(bar + 1));
  if (target.startsWith('@')) return html`<mark>@${names[target.slice(1)]?.name ?? (label || target.slice(1))}</mark>`;
  if (target.startsWith('#')) return html`<mark>#${label || target.slice(1)}</mark>`;
  if (target.startsWith('!')) return html`<mark>${label || `@${target.slice(1)}`}</mark>`;
  const address = decodeEntities(target);
  return isSafeAddress(address) ? externalLink(address, label || address) : decodeEntities(written);
}

/** @param {string} address */
export function isSafeAddress(address) {
  return /^(?:https?|mailto):/i.test(address);
}

/**
 * @param {string} address
 * @param {Piece} label
 * @param {string} [style]
 */
export function externalLink(address, label, style = '') {
  return html`<a class=${style} href=${address} target="_blank" rel="noopener noreferrer">${label}</a>`;
}
