import { crosses, findGutter, inReadingOrder, lineOfRow, type Row, rowsOf } from './page-rows.ts';
import { readTables } from './page-table.ts';
import type { PdfLine } from './pdf-lines.ts';
import type { PageTable } from './table-band.ts';

export type PageItem = PdfLine | PageTable;

export interface PageLayout {
  /** In reading order. */
  readonly items: readonly PageItem[];
  /** Something looks like a table, and which value belongs to which column is not certain. */
  readonly unsafeTable: boolean;
}

export function isTable(item: PageItem): item is PageTable {
  return 'markdown' in item;
}

/**
 * Puts tables together and lines in order. The file's own order stays where it can be right; where it jumps up the page
 * or runs across two columns, position decides. Pages written from right to left stay as they are.
 */
export function layOutPage(lines: readonly PdfLine[]): PageLayout {
  if (lines.some(({ rightToLeft }) => rightToLeft)) return { items: lines, unsafeTable: false };
  const rows = rowsOf(lines.flatMap(({ segments }) => segments));
  const gutter = findGutter(rows);
  const regions = gutter === undefined ? [rows] : inReadingOrder(rows, gutter);
  const turned = lines.filter((line) => line.turned !== undefined);
  const readings = regions.map((region) => readTables(region, turned));
  const tables = readings.flatMap((reading) => reading.tables);
  const unsafeTable = readings.some(({ unsafe }) => unsafe);
  const named = new Set(tables.flatMap(({ names }) => names));
  const free = lines.filter((line) => !named.has(line));
  const mixed = gutter !== undefined && lines.some(({ segments }) => spans(segments, gutter));
  if (mixed) {
    const items = regions.flatMap((region, i) => byHeight(region, readings[i]?.tables ?? []));
    return { items: [...items, ...free.filter((line) => line.turned !== undefined)], unsafeTable };
  }
  const whole = gutter === undefined ? joinRows(free) : free;
  return { items: withTables(inPlace(whole), tables), unsafeTable };
}

function spans(segments: PdfLine['segments'], gutter: number): boolean {
  return (
    !crosses(segments, gutter) && segments.some((s) => s.right <= gutter) && segments.some((s) => s.left >= gutter)
  );
}

/** Pieces that follow each other at one height are one line, as people read it. */
function joinRows(lines: readonly PdfLine[]): PdfLine[] {
  const joined: PdfLine[] = [];
  for (const line of lines) {
    const last = joined.at(-1);
    const isBeside =
      last?.y !== undefined &&
      line.y !== undefined &&
      Math.abs(last.y - line.y) <= Math.min(last.size, line.size) * 0.3 &&
      extentOf([line]).left >= extentOf([last]).right;
    if (last === undefined || !isBeside) joined.push(line);
    else {
      const segments = [...last.segments, ...line.segments];
      joined[joined.length - 1] = lineOfRow({ y: last.y ?? 0, size: last.size, segments });
    }
  }
  return joined;
}

/** Text that the file has behind lines below it goes where it stands on the page, in one piece. */
function inPlace(lines: readonly PdfLine[]): PdfLine[] {
  const pieces: PdfLine[][] = [[]];
  let top = 0;
  for (const line of lines) {
    const before = pieces.at(-1)?.findLast(({ y }) => y !== undefined);
    if (before !== undefined && jumpsUp(before, line, top)) pieces.push([line]);
    else pieces.at(-1)?.push(line);
    top = Math.max(top, line.y ?? 0);
  }
  const [first = [], ...others] = pieces;
  return others.reduce<PdfLine[]>((placed, piece) => insert(placed, piece, piece), first);
}

/** The line stands higher than all before it, or higher than the one before and not beside it, as a new column does. */
function jumpsUp(before: PdfLine, line: PdfLine, top: number): boolean {
  if (before.y === undefined || line.y === undefined || line.y < before.y + line.size * 2) return false;
  if (line.y > top + line.size * 2) return true;
  const [a, b] = [extentOf([before]), extentOf([line])];
  return Math.min(a.right, b.right) - Math.max(a.left, b.left) > Math.min(a.right - a.left, b.right - b.left) / 2;
}

/** Before the first line that stands below the piece, and not beside it. */
function insert<T extends PageItem>(
  items: readonly T[],
  piece: readonly PdfLine[] | readonly PageTable[],
  added: readonly T[],
): T[] {
  const top = piece[0]?.y ?? 0;
  const extent = extentOf(piece);
  const next = items.findIndex((item) => {
    const { left, right } = extentOf([item]);
    return item.y !== undefined && item.y < top && right > extent.left && left < extent.right;
  });
  return next === -1 ? [...items, ...added] : [...items.slice(0, next), ...added, ...items.slice(next)];
}

function extentOf(items: readonly PageItem[]): { left: number; right: number } {
  const segments = items.flatMap((item) => [...item.segments]);
  return {
    left: Math.min(...segments.map(({ left }) => left)),
    right: Math.max(...segments.map(({ right }) => right)),
  };
}

function byHeight(region: readonly Row[], tables: readonly PageTable[]): PageItem[] {
  return withTables(region.map(lineOfRow), tables);
}

/** Each table goes before the first line below it, and its own lines leave. */
function withTables(lines: readonly PdfLine[], tables: readonly PageTable[]): PageItem[] {
  const taken = new Set(tables.flatMap(({ segments }) => [...segments]));
  const rest = lines.flatMap((line): PageItem[] => {
    const left = line.segments.filter((segment) => !taken.has(segment));
    if (left.length === line.segments.length) return [line];
    return left.length === 0 ? [] : [lineOfRow({ y: line.y ?? 0, size: line.size, segments: left })];
  });
  return tables.reduce<PageItem[]>((items, table) => insert(items, [table], [table]), rest);
}
