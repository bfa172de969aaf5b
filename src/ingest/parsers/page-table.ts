import { gfmTable } from './gfm-table.ts';
import type { Row } from './page-rows.ts';
import type { PdfLine, Segment } from './pdf-lines.ts';

export interface PageTable {
  /** GFM, with a header. */
  readonly markdown: string;
  /** Upper edge, as its first row's baseline. */
  readonly y: number;
  readonly segments: ReadonlySet<Segment>;
  /** Turned lines that name its columns. */
  readonly names: readonly PdfLine[];
}

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

interface Column {
  readonly left: number;
  readonly right: number;
}

interface Band {
  readonly rows: readonly Row[];
  readonly columns: readonly Column[];
}

/** Rows from `start` on whose segments leave the same gaps free, as long as they follow each other closely. */
function bandFrom(rows: readonly Row[], start: number): Band | undefined {
  const first = rows[start];
  if (first === undefined || first.segments.length < 2) return undefined;
  let columns: readonly Column[] = first.segments;
  let end = start + 1;
  for (let row = rows[end]; row !== undefined; row = rows[++end]) {
    const above = rows[end - 1];
    if (above !== undefined && above.y - row.y > first.size * 4) break;
    const merged = mergeColumns([...columns, ...row.segments], first.size * 0.4);
    if (joinsColumns(columns, merged)) break;
    columns = merged;
  }
  const taken = withoutTail(rows.slice(start, end));
  if (taken.length < 3) return undefined;
  return {
    rows: taken,
    columns: mergeColumns(
      taken.flatMap(({ segments }) => segments),
      first.size * 0.4,
    ),
  };
}

function mergeColumns(spans: readonly Column[], gap: number): Column[] {
  const merged: Column[] = [];
  for (const { left, right } of spans.toSorted((a, b) => a.left - b.left)) {
    const last = merged.at(-1);
    if (last !== undefined && left - last.right < gap)
      merged[merged.length - 1] = { left: last.left, right: Math.max(last.right, right) };
    else merged.push({ left, right });
  }
  return merged;
}

function joinsColumns(before: readonly Column[], after: readonly Column[]): boolean {
  return after.some(
    (column) => before.filter(({ left, right }) => left >= column.left && right <= column.right).length > 1,
  );
}

/** A heading or a line of text below a table fits into its first column, but keeps more distance, or is set otherwise. */
function withoutTail(rows: readonly Row[]): readonly Row[] {
  let end = rows.length;
  const pitches = rows.slice(1).map((row, i) => (rows[i]?.y ?? 0) - row.y);
  for (; end > 2; end--) {
    const last = rows[end - 1];
    if (last === undefined || last.segments.length > 1) break;
    const others = pitches.slice(0, end - 2);
    const apart = (pitches[end - 2] ?? 0) > Math.max(...others) * 1.2;
    const otherFont = rows[end - 2]?.segments.every(({ font }) => font !== last.segments[0]?.font);
    if (!apart && !otherFont) break;
  }
  return rows.slice(0, end);
}

function tableOf(band: Band, above: readonly Row[], turned: readonly PdfLine[]): PageTable | undefined {
  const { columns } = band;
  const cellsOfRow = (row: Row) => columns.map((column) => row.segments.filter((segment) => isWithin(segment, column)));
  const lines = band.rows.map(cellsOfRow);
  // Two pieces in one cell: there may be a border between them that nothing shows.
  if (lines.some((line) => line.some((cell) => cell.length > 1))) return undefined;
  if (lines.every((line) => isMarker(line[0]?.[0]?.text ?? ''))) return undefined;
  const underNames = turnedTable(band, above, turned);
  if (underNames !== undefined) return underNames;
  const groups = logicalRows(band.rows, lines);
  if (groups === undefined) return undefined;
  const cells = groups.map((group) =>
    columns.map((_, c) => joinCell(group.map((n) => lines[n]?.[c]?.[0]?.text ?? ''))),
  );
  const [header, ...body] = cells;
  if (header === undefined || body.length < 2 || !header.slice(1).every((name) => name !== '')) return undefined;
  if (!isHeader(header, body, band.rows, groups)) return undefined;
  const segments = new Set(band.rows.flatMap((row) => row.segments));
  return { markdown: gfmTable(header, body), y: band.rows[0]?.y ?? 0, segments, names: [] };
}

