import type { CheerioAPI } from 'cheerio';

type HtmlNode = Parameters<CheerioAPI['contains']>[0];

/** Wider than any table for people: spans repeat no cell beyond it, since a few of them could fill the memory. */
const maxColumns = 200;

/**
 * A GFM table whose first row is the header, or its rows of header cells in one, as in "Rates Day" for Day below Rates;
 * spanned cells are repeated, so that each row can be read alone.
 * A table of one cell, or inside another one, is layout: its cells follow each other as text.
 */
export function tableToMarkdown(
  $: CheerioAPI,
  table: HtmlNode,
  translate: (html: string) => string,
  asText: boolean,
): string {
  const caption = $(table).children('caption').text().replace(/\s+/g, ' ').trim();
  const read = readRows($, table, translate).filter(({ cells }) => cells.some((cell) => cell !== ''));
  const rows = read.map(({ cells }) => cells);
  const width = rows.reduce((most, row) => Math.max(most, row.length), 0);
  if (asText || width <= 1) return rows.map((row) => [...new Set(row)].join(' ')).join(asText ? '; ' : '\n\n');
  const line = (row: readonly string[]) =>
    `| ${Array.from({ length: width }, (_, i) => escapePipes(row[i] ?? '')).join(' | ')} |`;
  const heads = headerRows(read.map(({ isHeader }) => isHeader));
  const body = rows.slice(heads);
  // Every header is set in bold somewhere; the marks would only stand in each row's context.
  const plain = rows.slice(0, heads).map((row) => row.map((cell) => cell.replace(/^\*\*([^*]+)\*\*$/, '$1')));
  const names = Array.from({ length: width }, (_, i) =>
    [...new Set(plain.map((row) => row[i] ?? ''))].join(' ').trim(),
  );
  const lines = [line(names), `|${' --- |'.repeat(width)}`, ...body.map(line)];
  return [...(caption === '' ? [] : [caption, '']), ...lines].join('\n');
}

const mostHeaderRows = 3;

/** How many rows name the columns; where every row is of header cells, they are values set in bold. */
function headerRows(areHeaders: readonly boolean[]): number {
  const count = areHeaders.indexOf(false);
  return count > 1 && count <= mostHeaderRows ? count : 1;
}

interface TableRow {
  readonly cells: string[];
  readonly isHeader: boolean;
}

function readRows($: CheerioAPI, table: HtmlNode, translate: (html: string) => string): TableRow[] {
  const rows: TableRow[] = [];
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
    const isHeader = $(element).parent().is('thead') || $(element).children('td').length === 0;
    rows.push({ cells: row, isHeader });
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
