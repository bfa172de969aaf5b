import type { CheerioAPI } from 'cheerio';
import type { ZipArchive } from '../read-zip.ts';
import { escapeHtml, loadPart, type Relation, readPart } from './office-part.ts';

type XmlNode = Parameters<CheerioAPI['contains']>[0];

interface SlideContext {
  readonly zip: ZipArchive;
  readonly relations: ReadonlyMap<string, Relation>;
  readonly number: number;
}

/** Title, then shapes, tables and diagrams as the file has them; numbers, dates and footers of slides are left out. */
export function slideToHtml($: CheerioAPI, context: SlideContext): string {
  const shapes = $('sp, graphicFrame').toArray();
  const kind = (shape: XmlNode) => $(shape).find('nvPr > ph').attr('type') ?? '';
  const titles = shapes.filter((shape) => /^(?:title|ctrTitle)$/.test(kind(shape)));
  const title = titles
    .map((shape) =>
      $(shape)
        .find('t')
        .toArray()
        .map((t) => $(t).text())
        .join(''),
    )
    .join(' ')
    .trim();
  const rest = shapes.filter((shape) => !titles.includes(shape) && !/^(?:ftr|dt|sldNum|hdr)$/.test(kind(shape)));
  const body = rest.map((shape) => shapeToHtml($, shape, kind(shape), context)).join('');
  if (title === '' && body.replace(/<[^>]*>/g, '').trim() === '') return '';
  return `<h2>${escapeHtml(title === '' ? `Slide ${context.number}` : title)}</h2>${body}`;
}

function shapeToHtml($: CheerioAPI, shape: XmlNode, kind: string, context: SlideContext): string {
  if ($(shape).is('graphicFrame')) {
    const tables = $(shape).find('tbl').toArray();
    return tables.map((table) => tableToHtml($, table, context)).join('') + diagramToHtml($, shape, context);
  }
  // Text in the place that the layout has for it carries the layout's bullets.
  const hasBullets = $(shape).find('nvPr > ph').length > 0 && !/^(?:subTitle)$/.test(kind);
  return paragraphsToHtml($, $(shape).children('txBody').children('p').toArray(), hasBullets, context);
}

function tableToHtml($: CheerioAPI, table: XmlNode, context: SlideContext): string {
  const rows = $(table)
    .children('tr')
    .toArray()
    .map((row) => {
      const cells = $(row).children('tc').toArray();
      const own = cells.filter((cell) => !isOn(cell.attribs.hMerge) && !isOn(cell.attribs.vMerge));
      return own.map((cell) => {
        const { gridSpan = '1', rowSpan = '1' } = cell.attribs;
        const content = paragraphsToHtml($, $(cell).children('txBody').children('p').toArray(), false, context);
        return `<td colspan="${escapeHtml(gridSpan)}" rowspan="${escapeHtml(rowSpan)}">${content}</td>`;
      });
    });
  return `<table>${rows.map((cells) => `<tr>${cells.join('')}</tr>`).join('')}</table>`;
}

function isOn(value: string | undefined): boolean {
  return value === '1' || value === 'true';
}

/** The words of a diagram stand in a part of its own. */
function diagramToHtml($: CheerioAPI, shape: XmlNode, { zip, relations }: SlideContext): string {
  const id = $(shape).find('relIds').attr('dm');
  const part = id === undefined ? undefined : relations.get(id);
  if (part === undefined || part.isOutside) return '';
  const diagram = loadPart(readPart(zip, part.target) ?? '');
  const items = diagram('pt t')
    .toArray()
    .flatMap((box) => diagram(box).children('p').toArray())
    .map((paragraph) => diagram(paragraph).find('t').text().trim())
    .filter((text) => text !== '');
  return items.length === 0 ? '' : `<ul>${items.map((text) => `<li>${escapeHtml(text)}</li>`).join('')}</ul>`;
}

interface Paragraph {
  readonly html: string;
  readonly list?: 'ul' | 'ol';
  readonly level: number;
}

function paragraphsToHtml(
  $: CheerioAPI,
  nodes: readonly XmlNode[],
  hasBullets: boolean,
  context: SlideContext,
): string {
  const paragraphs = nodes
    .map((node) => paragraphOf($, node, hasBullets, context))
    .filter(({ html }) => html.replace(/<[^>]*>/g, '').trim() !== '');
  let html = '';
  const open: ('ul' | 'ol')[] = [];
  const closeTo = (depth: number) => {
    for (let list = open.pop(); list !== undefined; list = open.pop()) {
      if (open.length < depth) return void open.push(list);
      html += `</li></${list}>`;
    }
  };
  for (const { html: content, list, level } of paragraphs) {
    const depth = list === undefined ? 0 : level + 1;
    closeTo(depth);
    if (list === undefined) {
      html += `<p>${content}</p>`;
      continue;
    }
    if (open.length === depth && open.at(-1) !== list) closeTo(depth - 1);
    if (open.length === depth) html += '</li>';
    else {
      open.push(list);
      html += `<${list}>`;
    }
    html += `<li>${content}`;
  }
  closeTo(0);
  return html;
}

function paragraphOf($: CheerioAPI, node: XmlNode, hasBullets: boolean, context: SlideContext): Paragraph {
  const properties = $(node).children('pPr');
  const level = Math.min(Number(properties.attr('lvl') ?? 0) || 0, 8);
  const isNumbered = properties.children('buAutoNum').length > 0;
  const isBullet =
    properties.children('buChar, buBlip').length > 0 || (hasBullets && properties.children('buNone').length === 0);
  const list = isNumbered ? 'ol' : isBullet ? 'ul' : undefined;
  const html = $(node)
    .children('r, br, fld')
    .toArray()
    .map((run) => {
      if ($(run).is('br')) return '<br>';
      const text = escapeHtml($(run).children('t').text());
      const link = context.relations.get($(run).find('rPr > hlinkClick').attr('id') ?? '');
      return link?.isOutside ? `<a href="${escapeHtml(link.target)}">${text}</a>` : text;
    })
    .join('');
  return { html, level, ...(list === undefined ? {} : { list }) };
}
