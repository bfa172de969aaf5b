/** The part of a text run, as PDF.js reports it, that matters for reading order and headings. */
export interface TextRun {
  readonly str: string;
  readonly hasEOL: boolean;
  /** Scale, skew and position: the last two numbers are x and y, from the lower left corner. */
  readonly transform: readonly number[];
}

export interface PdfLine {
  readonly text: string;
  /** Font size of most of its characters, in points, to half a point. */
  readonly size: number;
  /** Distance from the lower edge; nothing where the text is turned. */
  readonly y?: number;
}

/** Puts runs together as they follow each other, one line up to each end of line. */
export function linesOfPage(runs: readonly TextRun[]): PdfLine[] {
  const lines: PdfLine[] = [];
  let current: TextRun[] = [];
  const flush = () => {
    const text = current
      .map(({ str }) => str)
      .join('')
      .replace(/\s+/g, ' ')
      .trim();
    if (text !== '') lines.push({ text, size: commonSize(current), ...heightOf(current) });
    current = [];
  };
  for (const run of runs) {
    current.push(run);
    if (run.hasEOL) flush();
  }
  flush();
  return lines;
}

/** The font size in which most characters of the document are set. */
export function bodySize(lines: readonly PdfLine[]): number {
  return mostFrequent(lines.map(({ text, size }) => [size, text.length] as const));
}

function commonSize(runs: readonly TextRun[]): number {
  return mostFrequent(
    runs.map(
      ({ str, transform: [, , c = 0, d = 0] }) => [Math.round(Math.hypot(c, d) * 2) / 2, str.trim().length] as const,
    ),
  );
}

function heightOf(runs: readonly TextRun[]): { y?: number } {
  const run = runs.find(({ str }) => str.trim() !== '');
  const [, b = 0, , , , y] = run?.transform ?? [];
  return b === 0 && y !== undefined ? { y } : {};
}

function mostFrequent(weighted: readonly (readonly [size: number, weight: number])[]): number {
  const weights = new Map<number, number>();
  for (const [size, weight] of weighted) weights.set(size, (weights.get(size) ?? 0) + weight);
  return [...weights].reduce((best, entry) => (entry[1] > best[1] ? entry : best), [0, -1] as [number, number])[0];
}
