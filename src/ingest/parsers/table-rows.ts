import type { Row } from './page-rows.ts';
import type { Segment } from './pdf-lines.ts';
import { type Column, mergeColumns } from './table-band.ts';

/** Line by line and column by column, what stands there. */
export type Lines = readonly (readonly (readonly Segment[])[])[];

/**
 * Which lines make up which row: lines set closely belong together where other lines keep more distance; where all are
 * equally close, a line without a first cell goes on with the row above. Nothing where that is not certain.
 */
export function logicalRows(rows: readonly Row[], lines: Lines): number[][] | undefined {
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

/** Columns keep apart, and what stands in one lines up at the left, the right or in the middle, with its name too. */
export function isAligned(columns: readonly Column[], lines: Lines, headerLines: number, size: number): boolean {
  const apart = columns.every(({ left }, c) => c === 0 || left - (columns[c - 1]?.right ?? 0) >= size * 0.4);
  const near = (a: Column, b: Column) =>
    Math.min(
      Math.abs(a.left - b.left),
      Math.abs(a.right - b.right),
      Math.abs(a.left + a.right - b.left - b.right) / 2,
    ) <=
    size * 1.5;
  return (
    apart &&
    columns.every((_, c) => {
      const cells = lines.slice(headerLines).flatMap((line) => line[c] ?? []);
      const names = lines.slice(0, headerLines).flatMap((line) => line[c] ?? []);
      const [hull] = mergeColumns(cells, Number.POSITIVE_INFINITY);
      if (hull === undefined) return true;
      const side = (of: (cell: Column) => number) =>
        Math.max(...cells.map(of)) - Math.min(...cells.map(of)) <= size * 1.5;
      const lined =
        side(({ left }) => left) || side(({ right }) => right) || side(({ left, right }) => (left + right) / 2);
      return (c === 0 || lined) && names.every((name) => near(name, hull));
    })
  );
}

/** Figures, days and amounts of money. */
export function isNumeric(text: string): boolean {
  return /^[^\p{L}]*\d[^\p{L}]*$/u.test(text) || /^[\p{Sc}\d.,\s%+-]+(?:EUR|USD|GBP|CHF)?$/u.test(text);
}
