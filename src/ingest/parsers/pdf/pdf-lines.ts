import type { TextRun } from './text-run.ts';

/** A piece of a line with a gap wider than a space around it. */
export interface Segment {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  readonly y: number;
  readonly size: number;
  readonly font: string;
}

export interface PdfLine {
  readonly text: string;
  /** Font size of most of its characters, in points, to half a point. */
  readonly size: number;
  /** Distance from the lower edge; nothing where the text is turned. */
  readonly y?: number;
  /** From left to right; none where the text is turned. */
  readonly segments: readonly Segment[];
  /** Of turned text: its middle from the left, and its lower end. */
  readonly turned?: { readonly x: number; readonly y: number };
  readonly rightToLeft?: boolean;
}

/** Puts runs together as they follow each other, one line up to each end of line. */
export function linesOfPage(runs: readonly TextRun[]): PdfLine[] {
  const lines: TextRun[][] = [[]];
  for (const run of runs) {
    const current = lines.at(-1) ?? [];
    const before = current.findLast(isInked);
    if (before !== undefined && isInked(run) && isElsewhere(before, run)) lines.push([run]);
    else current.push(run);
    if (run.hasEOL) lines.push([]);
  }
  return lines.flatMap((line) => lineOf(line) ?? []);
}

/** The font size in which most characters of the document are set. */
export function bodySize(lines: readonly { readonly text: string; readonly size: number }[]): number {
  return mostFrequent(lines.map(({ text, size }) => [size, text.length] as const)) ?? 0;
}

export function mostFrequent<T>(weighted: readonly (readonly [value: T, weight: number])[]): T | undefined {
  const weights = new Map<T, number>();
  for (const [value, weight] of weighted) weights.set(value, (weights.get(value) ?? 0) + weight);
  let best: readonly [T, number] | undefined;
  for (const entry of weights) if (best === undefined || entry[1] > best[1]) best = entry;
  return best?.[0];
}

function isElsewhere(before: TextRun, run: TextRun): boolean {
  if (before.turned !== run.turned) return true;
  if (run.turned !== undefined) return Math.abs(before.x - run.x) > run.size * 0.5;
  return Math.abs(before.y - run.y) > Math.max(before.size, run.size);
}

/** Wider than a space, even in a line that is stretched to the margin. */
const segmentGap = 0.9;

function lineOf(runs: readonly TextRun[]): PdfLine | undefined {
  const size = mostFrequent(runs.map((run) => [roundedSize(run), run.str.trim().length] as const)) ?? 0;
  const first = runs.find(isInked);
  if (first?.turned !== undefined) {
    const line = textLine(runs.map(({ str }) => str).join(''), size);
    return line && { ...line, turned: placeOf(first, first.turned) };
  }
  const logical = runs.some(({ rightToLeft }) => rightToLeft);
  const groups: TextRun[][] = [];
  for (const run of logical ? runs : byPosition(runs)) {
    const last = groups.at(-1);
    const begins = last === undefined || (!logical && gapBefore(last, run) > segmentGap * size && !isBullet(last));
    if (begins || last === undefined) groups.push([run]);
    else last.push(run);
  }
  const segments = groups.flatMap((group) => segmentOf(group) ?? []);
  const line = textLine(segments.map(({ text }) => text).join(' '), size);
  const y = segments[0]?.y;
  if (line === undefined || y === undefined) return undefined;
  return { ...line, y, segments, ...(logical ? { rightToLeft: true } : {}) };
}

function placeOf({ x, y, size, width }: TextRun, turned: 'up' | 'down'): { x: number; y: number } {
  return turned === 'up' ? { x: x - size / 3, y } : { x: x + size / 3, y: y - width };
}

function textLine(raw: string, size: number): PdfLine | undefined {
  const text = raw.replace(/\s+/g, ' ').trim();
  return text === '' ? undefined : { text, size, segments: [] };
}

/** From left to right, which is not the order in which every program writes. */
function byPosition(runs: readonly TextRun[]): readonly TextRun[] {
  const inked = runs.filter(isInked);
  const inOrder = inked.every((run, i) => i === 0 || run.x >= (inked[i - 1]?.x ?? 0));
  return inOrder ? runs : inked.toSorted((a, b) => a.x - b.x);
}

function isInked({ str }: TextRun): boolean {
  return str.trim() !== '';
}

/** A bullet keeps its distance, and belongs to what follows. */
function isBullet(group: readonly TextRun[]): boolean {
  return /^[^\p{L}\p{N}\p{Sc}\s]$/u.test(group.map(({ str }) => str.trim()).join(''));
}

function gapBefore(group: readonly TextRun[], run: TextRun): number {
  if (!isInked(run)) return 0;
  return run.x - Math.max(...group.filter(isInked).map(({ x, width }) => x + width));
}

function segmentOf(runs: readonly TextRun[]): Segment | undefined {
  let text = '';
  let previous: TextRun | undefined;
  for (const run of runs) {
    const gap =
      previous === undefined ? 0 : Math.max(run.x - previous.x - previous.width, previous.x - run.x - run.width);
    text += (gap > run.size * 0.15 ? ' ' : '') + run.str;
    if (isInked(run)) previous = run;
  }
  text = text.replace(/\s+/g, ' ').trim();
  const inked = runs.filter(isInked);
  if (text === '' || inked.length === 0) return undefined;
  const longest = inked.reduce((most, run) => (run.str.length > most.str.length ? run : most));
  return {
    text,
    left: Math.min(...inked.map(({ x }) => x)),
    right: Math.max(...inked.map(({ x, width }) => x + width)),
    y: longest.y,
    size: roundedSize(longest),
    font: longest.font ?? '',
  };
}

function roundedSize({ size }: TextRun): number {
  return Math.round(size * 2) / 2;
}
