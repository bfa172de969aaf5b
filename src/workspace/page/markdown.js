/** @import { PageName } from '../page-state.ts' */
import DOMPurify from 'dompurify';
import { html } from 'lit-html';
import { guard } from 'lit-html/directives/guard.js';
import { Marked } from 'marked';

const tags = ['p', 'br', 'strong', 'em', 'del', 'code', 'pre', 'blockquote', 'ul', 'ol', 'li', 'hr', 'a', 'mark'];
const tableTags = ['table', 'thead', 'tbody', 'tr', 'th', 'td'];
const headingTags = ['h4', 'h5', 'h6'];

const marked = new Marked({
  gfm: true,
  breaks: true,
  renderer: {
    // Shown as written: a message holds no HTML.
    html: ({ text }) => escapeHtml(text),
    // Nothing is fetched from elsewhere.
    image: ({ href, text }) => `<a href="${escapeHtml(href)}">${escapeHtml(text || href)}</a>`,
    checkbox: ({ checked }) => (checked ? '☑ ' : '☐ '),
    heading({ tokens, depth }) {
      const tag = headingTags[Math.min(depth, headingTags.length) - 1];
      return `<${tag}>${this.parser.parseInline(tokens)}</${tag}>`;
    },
  },
});

/**
 * A `markdown` block, drawn anew only when its text changes.
 * @param {string} text
 * @param {Readonly<Record<string, PageName>>} names
 */
export function markdown(text, names) {
  return html`<div class="markdown">${guard([text], () => toFragment(text, names))}</div>`;
}

/**
 * Standard Markdown as sanitised nodes.
 * @param {string} text
 * @param {Readonly<Record<string, PageName>>} names
 * @returns {DocumentFragment}
 */
export function toFragment(text, names) {
  const readable = text.replace(/<@([A-Z0-9]+)>/g, (written, id) => {
    const found = names[id];
    return found === undefined ? written : `@${found.name}`;
  });
  const fragment = DOMPurify.sanitize(marked.parse(readable, { async: false }), {
    ALLOWED_TAGS: [...tags, ...tableTags, ...headingTags],
    ALLOWED_ATTR: ['href', 'start', 'align'],
    ADD_URI_SAFE_ATTR: ['align', 'start'],
    ALLOWED_URI_REGEXP: /^(?:https?|mailto):/i,
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    RETURN_DOM_FRAGMENT: true,
  });
  for (const link of fragment.querySelectorAll('a')) {
    if (!link.hasAttribute('href')) link.replaceWith(...link.childNodes);
    link.setAttribute('rel', 'noopener noreferrer');
    link.setAttribute('target', '_blank');
  }
  for (const table of fragment.querySelectorAll('table')) table.replaceWith(scrollable(table));
  return fragment;
}

/** @param {HTMLTableElement} table */
function scrollable(table) {
  const frame = document.createElement('div');
  frame.className = 'table-frame';
  frame.tabIndex = 0;
  frame.setAttribute('role', 'region');
  frame.setAttribute('aria-label', 'Table');
  frame.append(table.cloneNode(true));
  return frame;
}

/** @param {string} text */
function escapeHtml(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
