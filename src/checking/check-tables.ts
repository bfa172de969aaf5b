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
  let columns: number | undefined;
  let before: string | undefined;
  let fence: string | undefined;
  for (const [i, line] of source.split('\n').entries()) {
    const marks = fenceMarks(line);
    if (marks !== undefined) fence = fence === undefined ? marks : marks[0] === fence[0] ? undefined : fence;
    const isRow = fence === undefined && /^ {0,3}\|.*\|\s*$/.test(line);
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
        add(i + 1, `has ${cells} columns below a header of ${cellsOf(before)}: the table is read as plain text`);
        columns = cells;
      }
    } else if (columns !== undefined && cells !== columns) {
      add(i + 1, `has ${cells} cells in a table of ${columns} columns: a value may stand under the wrong heading`);
    }
    before = line;
  }
  return found;
}

const noDelimiter =
  'begins a table without a line like |---|---| below its header: it is read as plain text, without columns';
const loneRow = 'looks like the header of a table that has no rows';

function isDelimiter(line: string): boolean {
  return /^[\s|:-]+$/.test(line) && line.includes('-');
}

function cellsOf(line: string): number {
  const inner = line.trim().replace(/^\|/, '').replace(/\|$/, '');
  return (inner.replace(/\\\|/g, '').match(/\|/g) ?? []).length + 1;
}
