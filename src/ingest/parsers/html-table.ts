import type { CheerioAPI } from 'cheerio';

type HtmlNode = Parameters<CheerioAPI['contains']>[0];

/** Wider than any table for people: spans repeat no cell beyond it, since a few of them could fill the memory. */
const maxColumns = 200;

/**
 * A GFM table whose first row is the header; spanned cells are repeated, so that each row can be read alone.
 * A table of one cell, or inside another one, is layout: its cells follow each other as text.
 */
export function tableToMarkdown(
  $: CheerioAPI,
  table: HtmlNode,
  translate: (html: string) => string,
  asText: boolean,
): string {
  const caption = $(table).children('caption').text().replace(/\s+/g, ' ').trim();
  const rows = readRows($, table, translate).filter((row) => row.some((cell) => cell !== ''));
  const width = rows.reduce((most, row) => Math.max(most, row.length), 0);
  if (asText || width <= 1) return rows.map((row) => [...new Set(row)].join(' ')).join(asText ? '; ' : '\n\n');
  const line = (row: readonly string[]) =>
    `| ${Array.from({ length: width }, (_, i) => escapePipes(row[i] ?? '')).join(' | ')} |`;
  const [header = [], ...body] = rows;
  // Every header is set in bold somewhere; the marks would only stand in each row's context.
  const names = header.map((cell) => cell.replace(/^\*\*([^*]+)\*\*$/, '$1'));
  const lines = [line(names), `|${' --- |'.repeat(width)}`, ...body.map(line)];
  return [...(caption === '' ? [] : [caption, '']), ...lines].join('\n');
}

function readRows($: CheerioAPI, table: HtmlNode, translate: (html: string) => string): string[][] {
  const rows: string[][] = [];
  const pending: ({ text: string; left: number } | undefined)[] = [];
  const elements = $(table).children('tr').add($(table).children('thead, tbody, tfoot').children('tr'));
  for (const element of elements.toArray()) {
    const row: string[] = [];
    const takeSpanned = () => {
      for (let above = pending[row.length]; above !== undefined && above.left > 0; above = pending[row.length]) {
        if (row.length >= maxColumns) return;
        above.left--;
        row.push(above.text);
      }
    };
    for (const cell of $(element).children('td, th').toArray()) {
      takeSpanned();
      const text = cellText($, cell, translate);
      const left = spanOf($(cell).attr('rowspan')) - 1;
      for (let n = spanOf($(cell).attr('colspan')); n > 0; n--) {
        pending[row.length] = { text, left };
        row.push(text);
        if (row.length >= maxColumns) break;
      }
    }
    takeSpanned();
    rows.push(row);
  }
  return rows;
}

function cellText($: CheerioAPI, cell: HtmlNode, translate: (html: string) => string): string {
  const content = $(cell);
  return translate(content.html() ?? '');
}

function spanOf(value: string | undefined): number {
  const span = Number.parseInt(value ?? '1', 10);
  return span >= 1 ? Math.min(span, maxColumns) : 1;
}

function escapePipes(text: string): string {
  return text.replace(/(?<!\\)\|/g, '\\|');
}
