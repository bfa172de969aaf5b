import { fenceMarks } from '../line-kinds.ts';
import type { CheckContext, CheckedDocument, Finding } from './finding.ts';

/** Tables in Markdown that are read otherwise than they look: a cell too many or too few moves values to another column. */
export function checkTables({ documents }: CheckContext): Finding[] {
  return documents.flatMap((document) => (isMarkdown(document) ? tablesOf(document) : []));
}

function isMarkdown({ path }: CheckedDocument): boolean {
  return /\.(?:md|markdown)$/i.test(path);
}

function tablesOf({ path, source = '' }: CheckedDocument): Finding[] {
  const found: Finding[] = [];
  const add = (line: number, message: string) => {
    found.push({ path, line, severity: 'error', check: 'table', message });
  };
  const lines = source.split('\n');
  let columns: number | undefined;
  let before: string | undefined;
  let fence: string | undefined;
  for (const [i, line] of lines.entries()) {
    const marks = fenceMarks(line);
    if (marks !== undefined) fence = fence === undefined ? marks : marks[0] === fence[0] ? undefined : fence;
    const isBareStart = before === undefined && isBareDelimiter(line, lines[i - 1]);
    if (fence === undefined && isBareStart) before = lines[i - 1];
    const isInTable = columns !== undefined && !endsTable(line);
    const isRow = fence === undefined && (isBareStart || isInTable || bordered.test(line));
    if (!isRow) {
      if (before !== undefined && columns === undefined) add(i, loneRow);
      [columns, before] = [undefined, undefined];
      continue;
    }
    const cells = cellsOf(line);
    if (columns === undefined && before !== undefined) {
      if (!isDelimiter(line)) {
        if (!isDelimiter(before)) add(i, noDelimiter);
        columns = cells;
      } else if (cellsOf(before) === cells) columns = cells;
      else {
        add(
          i + 1,
          `has ${counted(cells, 'column')} below a header of ${cellsOf(before)}: the table is read as plain text`,
        );
        columns = cells;
      }
    } else if (columns !== undefined && cells !== columns) {
      add(
        i + 1,
        `has ${counted(cells, 'cell')} in a table of ${counted(columns, 'column')}: a value may stand under the wrong heading`,
      );
    }
    before = line;
  }
  return found;
}

const noDelimiter =
  'begins a table without a line like |---|---| below its header: it is read as plain text, without columns';
const loneRow = 'looks like the header of a table that has no rows';

const bordered = /^ {0,3}\|.*\|\s*$/;

/** The second line of a table whose rows have no bars at their ends. */
function isBareDelimiter(line: string, header: string | undefined): boolean {
  return isDelimiter(line) && line.includes('|') && header?.includes('|') === true;
}

/** A line without any bar is a row, too, unless another block begins. */
function endsTable(line: string): boolean {
  return line.trim() === '' || /^ {0,3}(?:#{1,6}\s|>|[-*+]\s|\d+[.)]\s|<)/.test(line);
}

function counted(n: number, what: string): string {
  return `${n} ${what}${n === 1 ? '' : 's'}`;
}

function isDelimiter(line: string): boolean {
  return /^[\s|:-]+$/.test(line) && line.includes('-');
}

function cellsOf(line: string): number {
  const inner = line.trim().replace(/^\|/, '').replace(/\|$/, '');
  return (inner.replace(/\\\|/g, '').match(/\|/g) ?? []).length + 1;
}
