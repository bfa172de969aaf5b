import type { CheerioAPI } from 'cheerio';
import { escapeHtml } from './office-part.ts';

type XmlNode = Parameters<CheerioAPI['contains']>[0];

/** The body of an OpenDocument text as HTML; both parts come without prefixes. */
export function odtToHtml($: CheerioAPI, styles: CheerioAPI): string {
  $(
    'tracked-changes, annotation, annotation-end, table-of-content, alphabetical-index, illustration-index, table-index',
  ).remove();
  $(
    'object-index, user-index, bibliography, hidden-text, hidden-paragraph, sequence-decls, forms, bookmark-ref',
  ).remove();
  $('frame > title, frame > desc, image, ruby-text').remove();
  const isTitle = titleStyles($, styles);
  const isNumbered = numberedLists($, styles);
  const notes: string[] = [];

  const children = (node: XmlNode): string =>
    $(node)
      .contents()
      .toArray()
      .map((child) => convert(child))
      .join('');

  const convert = (node: XmlNode): string => {
    if (node.type === 'text') return escapeHtml($(node).text());
    if (node.type !== 'tag') return '';
    const { attribs, name } = node;
    switch (name) {
      case 'h': {
        const level = Math.min(Math.max(Number(attribs['outline-level'] ?? 1), 1), 6);
        return `<h${level}>${children(node)}</h${level}>`;
      }
      case 'p':
        return isTitle(attribs['style-name']) ? `<h1>${children(node)}</h1>` : `<p>${children(node)}</p>`;
      case 'list': {
        const list = isNumbered(node) ? 'ol' : 'ul';
        return `<${list}>${children(node)}</${list}>`;
      }
      case 'list-item':
      case 'list-header':
        return `<li>${children(node)}</li>`;
      case 'table':
        return `<table>${children(node)}</table>`;
      case 'table-row':
        return `<tr>${children(node)}</tr>`.repeat(repeats(attribs['number-rows-repeated'], $(node).text()));
      case 'table-cell': {
        const spans = `colspan="${number(attribs['number-columns-spanned'])}" rowspan="${number(attribs['number-rows-spanned'])}"`;
        const cell = `<td ${spans}>${children(node)}</td>`;
        return cell.repeat(repeats(attribs['number-columns-repeated'], $(node).text()));
      }
      case 'covered-table-cell':
      case 'note-citation':
        return '';
      case 's':
        return ' '.repeat(Math.min(number(attribs.c), 100));
      case 'tab':
        return ' ';
      case 'line-break':
        return '<br>';
      case 'a':
        return `<a href="${escapeHtml(attribs.href ?? '')}">${children(node)}</a>`;
      case 'note': {
        const content = $(node).children('note-body').toArray().map(children).join('');
        notes.push(`<p>[${notes.length + 1}] </p>${content}`.replace('</p><p>', ''));
        return `[${notes.length}]`;
      }
      default:
        return children(node);
    }
  };

  return $('body > text').toArray().map(children).join('') + notes.join('');
}

function number(value: string | undefined): number {
  const count = Number.parseInt(value ?? '1', 10);
  return Math.max(1, count || 1);
}

/** Empty rows and cells are repeated to the edge of the sheet. */
function repeats(value: string | undefined, text: string): number {
  return text.trim() === '' ? Math.min(number(value), 100) : Math.min(number(value), 1000);
}

function titleStyles($: CheerioAPI, styles: CheerioAPI): (style: string | undefined) => boolean {
  const parents = new Map<string, string>();
  for (const part of [$, styles]) {
    part('style').each((_, element) => {
      const { name = '', 'parent-style-name': parent = '' } = element.attribs;
      parents.set(name, parent);
    });
  }
  return (style) => style !== undefined && (style === 'Title' || parents.get(style) === 'Title');
}

/** A list inside a list without a style of its own goes on in the outer one's. */
function numberedLists($: CheerioAPI, styles: CheerioAPI): (list: XmlNode) => boolean {
  const numbered = new Map<string, Set<number>>();
  for (const part of [styles, $]) {
    part('list-style').each((_, element) => {
      const levels = part(element).children('list-level-style-number').toArray();
      numbered.set(element.attribs.name ?? '', new Set(levels.map(({ attribs }) => Number(attribs.level))));
    });
  }
  return (list) => {
    const outer = $(list).parents('list').toArray();
    const style = [list, ...outer].map((element) => $(element).attr('style-name')).find((name) => name !== undefined);
    return numbered.get(style ?? '')?.has(outer.length + 1) ?? false;
  };
}
