import type { PdfLine, Segment } from './pdf-lines.ts';

/** What stands at one height of a page, from left to right. */
export interface Row {
  readonly y: number;
  readonly size: number;
  readonly segments: readonly Segment[];
}

/** Rows of upright text from the top down, whichever order the file has it in. */
export function rowsOf(segments: readonly Segment[]): Row[] {
  const rows: Segment[][] = [];
  for (const segment of segments.toSorted((a, b) => b.y - a.y || a.left - b.left)) {
    const first = rows.at(-1)?.[0];
    if (first !== undefined && first.y - segment.y <= Math.min(first.size, segment.size) * 0.4)
      rows.at(-1)?.push(segment);
    else rows.push([segment]);
  }
  return rows.map((row) => ({
    y: row[0]?.y ?? 0,
    size: Math.max(...row.map(({ size }) => size)),
    segments: row.toSorted((a, b) => a.left - b.left),
  }));
}

export function lineOfRow({ segments, y }: Row): PdfLine {
  const longest = segments.reduce((most, segment) => (segment.text.length > most.text.length ? segment : most));
  return { text: segments.map(({ text }) => text).join(' '), size: longest.size, y, segments };
}

/** The rows in reading order: where text runs in two columns beside the gutter, the left one comes first. */
export function inReadingOrder(rows: readonly Row[], gutter: number): Row[][] {
  const regions: Row[][] = [];
  for (const whole of bandsAt(rows, gutter)) {
    const [band, below] = withoutHeadingBelow(whole, gutter);
    const left = sideOf(band, (segment) => segment.right <= gutter);
    const right = sideOf(band, (segment) => segment.left >= gutter);
    if (isTextColumn(left) && isTextColumn(right)) regions.push(left, right);
    else regions.push(band);
    regions.push(below);
  }
  return regions;
}

/** The heading of what follows the columns may stand below one of them only, apart from its text. */
function withoutHeadingBelow(band: readonly Row[], gutter: number): readonly [Row[], Row[]] {
  const [above, last] = band.slice(-2);
  if (above === undefined || last === undefined || band.length < 6) return [[...band], []];
  const isApart = above.y - last.y > last.size * 1.8 && last.segments.every(({ right }) => right <= gutter);
  return isApart ? [band.slice(0, -1), [last]] : [[...band], []];
}

export function crosses(segments: readonly Segment[], x: number): boolean {
  return segments.some(({ left, right }) => left < x && right > x);
}

/** Between two columns of text on the page, in points from the left; nothing where there is one column, or several. */
export function findGutter(rows: readonly Row[]): number | undefined {
  const all = rows.flatMap(({ segments }) => segments);
  const left = Math.min(...all.map((segment) => segment.left));
  const right = Math.max(...all.map((segment) => segment.right));
  let best: { x: number; rows: number; width: number } | undefined;
  for (let x = left + (right - left) * 0.35; x <= left + (right - left) * 0.65; x += 2) {
    for (const band of bandsAt(rows, x)) {
      const sides = [sideOf(band, (segment) => segment.right <= x), sideOf(band, (segment) => segment.left >= x)];
      if (!sides.every(isTextColumn)) continue;
      const width =
        Math.min(...(sides[1] ?? []).flatMap(({ segments }) => segments.map((segment) => segment.left))) -
        Math.max(...(sides[0] ?? []).flatMap(({ segments }) => segments.map((segment) => segment.right)));
      const better = best === undefined || band.length > best.rows || (band.length === best.rows && width > best.width);
      if (better && width >= (band[0]?.size ?? 0) * 0.8) best = { x, rows: band.length, width };
    }
  }
  return best?.x;
}

/** Rows that nothing of crosses the gutter, as long stretches, and the others between them. */
function bandsAt(rows: readonly Row[], gutter: number): Row[][] {
  const bands: { crossing: boolean; rows: Row[] }[] = [];
  for (const row of rows) {
    const crossing = crosses(row.segments, gutter);
    const last = bands.at(-1);
    if (last?.crossing === crossing) last.rows.push(row);
    else bands.push({ crossing, rows: [row] });
  }
  return bands.map((band) => band.rows);
}

function sideOf(rows: readonly Row[], belongs: (segment: Segment) => boolean): Row[] {
  return rows.flatMap((row) => {
    const segments = row.segments.filter(belongs);
    return segments.length === 0 ? [] : [{ ...row, y: segments[0]?.y ?? row.y, segments }];
  });
}

/** Lines in one piece, as long as those of running text; cells of a table and numbers of clauses are shorter. */
function isTextColumn(rows: readonly Row[]): boolean {
  const whole = rows.filter(({ segments }) => segments.length === 1);
  const length = whole.reduce((sum, { segments }) => sum + widthOf(segments[0]?.text ?? ''), 0);
  return rows.length >= 6 && whole.length >= rows.length * 0.6 && length / whole.length >= 20;
}

/** Han, kana and Hangul take the room of two letters. */
function widthOf(text: string): number {
  return (
    text.length + (text.match(/[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]/gu)?.length ?? 0)
  );
}
