import { escapeMarkdownLine } from './escape-markdown.ts';
import { bodySize, linesOfPage, type PdfLine, type TextRun } from './pdf-lines.ts';

/** Markdown of each page: lines as they are set, larger lines as headings, a blank line where the page leaves one. */
export function pagesToMarkdown(pages: readonly (readonly TextRun[])[]): string[] {
  const lines = pages.map(linesOfPage);
  const all = lines.flat();
  const isHeading = headingTest(all);
  const words = new Set(all.flatMap(({ text }) => text.toLowerCase().match(/\p{L}+/gu) ?? []));
  return lines.map((page) => joinHyphens(joinLines(page, isHeading), words));
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

function joinLines(lines: readonly PdfLine[], isHeading: (line: PdfLine) => boolean): string {
  const leading = usualLeading(lines);
  let result = '';
  let previous: PdfLine | undefined;
  for (const line of lines) {
    const heading = isHeading(line);
    const goesOn =
      previous !== undefined &&
      heading &&
      isHeading(previous) &&
      previous.size === line.size &&
      !isGap(previous, line, leading * 1.6);
    const text = escapeMarkdownLine(line.text);
    if (goesOn) result += ` ${text}`;
    else if (heading) result += `\n\n## ${text}`;
    else
      result += `${previous !== undefined && (isHeading(previous) || isGap(previous, line, leading)) ? '\n\n' : '\n'}${text}`;
    previous = line;
  }
  return result.trim();
}

/** The most common distance between two lines; headings and gaps are rarer than lines of a paragraph. */
function usualLeading(lines: readonly PdfLine[]): number {
  const gaps = lines.flatMap((line, i) => {
    const gap = (lines[i - 1]?.y ?? Number.NaN) - (line.y ?? Number.NaN);
    return gap > 1 ? [gap] : [];
  });
  return gaps.sort((a, b) => a - b)[Math.floor(gaps.length / 2)] ?? 0;
}

function isGap(above: PdfLine, below: PdfLine, leading: number): boolean {
  return above.y !== undefined && below.y !== undefined && leading > 0 && above.y - below.y > leading * 1.3;
}

/**
 * A word cut at a soft hyphen (which some fonts map to U+FFFE or U+0002) becomes whole again; one cut at a plain hyphen
 * only if the document has it elsewhere in one piece, since the hyphen may be its own.
 */
function joinHyphens(text: string, words: ReadonlySet<string>): string {
  return text.replace(softHyphenAtEnd, '').replace(/(\p{L}+)-\n(\p{Ll}+)/gu, (cut, left: string, right: string) => {
    const whole = left + right;
    return words.has(whole.toLowerCase()) ? `${whole}` : cut;
  });
}

const softHyphenAtEnd = /(?:\u00ad|\ufffe|(?![\t\n])\p{Cc})(?:[ \t]*\n(?=\p{Ll}))?/gu;
