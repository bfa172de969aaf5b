import { gfmTable } from '../gfm-table.ts';
import type { Row } from './page-rows.ts';
import type { PdfLine, Segment } from './pdf-lines.ts';
import { type Band, bandFrom, isWithin, type PageTable } from './table-band.ts';
import { isAligned, isNumeric, logicalRows } from './table-rows.ts';
import { readTurnedTable } from './turned-table.ts';

export interface TableReading {
  readonly tables: readonly PageTable[];
  /** Something looks like a table, and which value belongs to which column is not certain. */
  readonly unsafe: boolean;
}

/** Tables among rows of one column of a page; one is made only where it is certain which cell stands in which column. */
export function readTables(rows: readonly Row[], turned: readonly PdfLine[] = []): TableReading {
  const tables: PageTable[] = [];
  let unsafe = false;
  for (let i = 0; i < rows.length; i++) {
    const band = bandFrom(rows, i);
    if (band === undefined) continue;
    const table = tableOf(band, rows.slice(0, i), turned);
    if (table === undefined) {
      // The rows below may hold the header of a table that begins further down.
      unsafe ||= band.columns.length >= 3 && band.rows.filter(({ segments }) => segments.length >= 3).length >= 3;
      continue;
    }
    tables.push(table);
    i += band.rows.length - 1;
  }
  const taken = new Set(tables.flatMap(({ segments }) => [...segments]));
  return { tables, unsafe: unsafe && hasLooseTable(rows, taken) };
}

function tableOf(band: Band, above: readonly Row[], turned: readonly PdfLine[]): PageTable | undefined {
  const { columns } = band;
  const cellsOfRow = (row: Row) => columns.map((column) => row.segments.filter((segment) => isWithin(segment, column)));
  const lines = band.rows.map(cellsOfRow);
  // Two pieces in one cell: there may be a border between them that nothing shows.
  if (lines.some((line) => line.some((cell) => cell.length > 1))) return undefined;
  if (lines.every((line) => isMarker(line[0]?.[0]?.text ?? ''))) return undefined;
  const underNames = readTurnedTable(band, above, turned);
  if (underNames !== undefined) return underNames;
  const groups = logicalRows(band.rows, lines);
  if (groups === undefined || !isAligned(columns, lines, groups[0]?.length ?? 1, band.rows[0]?.size ?? 0))
    return undefined;
  const cells = groups.map((group) =>
    columns.map((_, c) => joinCell(group.map((n) => lines[n]?.[c]?.[0]?.text ?? ''))),
  );
  const [header, ...body] = cells;
  if (header === undefined || body.length < 2 || !header.slice(1).every((name) => name !== '')) return undefined;
  if (!isHeader(header, body, band.rows, groups)) return undefined;
  const segments = new Set(band.rows.flatMap((row) => row.segments));
  return { markdown: gfmTable(header, body), y: band.rows[0]?.y ?? 0, segments, names: [] };
}

function isMarker(text: string): boolean {
  return /^(?:[•●◦▪‣*–-]|\(?(?:\d+(?:\.\d+)*|[a-z]|[ivx]+)[.)]?|\.\d+)?$/i.test(text);
}

/** The first row names the columns if it is set in a font of its own, or holds only words above numbers. */
function isHeader(
  header: readonly string[],
  body: readonly (readonly string[])[],
  rows: readonly Row[],
  groups: readonly (readonly number[])[],
): boolean {
  const fontsOf = (some: readonly (readonly number[])[]) =>
    new Set(some.flat().flatMap((n) => rows[n]?.segments.map(({ font, size }) => `${font} ${size}`) ?? []));
  const [own, others] = [fontsOf(groups.slice(0, 1)), fontsOf(groups.slice(1))];
  if (own.size === 1 && ![...own].some((font) => others.has(font))) return true;
  if (header.length < 3 || header.some(isNumeric)) return false;
  return header.some((_, c) => {
    const values = body.map((row) => row[c] ?? '').filter((value) => value !== '');
    return c > 0 && values.length >= 2 && values.every(isNumeric);
  });
}

function joinCell(lines: readonly string[]): string {
  return lines.filter((line) => line !== '').join(' ');
}

function hasLooseTable(rows: readonly Row[], taken: ReadonlySet<Segment>): boolean {
  return rows.filter(({ segments }) => segments.filter((segment) => !taken.has(segment)).length >= 3).length >= 3;
}
