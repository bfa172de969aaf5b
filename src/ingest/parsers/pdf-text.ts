import { escapeMarkdownLine } from './escape-markdown.ts';
import { bodySize, linesOfPage, type PdfLine, type TextRun } from './pdf-lines.ts';

/** Markdown of each page: lines as they are set, larger lines as headings, a blank line where the page leaves one. */
export function pagesToMarkdown(pages: readonly (readonly TextRun[])[]): string[] {
  const lines = pages.map(linesOfPage);
  const all = lines.flat();
  const isHeading = headingTest(all);
  const words = new Set(all.flatMap(({ text }) => text.toLowerCase().match(/\p{L}+/gu) ?? []));
  const leading = usualLeading(lines);
  return lines.map((page) => joinHyphens(joinLines(page, isHeading, leading), words));
}

/** Lines at least this much larger than the body are headings. */
const headingRatio = 1.15;

/** No line is a heading where large type is no exception, as on slides. */
function headingTest(lines: readonly PdfLine[]): (line: PdfLine) => boolean {
  const least = bodySize(lines) * headingRatio;
  const isHeading = ({ text, size }: PdfLine) =>
    size >= least && text.length <= 120 && /\p{L}{2}/u.test(text) && !/[.,;]$/.test(text);
  const length = (some: readonly PdfLine[]) => some.reduce((sum, { text }) => sum + text.length, 0);
  return length(lines.filter(isHeading)) > length(lines) * 0.25 ? () => false : isHeading;
}

function joinLines(lines: readonly PdfLine[], isHeading: (line: PdfLine) => boolean, leading: number): string {
  let result = '';
  let previous: PdfLine | undefined;
  for (const line of lines) {
    const heading = isHeading(line);
    const afterHeading = previous !== undefined && isHeading(previous);
    const text = escapeMarkdownLine(line.text);
    if (heading && afterHeading && previous?.size === line.size && !isGap(previous, line, leading * 1.3)) {
      result += ` ${text}`;
    } else if (heading) result += `\n\n## ${text}`;
    else result += `${afterHeading || isGap(previous, line, leading) ? '\n\n' : '\n'}${text}`;
    previous = line;
  }
  return result.trim();
}

/** The most common distance between two lines of one size, as a multiple of that size; the smaller one of equals. */
function usualLeading(pages: readonly (readonly PdfLine[])[]): number {
  const counts = new Map<number, number>();
  for (const lines of pages) {
    for (const [i, line] of lines.entries()) {
      const leading = distance(lines[i - 1], line);
      if (leading !== undefined && leading > 0.5 && leading < 4) {
        const rounded = Math.round(leading * 10) / 10;
        counts.set(rounded, (counts.get(rounded) ?? 0) + 1);
      }
    }
  }
  const byCount = [...counts].sort(([a, n], [b, m]) => m - n || a - b);
  return byCount[0]?.[0] ?? 0;
}

function isGap(above: PdfLine | undefined, below: PdfLine, leading: number): boolean {
  return leading > 0 && (distance(above, below) ?? 0) > leading * 1.3;
}

function distance(above: PdfLine | undefined, below: PdfLine): number | undefined {
  if (above?.y === undefined || below.y === undefined) return undefined;
  return (above.y - below.y) / Math.max(1, Math.min(above.size, below.size));
}

/**
 * A word cut at a soft hyphen (which some fonts map to U+FFFE or U+0002) becomes whole again; one cut at a plain hyphen
 * only if the document has it elsewhere in one piece, since the hyphen may be its own.
 */
function joinHyphens(text: string, words: ReadonlySet<string>): string {
  return text
    .replace(softHyphenAtEnd, '')
    .replace(/(?<!\p{L})(\p{L}+)-\n(\p{Ll}+)/gu, (cut, left: string, right: string) => {
      const whole = left + right;
      return words.has(whole.toLowerCase()) ? whole : cut;
    });
}

const softHyphenAtEnd = /(?:\u00ad|\ufffe|(?![\t\n])\p{Cc})(?:[ \t]*\n(?=\p{Ll}))?/gu;
