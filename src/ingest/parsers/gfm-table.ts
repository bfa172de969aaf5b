import { escapeTags } from './escape-markdown.ts';

/** A GFM table of plain texts; rows are filled up to the width of the widest. */
export function gfmTable(header: readonly string[], body: readonly (readonly string[])[]): string {
  const width = Math.max(header.length, ...body.map((row) => row.length));
  const line = (row: readonly string[]) =>
    `| ${Array.from({ length: width }, (_, i) => cell(row[i] ?? '')).join(' | ')} |`;
  return [line(header), `|${' --- |'.repeat(width)}`, ...body.map(line)].join('\n');
}

function cell(text: string): string {
  return escapeTags(text.replace(/\s+/g, ' ').trim()).replace(/(?<!\\)\|/g, '\\|');
}