function isWithin({ left, right }: Column, column: Column): boolean {
  return left >= column.left && right <= column.right;
}

function isMarker(text: string): boolean {
  return /^(?:[•●◦▪‣*–-]|\(?(?:\d+(?:\.\d+)*|[a-z]|[ivx]+)[.)]?|\.\d+)?$/i.test(text);
}

type Lines = readonly (readonly (readonly Segment[])[])[];

/**
 * Which lines make up which row: lines set closely belong together where other lines keep more distance; where all are
 * equally close, a line without a first cell goes on with the row above. Nothing where that is not certain.
 */
function logicalRows(rows: readonly Row[], lines: Lines): number[][] | undefined {
  const pitches = rows.slice(1).map((row, i) => (rows[i]?.y ?? 0) - row.y);
  const least = Math.min(...pitches);
  const single = rows.map((_, n) => [n]);
  if (least > (rows[0]?.size ?? 0) * 1.65) return single;
  const isFirstFilled = (n: number) => (lines[n]?.[0]?.length ?? 0) > 0;
  const isLoose = (n: number) => (pitches[n - 1] ?? 0) > least * 1.25;
  const byGap = groupWhere(rows.length, isLoose);
  if (byGap.length > 2 && byGap.every((group) => group.slice(1).every((n) => !isFirstFilled(n)))) return byGap;
  const filled = (n: number) => (lines[n] ?? []).filter((cell) => cell.length > 0);
  if (rows.every((_, n) => isFirstFilled(n) && filled(n).length >= 2)) return single;
  const goesOn = (n: number) => filled(n).length === 1 && !isNumeric(filled(n)[0]?.[0]?.text ?? '');
  return rows.every((_, n) => isFirstFilled(n) || goesOn(n)) ? groupWhere(rows.length, isFirstFilled) : undefined;
}

function groupWhere(count: number, starts: (n: number) => boolean): number[][] {
  const groups: number[][] = [];
  for (let n = 0; n < count; n++) {
    if (n === 0 || starts(n)) groups.push([n]);
    else groups.at(-1)?.push(n);
  }
  return groups;
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

function isNumeric(text: string): boolean {
  return /^[^\p{L}]*\d[^\p{L}]*$/u.test(text) || /^[\p{Sc}\d.,\s%+-]+(?:EUR|USD|GBP|CHF)?$/u.test(text);
}

/** Names written upwards above the columns; the line that stands beside them names the first column. */
function turnedTable(band: Band, above: readonly Row[], turned: readonly PdfLine[]): PageTable | undefined {
  const [top, first] = [band.rows[0], band.columns[0]];
  if (top === undefined || first === undefined) return undefined;
  const reach = top.y + top.size * 4;
  const names = turned
    .flatMap((line) =>
      line.turned !== undefined && line.turned.y > top.y && line.turned.y < reach ? [{ line, x: line.turned.x }] : [],
    )
    .toSorted((a, b) => a.x - b.x);
  if (names.length < 2) return undefined;
  const beside = above.at(-1)?.segments.length === 1 ? above.at(-1)?.segments[0] : undefined;
  const label =
    beside !== undefined && isWithin(beside, first) && beside.y < top.y + top.size * 12 ? beside : undefined;
  const body = band.rows.map(({ segments }) => {
    const row = Array.from({ length: names.length + 1 }, () => '');
    for (const segment of segments) {
      const middle = (segment.left + segment.right) / 2;
      const at = isWithin(segment, first) ? 0 : names.findIndex(({ x }) => Math.abs(x - middle) < top.size) + 1;
      if (row[at] !== '' || (at === 0 && !isWithin(segment, first))) return undefined;
      row[at] = segment.text;
    }
    return row;
  });
  if (!body.every((row) => row !== undefined)) return undefined;
  const header = [label?.text ?? '', ...names.map(({ line }) => line.text)];
  const segments = new Set([...band.rows.flatMap((row) => row.segments), ...(label === undefined ? [] : [label])]);
  return { markdown: gfmTable(header, body), y: label?.y ?? top.y, segments, names: names.map(({ line }) => line) };
}

function joinCell(lines: readonly string[]): string {
  return lines.filter((line) => line !== '').join(' ');
}

function hasLooseTable(rows: readonly Row[], taken: ReadonlySet<Segment>): boolean {
  return rows.filter(({ segments }) => segments.filter((segment) => !taken.has(segment)).length >= 3).length >= 3;
}
