import type { NumberFormats } from './xlsx-number.ts';
import { decodeXml, textOfItem } from './xlsx-strings.ts';

export interface Sheet {
  /** Cells that are shown, row by row; empty rows and cells are empty texts, so that columns stay in line. */
  readonly rows: readonly (readonly string[])[];
  readonly notes: readonly string[];
}

/** A list this long is data rather than a policy, and would drown everything else that is indexed. */
const maxRows = 5000;
const maxColumns = 100;

/** Reads a sheet row by row, so that a huge one costs no more than what is kept of it. */
export function readSheet(xml: string, strings: readonly string[], show: NumberFormats): Sheet {
  const hiddenColumns = readHiddenColumns(xml);
  const merges = readMerges(xml);
  const kept = new Map<number, Map<number, string>>();
  const hiddenRows = new Set<number>();
  let missing = 0;
  let wide = false;
  let last = 0;
  let cut: number | undefined;
  for (const [, attributes = '', content = ''] of xml.matchAll(
    /<(?:\w+:)?row\b([^>]*?)(?:\/>|>([\s\S]*?)<\/(?:\w+:)?row>)/g,
  )) {
    const number = Number(/\br="(\d+)"/.exec(attributes)?.[1] ?? last + 1);
    last = number;
    if (/\bhidden="(?:1|true)"/.test(attributes)) {
      hiddenRows.add(number);
      continue;
    }
    if (kept.size >= maxRows) {
      cut ??= number;
      continue;
    }
    const row = new Map<number, string>();
    let column = 0;
    for (const [, cell = '', inner = ''] of content.matchAll(
      /<(?:\w+:)?c\b([^>]*?)(?:\/>|>([\s\S]*?)<\/(?:\w+:)?c>)/g,
    )) {
      column = columnOf(/\br="([A-Z]+)\d+"/.exec(cell)?.[1]) ?? column + 1;
      if (column > maxColumns) wide = true;
      if (column > maxColumns || hiddenColumns.has(column)) continue;
      const value = cellValue(cell, inner, strings, show);
      if (value === undefined) missing++;
      else if (value !== '') row.set(column, value);
    }
    if (row.size > 0) kept.set(number, row);
  }
  repeatMerged(kept, merges);
  return {
    rows: gridOf(kept, hiddenRows, hiddenColumns),
    notes: [
      ...(cut === undefined ? [] : [`only its first ${maxRows} rows are indexed, up to row ${cut - 1} of ${last}`]),
      ...(wide ? [`only its first ${maxColumns} columns are indexed`] : []),
      ...(hiddenRows.size === 0
        ? []
        : [`${hiddenRows.size} hidden ${hiddenRows.size === 1 ? 'row' : 'rows'} left out`]),
      ...(hiddenColumns.size === 0
        ? []
        : [`${hiddenColumns.size} hidden ${hiddenColumns.size === 1 ? 'column' : 'columns'} left out`]),
      ...(missing === 0 ? [] : [`${missing} formulas without a stored result: open it in Excel and save it again`]),
    ],
  };
}

/** Nothing where there is a formula that no program has worked out. */
function cellValue(cell: string, inner: string, strings: readonly string[], show: NumberFormats): string | undefined {
  const type = /\bt="(\w+)"/.exec(cell)?.[1] ?? 'n';
  if (type === 'inlineStr') return textOfItem(inner).trim();
  const raw = /<(?:\w+:)?v(?:\s[^>]*)?>([\s\S]*?)<\/(?:\w+:)?v>/.exec(inner)?.[1];
  if (raw === undefined) return /<(?:\w+:)?f\b/.test(inner) ? undefined : '';
  const value = decodeXml(raw).trim();
  if (type === 's') return (strings[Number(value)] ?? '').trim();
  if (type === 'b') return value === '1' ? 'TRUE' : 'FALSE';
  if (type === 'd') return value.replace(/T00:00:00(?:\.0+)?Z?$/, '');
  const number = Number(value);
  if (type !== 'n' || value === '' || Number.isNaN(number)) return value;
  return show(number, Number(/\bs="(\d+)"/.exec(cell)?.[1] ?? 0));
}

function readHiddenColumns(xml: string): Set<number> {
  const hidden = new Set<number>();
  for (const [, attributes = ''] of xml.matchAll(/<(?:\w+:)?col\b([^>]*)>/g)) {
    if (!/\bhidden="(?:1|true)"/.test(attributes)) continue;
    const from = Number(/\bmin="(\d+)"/.exec(attributes)?.[1] ?? 0);
    const to = Math.min(Number(/\bmax="(\d+)"/.exec(attributes)?.[1] ?? 0), maxColumns);
    for (let column = from; column <= to; column++) hidden.add(column);
  }
  return hidden;
}

interface Merge {
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
}

function readMerges(xml: string): Merge[] {
  return [...xml.matchAll(/<(?:\w+:)?mergeCell\b[^>]*\bref="([A-Z]+)(\d+):([A-Z]+)(\d+)"/g)].map(
    ([, left, top, right, bottom]) => ({
      top: Number(top),
      bottom: Number(bottom),
      left: columnOf(left) ?? 1,
      right: Math.min(columnOf(right) ?? 1, maxColumns),
    }),
  );
}

/** What spans cells stands in each of them, so that each row can be read alone; a title over the whole table does not. */
function repeatMerged(rows: ReadonlyMap<number, Map<number, string>>, merges: readonly Merge[]): void {
  for (const { top, bottom, left, right } of merges) {
    const first = rows.get(top);
    const value = first?.get(left);
    if (first === undefined || value === undefined || (first.size === 1 && top === bottom)) continue;
    for (let number = top; number <= Math.min(bottom, top + maxRows); number++) {
      const row = rows.get(number);
      for (let column = left; row !== undefined && column <= right; column++) row.set(column, value);
    }
  }
}

function columnOf(letters: string | undefined): number | undefined {
  return letters === undefined
    ? undefined
    : [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
}

/** An empty row stands for all empty ones between two others; what is hidden leaves no gap. */
function gridOf(
  kept: ReadonlyMap<number, ReadonlyMap<number, string>>,
  hiddenRows: ReadonlySet<number>,
  hiddenColumns: ReadonlySet<number>,
): string[][] {
  const width = Math.max(0, ...[...kept.values()].map((row) => Math.max(...row.keys())));
  const columns = Array.from({ length: width }, (_, i) => i + 1).filter((column) => !hiddenColumns.has(column));
  const rows: string[][] = [];
  let before: number | undefined;
  for (const [number, row] of kept) {
    let next = (before ?? number - 1) + 1;
    while (hiddenRows.has(next)) next += 1;
    if (next < number) rows.push([]);
    rows.push(columns.map((column) => row.get(column) ?? ''));
    before = number;
  }
  return rows;
}
