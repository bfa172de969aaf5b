import type { Nodes, Table } from 'mdast';
import { parseMarkdown } from './markdown.ts';
import { fits, markdownUnit, maxPart, type Unit } from './parts.ts';
import { splitText } from './split.ts';

const maxTableChars = 10_000;
const maxRows = 100;
const maxColumns = 20;
/** Every table has one of these; reading Markdown takes longer than looking for them. */
const tableSigns = /\||:-|-:/;

/**
 * Escaped Markdown in units of one message, each with at most one table. A table is never cut; one that Slack would not
 * draw, or that stands inside a list or a quote, is written as lines.
 */
export function textUnits(markdown: string): Unit[] {
  const groups: Segment[][] = [];
  for (const segment of segments(markdown)) {
    const last = groups.at(-1);
    if (last && fits([toUnit([...last, segment])])) last.push(segment);
    else groups.push([segment]);
  }
  return groups.map(toUnit);
}

interface Segment {
  readonly text: string;
  readonly isTable: boolean;
}

function segments(markdown: string): Segment[] {
  const found: Segment[] = [];
  let from = 0;
  const addText = (end: number) => {
    const text = flattenTables(markdown.slice(from, end)).replace(/^(?:[ \t]*\n)+/, '');
    found.push(...splitText(text, maxPart).map((piece) => ({ text: piece, isTable: false })));
  };
  for (const { start, end } of drawnTables(markdown)) {
    addText(start);
    found.push({ text: markdown.slice(start, end), isTable: true });
    from = end;
  }
  addText(markdown.length);
  return found;
}

function toUnit(group: readonly Segment[]): Unit {
  const text = group.map((each) => each.text).join('\n\n');
  const plain = group.map((each) => (each.isTable ? flattenTables(each.text) : each.text)).join('\n\n');
  return { ...markdownUnit(text, plain), tables: group.filter(({ isTable }) => isTable).length };
}

/** Tables as lists with a line a row: no raw bars where a table is not drawn. */
export function flattenTables(markdown: string): string {
  if (!tableSigns.test(markdown)) return markdown;
  let flat = '';
  let from = 0;
  for (const table of tablesIn(parseMarkdown(markdown))) {
    const end = table.position?.end.offset ?? from;
    for (const row of table.children) {
      const [start = from, rowEnd = from] = [row.position?.start.offset, row.position?.end.offset];
      // Between two rows stands what precedes each line of a quote or a list, after the head also the line of dashes.
      const between = markdown.slice(from, start);
      flat += row === table.children[0] ? between : `\n${between.slice(between.lastIndexOf('\n') + 1)}`;
      const cells = row.children.map((cell) =>
        cellSource(markdown, cell.position?.start.offset, cell.position?.end.offset),
      );
      flat += `- ${cells.join(' · ')}`;
      from = rowEnd;
    }
    from = end;
  }
  return flat + markdown.slice(from);
}

function cellSource(markdown: string, start = 0, end = 0): string {
  return markdown.slice(start, end).replace(/^\|?\s*|\s*(?<!\\)\|?$/g, '');
}

function drawnTables(markdown: string): { readonly start: number; readonly end: number }[] {
  if (!tableSigns.test(markdown)) return [];
  const root = parseMarkdown(markdown);
  const top = 'children' in root ? root.children : [];
  return top.flatMap((node) => {
    const [start, end] = [node.position?.start.offset, node.position?.end.offset];
    if (node.type !== 'table' || start === undefined || end === undefined) return [];
    const columns = Math.max(...node.children.map((row) => row.children.length));
    const length = Math.max(end - start, flattenTables(markdown.slice(start, end)).length);
    return length <= maxTableChars && node.children.length <= maxRows && columns <= maxColumns ? [{ start, end }] : [];
  });
}

function tablesIn(node: Nodes): Table[] {
  if (node.type === 'table') return [node];
  return 'children' in node ? node.children.flatMap(tablesIn) : [];
}
