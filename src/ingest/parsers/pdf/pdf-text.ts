import { escapeMarkdownLine } from '../escape-markdown.ts';
import { isTable, layOutPage, type PageItem } from './page-layout.ts';
import { bodySize, linesOfPage, type PdfLine } from './pdf-lines.ts';
import { withoutRunningLines } from './running-lines.ts';
import { type PageText, withoutDoubles } from './text-run.ts';

export interface PagesReading {
  /** Markdown of each page. */
  readonly markdown: readonly string[];
  /** Pages, from 1, with a table whose columns are not certain; its lines stand as they are set. */
  readonly unsafeTables: readonly number[];
}

/** Lines as they are set, larger lines as headings, tables as tables, a blank line where the page leaves one. */
export function pagesToMarkdown(pages: readonly PageText[]): PagesReading {
  const lines = withoutRunningLines(
    pages.map(({ height, runs }) => ({ height, lines: linesOfPage(withoutDoubles(runs)) })),
  );
  const all = lines.flat();
  const isHeading = headingTest(all);
  const words = new Set(all.flatMap(({ text }) => text.toLowerCase().match(/\p{L}+/gu) ?? []));
  const leading = usualLeading(lines);
  const layouts = lines.map(layOutPage);
  return {
    markdown: layouts.map(({ items }) => mendLetters(joinHyphens(joinLines(items, isHeading, leading), words))),
    unsafeTables: layouts.flatMap(({ unsafeTable }, i) => (unsafeTable ? [i + 1] : [])),
  };
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

function joinLines(items: readonly PageItem[], isHeading: (line: PdfLine) => boolean, leading: number): string {
  let result = '';
  let previous: PageItem | undefined;
  for (const item of withNumbersJoined(items)) {
    if (isTable(item)) result += `\n\n${item.markdown}\n\n`;
    else {
      const before = previous === undefined || isTable(previous) ? undefined : previous;
      const heading = isHeading(item);
      const afterHeading = before !== undefined && isHeading(before);
      const text = escapeMarkdownLine(item.text);
      if (heading && afterHeading && before?.size === item.size && !isGap(before, item, leading * 1.3)) {
        result += ` ${text}`;
      } else if (heading) result += `\n\n## ${text}`;
      else result += `${afterHeading || isGap(before, item, leading) ? '\n\n' : '\n'}${text}`;
    }
    previous = item;
  }
  return result.replace(/\n{3,}/g, '\n\n').trim();
}

/** The number of a clause that stands on a line of its own begins the line that follows. */
function withNumbersJoined(items: readonly PageItem[]): PageItem[] {
  const joined: PageItem[] = [];
  for (const item of items) {
    const last = joined.at(-1);
    const isNumbered =
      last !== undefined &&
      !isTable(last) &&
      !isTable(item) &&
      /^(?:\(?\d+(?:\.\d+)*[.)]|\(?[a-z]\)|\.\d+)$/.test(last.text);
    if (isNumbered && (distance(last, item) ?? 0) < 2.5)
      joined[joined.length - 1] = { ...item, text: `${last.text} ${item.text}` };
    else joined.push(item);
  }
  return joined;
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

/** Arabic fonts draw lam and alef as one sign, which many files write back to front; no word has them so. */
function mendLetters(text: string): string {
  return text.replace(/\u0627([\u0622\u0623\u0625])\u0644/g, '\u0627\u0644$1');
}
