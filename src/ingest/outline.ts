import type { Span } from '../domain.ts';
import { fenceMarks } from '../line-kinds.ts';

export interface Line extends Span {
  /** Inside fenced code, fences included, where `#`, `-` and `|` have no meaning. */
  readonly code: boolean;
}

/** What stands between two headings on one page. */
export interface Section {
  /** Outermost first, without Markdown. */
  readonly headings: readonly string[];
  /** From 1; absent where the document has no pages. */
  readonly page?: number;
  readonly lines: readonly Line[];
}

/** Sections of a Markdown text in order; ATX headings and page starts divide, fenced code hides headings. */
export function outline(text: string, pageStarts: readonly number[] = []): Section[] {
  const sections: Section[] = [];
  let path: { level: number; name: string }[] = [];
  let lines: Line[] = [];
  let page = pageStarts.length > 0 ? 1 : undefined;
  let fence: string | undefined;
  const open = () => {
    lines = [];
    const headings = path.map(({ name }) => name).filter((name) => name !== '');
    sections.push(page === undefined ? { headings, lines } : { headings, page, lines });
  };
  open();
  for (const line of linesOf(text, pageStarts)) {
    if (line.page !== page) {
      page = line.page;
      // Marks that look like a fence on one page must not hide the headings of all others.
      fence = undefined;
      open();
    }
    const { start, end } = line;
    const content = text.slice(start, end);
    const marks = fenceMarks(content);
    const heading = fence === undefined && marks === undefined ? atxHeading(content) : undefined;
    if (heading === undefined) {
      lines.push({ start, end, code: fence !== undefined || marks !== undefined });
      if (marks !== undefined) fence = fenceAfter(fence, marks, content);
    } else {
      path = [...path.filter(({ level }) => level < heading.level), heading];
      open();
    }
  }
  return sections;
}

/** The text as one section a page, headings included. */
export function pagesOf(text: string, pageStarts: readonly number[] = []): Section[] {
  const pages = Map.groupBy(linesOf(text, pageStarts), ({ page }) => page);
  return [...pages].map(([page, lines]) => ({
    headings: [],
    ...(page === undefined ? {} : { page }),
    lines: lines.map(({ start, end }) => ({ start, end, code: false })),
  }));
}

function* linesOf(text: string, pageStarts: readonly number[]): Generator<Span & { page: number | undefined }> {
  let next = 0;
  let start = 0;
  while (start <= text.length) {
    while ((pageStarts[next] ?? Number.POSITIVE_INFINITY) <= start) next += 1;
    const newline = text.indexOf('\n', start);
    const lineEnd = newline === -1 ? text.length : newline;
    const end = Math.min(lineEnd, pageStarts[next] ?? lineEnd);
    yield { start, end, page: pageStarts.length > 0 ? Math.max(next, 1) : undefined };
    start = end === lineEnd ? end + 1 : end;
  }
}

function fenceAfter(open: string | undefined, marks: string, line: string): string | undefined {
  if (open === undefined) return marks;
  const closes = marks[0] === open[0] && marks.length >= open.length && line.trimEnd().endsWith(marks);
  return closes ? undefined : open;
}

function atxHeading(line: string): { level: number; name: string } | undefined {
  const match = /^ {0,3}(#{1,6})(?:[ \t]+(.*))?$/s.exec(line.trimEnd());
  return match?.[1] === undefined ? undefined : { level: match[1].length, name: nameOf(match[2] ?? '') };
}

/** Nobody reads a longer one, and every passage below carries it. */
const maxHeadingChars = 200;

/** Without closing marks, `{#id}`, links, emphasis and escapes: a path is shown to people and matched as words. */
function nameOf(heading: string): string {
  const name = withoutClosingMarks(heading.trim())
    .replace(/\{#[^{}]*\}$/, '')
    .replace(/!?\[([^[\]]*)\](?:\([^()]*\)|\[[^[\]]*\])/g, '$1')
    .replace(/\\([!-/:-@[-`{-~])|[*`]+|(?<![\p{L}\p{N}])_+|_+(?![\p{L}\p{N}])/gu, '$1')
    .replace(/\s+/g, ' ')
    .trim();
  return name.length <= maxHeadingChars ? name : `${name.slice(0, maxHeadingChars).toWellFormed().trimEnd()}…`;
}

function withoutClosingMarks(heading: string): string {
  let end = heading.length;
  while (heading[end - 1] === '#') end -= 1;
  return end === 0 || /\s/.test(heading.charAt(end - 1)) ? heading.slice(0, end).trimEnd() : heading;
}
