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

/** From left to right, in points. */
export interface Column {
  readonly left: number;
  readonly right: number;
}

/** Rows that may be a table. */
export interface Band {
  readonly rows: readonly Row[];
  readonly columns: readonly Column[];
}

/** Rows from `start` on whose segments leave the same gaps free, as long as they follow each other closely. */
export function bandFrom(rows: readonly Row[], start: number): Band | undefined {
  const first = rows[start];
  if (first === undefined || first.segments.length < 2) return undefined;
  let columns: readonly Column[] = first.segments;
  let end = start + 1;
  for (let row = rows[end]; row !== undefined; row = rows[++end]) {
    const above = rows[end - 1];
    if (above !== undefined && above.y - row.y > first.size * 4) break;
    const merged = mergeColumns([...columns, ...row.segments], overlap);
    if (joinsColumns(columns, merged)) break;
    columns = merged;
  }
  const taken = withoutTail(rows.slice(start, end));
  if (taken.length < 3) return undefined;
  return {
    rows: taken,
    columns: mergeColumns(
      taken.flatMap(({ segments }) => segments),
      overlap,
    ),
  };
}

/** Text that overlaps belongs to one column; a hair counts, since widths of letters are rounded. */
const overlap = -0.1;

export function mergeColumns(spans: readonly Column[], gap: number): Column[] {
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

export function isWithin({ left, right }: Column, column: Column): boolean {
  return left >= column.left && right <= column.right;
}
