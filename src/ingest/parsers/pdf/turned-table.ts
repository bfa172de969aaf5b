import { gfmTable } from '../gfm-table.ts';
import type { Row } from './page-rows.ts';
import type { PdfLine } from './pdf-lines.ts';
import { type Band, isWithin, type PageTable } from './table-band.ts';

/** Names written upwards above the columns; the line that stands beside them names the first column. */
export function readTurnedTable(band: Band, above: readonly Row[], turned: readonly PdfLine[]): PageTable | undefined {
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
