import type { PdfLine } from './pdf-lines.ts';

interface Page {
  readonly height: number;
  readonly lines: readonly PdfLine[];
}

/**
 * Pages without their running headers and footers: lines in the upper or lower tenth that stand at the same height on
 * at least three pages and on a quarter of all, apart from numbers, and page numbers that stand alone.
 */
export function withoutRunningLines(pages: readonly Page[]): (readonly PdfLine[])[] {
  const counts = new Map<string, number>();
  for (const page of pages) {
    for (const key of new Set(page.lines.flatMap((line) => keyOf(line, page) ?? []))) {
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
  }
  const least = Math.max(3, pages.length / 4);
  return pages.map((page) =>
    page.lines.filter((line) => {
      const key = keyOf(line, page);
      if (key === undefined) return true;
      return (counts.get(key) ?? 0) < least && !pageNumber.test(line.text);
    }),
  );
}

const pageNumber =
  /^(?:[-–—|\s]*(?:page|seite|p\.)?\s*(?:\d{1,4}|[ivxlc]{1,6})(?:\s*(?:of|von|\/)\s*\d{1,4})?[-–—|\s]*)$/i;

function keyOf({ text, y }: PdfLine, { height }: Page): string | undefined {
  if (y === undefined || (y > height * 0.1 && y < height * 0.9)) return undefined;
  return `${Math.round(y / 4)} ${text.replace(/\d+|\b[ivxlc]+\b/gi, '#')}`;
}
