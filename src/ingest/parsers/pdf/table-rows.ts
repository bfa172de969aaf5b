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

/**
 * Columns keep apart, and what stands in one lines up at the left or in the middle, with its name too; figures may line up
 * at the right. Text that runs over into the next column is found out by that.
 */
export function isAligned(columns: readonly Column[], lines: Lines, headerLines: number, size: number): boolean {
  return columns.every((column, c) => {
    if (c > 0 && column.left - (columns[c - 1]?.right ?? 0) < size * 0.4) return false;
    const cells = lines.slice(headerLines).flatMap((line) => line[c] ?? []);
    const names = lines.slice(0, headerLines).flatMap((line) => line[c] ?? []);
    const [hull] = mergeColumns(cells, Number.POSITIVE_INFINITY);
    if (hull === undefined) return true;
    const areFigures = cells.every(({ text }) => isNumeric(text));
    const linesUp = (of: (cell: Column) => number, tolerance: number) => spread(cells.map(of)) <= size * tolerance;
    // The first column may set some of its names in.
    const cellsLineUp =
      linesUp(leftOf, c === 0 ? 2 : 1) || linesUp(middleOf, 0.3) || (areFigures && linesUp(rightOf, 0.3));
    const isNameNear = (name: Column) =>
      Math.abs(name.left - hull.left) <= size ||
      Math.abs(middleOf(name) - middleOf(hull)) <= size * 0.5 ||
      (areFigures && Math.abs(name.right - hull.right) <= size);
    return cellsLineUp && names.every(isNameNear);
  });
}

const leftOf = ({ left }: Column) => left;
const rightOf = ({ right }: Column) => right;
const middleOf = ({ left, right }: Column) => (left + right) / 2;

function spread(values: readonly number[]): number {
  return Math.max(...values) - Math.min(...values);
}

/** Figures, days and amounts of money. */
export function isNumeric(text: string): boolean {
  return /^[^\p{L}]*\d[^\p{L}]*$/u.test(text) || /^[\p{Sc}\d.,\s%+-]+(?:EUR|USD|GBP|CHF)?$/u.test(text);
}
