import type { Span } from '../domain.ts';
import { isTableDelimiter, isTableRow } from '../line-kinds.ts';
import { followLists } from './lists.ts';
import type { Line, Section } from './outline.ts';

export interface Piece extends Span {
  /** Where the text stands that the piece needs beside it once it is parted from it. */
  readonly lead?: Span;
}

/** Blocks of a section (what blank lines divide), those over `maxChars` in pieces; none begins or ends in blank space. */
export function piecesOf(text: string, section: Section, maxChars: number): Piece[] {
  const pieces: Piece[] = [];
  const introductions = followLists(text);
  for (const block of blocksOf(text, section.lines)) {
    const table = tableIn(text, block);
    const introduction = introductions(block, table === undefined);
    for (const span of cut(text, block, maxChars, table)) {
      const lead = table !== undefined && span.start >= table.rowsStart ? table.header : introduction(span.start);
      const isShort = lead !== undefined && lead.end - lead.start <= maxChars;
      pieces.push(isShort ? { ...span, lead } : span);
    }
  }
  return pieces;
}

export interface Block extends Span {
  readonly lines: readonly Line[];
}

function* blocksOf(text: string, lines: readonly Line[]): Generator<Block> {
  let current: Line[] = [];
  for (const line of [...lines, undefined]) {
    if (line !== undefined && text.slice(line.start, line.end).trim() !== '') {
      current.push(line);
      continue;
    }
    const [first, last] = [current[0], current.at(-1)];
    if (first !== undefined && last !== undefined) {
      yield { ...trim(text, { start: first.start, end: last.end }), lines: current };
    }
    current = [];
  }
}

interface Table {
  /** Header and delimiter rows. */
  readonly header: Span;
  readonly rowsStart: number;
}

function tableIn(text: string, { lines, end }: Block): Table | undefined {
  const content = (line: Line | undefined) => (line === undefined || line.code ? '' : text.slice(line.start, line.end));
  const delimiter = lines.findIndex(
    (line, n) => n > 0 && content(lines[n - 1]).includes('|') && isTableDelimiter(content(line)),
  );
  if (delimiter === -1) return undefined;
  let first = delimiter - 1;
  while (isTableRow(content(lines[first - 1]))) first -= 1;
  const headerEnd = lines[delimiter]?.end ?? end;
  return { header: trim(text, { start: lines[first]?.start ?? 0, end: headerEnd }), rowsStart: headerEnd + 1 };
}

function* cut(text: string, block: Span, maxChars: number, table: Table | undefined): Generator<Span> {
  let { start } = block;
  while (block.end - start > maxChars) {
    const at = rowBorder(text, start, maxChars, table) ?? cutPoint(text, start, maxChars);
    yield trim(text, { start, end: at });
    start = trim(text, { start: at, end: block.end }).start;
  }
  if (start < block.end) yield { start, end: block.end };
}

/** Where a table can be cut: between two rows; below its header only if that and the first row don't fit together. */
function rowBorder(text: string, start: number, maxChars: number, table: Table | undefined): number | undefined {
  if (table === undefined || start + maxChars <= table.header.start) return undefined;
  const newline = start + text.slice(start, start + maxChars).lastIndexOf('\n');
  const inHeader = newline >= table.header.start && newline < table.rowsStart;
  const fitsAlone = newline + 1 === table.rowsStart && table.header.start <= start;
  const at = inHeader && !fitsAlone ? table.header.start : newline;
  return at > start ? at : undefined;
}

/** The last line or sentence end inside the limit; the last space if that would waste most of it; else the limit. */
function cutPoint(text: string, start: number, maxChars: number): number {
  const window = text.slice(start, start + maxChars);
  const end = Math.max(window.lastIndexOf('\n'), ...sentenceMarks.map((mark) => window.lastIndexOf(mark) + 1));
  const at = end < maxChars * 0.4 ? window.lastIndexOf(' ') : end;
  if (at > 0) return start + at;
  return start + (isSurrogatePair(text, start + maxChars - 1) && maxChars > 1 ? maxChars - 1 : maxChars);
}

const sentenceMarks = ['. ', '。', '！', '？'];

function isSurrogatePair(text: string, at: number): boolean {
  return /^[\ud800-\udbff][\udc00-\udfff]$/.test(text.slice(at, at + 2));
}

function trim(text: string, { start, end }: Span): Span {
  const body = text.slice(start, end);
  return { start: start + body.length - body.trimStart().length, end: start + body.trimEnd().length };
}
