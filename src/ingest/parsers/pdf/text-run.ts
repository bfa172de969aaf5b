/** A piece of text on a page, as PDF.js or text recognition finds it, on the page as people hold it. */
export interface TextRun {
  readonly str: string;
  /** The line ends behind it. */
  readonly hasEOL: boolean;
  /** Left edge and baseline in points, from the lower left corner. */
  readonly x: number;
  readonly y: number;
  readonly width: number;
  /** Font size in points. */
  readonly size: number;
  /** Tells fonts of one document apart. */
  readonly font?: string;
  /** Which way the text is written, where it is not from side to side; a slant counts as upwards. */
  readonly turned?: 'up' | 'down';
  readonly rightToLeft?: boolean;
}

export interface PageText {
  /** In points. */
  readonly height: number;
  readonly runs: readonly TextRun[];
}

/** Programs print a word twice, a hair apart, to make it look bold. */
export function withoutDoubles(runs: readonly TextRun[]): TextRun[] {
  return runs.filter((run, i) => {
    if (run.str.trim() === '') return true;
    const near = run.size * 0.1;
    return !runs
      .slice(Math.max(0, i - 8), i)
      .some(({ str, x, y }) => str === run.str && Math.abs(x - run.x) <= near && Math.abs(y - run.y) <= near);
  });
}
