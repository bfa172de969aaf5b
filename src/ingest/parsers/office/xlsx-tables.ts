import { escapeMarkdownLine } from '../escape-markdown.ts';
import { gfmTable } from '../gfm-table.ts';

type Grid = readonly (readonly string[])[];

/** Tables of a sheet, parted where whole rows or columns are empty; lines of one cell above them are text. */
export function gridToMarkdown(rows: Grid): string {
  return partsOf(rows, (row) => row.every((cell) => cell === ''))
    .flatMap((block) => partsOf(transpose(block), (column) => column.every((cell) => cell === '')).map(transpose))
    .flatMap(blockToMarkdown)
    .join('\n\n');
}

function partsOf(lines: Grid, isEmpty: (line: readonly string[]) => boolean): Grid[] {
  const parts: (readonly string[])[][] = [[]];
  for (const line of lines) {
    if (isEmpty(line)) parts.push([]);
    else parts.at(-1)?.push(line);
  }
  return parts.filter((part) => part.length > 0);
}

function transpose(grid: Grid): string[][] {
  const width = Math.max(0, ...grid.map((row) => row.length));
  return Array.from({ length: width }, (_, c) => grid.map((row) => row[c] ?? ''));
}

function blockToMarkdown(block: Grid): string[] {
  const isLine = (row: readonly string[]) => row.filter((cell) => cell !== '').length === 1;
  const start = block.findIndex((row) => !isLine(row));
  const lines = (start === -1 ? block : block.slice(0, start)).map((row) =>
    escapeMarkdownLine(row.join('').replace(/\s+/g, ' ')),
  );
  const [header, ...body] = start === -1 ? [] : block.slice(start);
  return [...lines, ...(header === undefined ? [] : [gfmTable(header, body)])];
}
