import { readPassageTitle } from '../passage-title.ts';
import type { SearchResultBlock } from '../tools/tool.ts';

/** A sentence in quotation marks; a table row as `Header: cell; Header: cell`, where its header is known. */
export function readableQuote(result: SearchResultBlock, block: number): string {
  const text = oneLine(result.content[block]?.text ?? '');
  if (!isRow(text)) return `“${withoutMarkup(text)}”`;
  const cells = cellsOf(text);
  const header = headerOf(result, block);
  if (header === undefined || header.length !== cells.length) return cells.filter((cell) => cell !== '').join(' · ');
  return cells
    .map((cell, i) => (header[i] === '' ? cell : `${header[i]}: ${cell}`))
    .filter((_, i) => cells[i] !== '')
    .join('; ');
}

export function isHeaderRow(text: string): boolean {
  return isRow(text.trim()) && delimiterRow.test(text);
}

const delimiterRow = /^[ \t]*\|?(?:[ \t]*:?-+:?[ \t]*\|)+[ \t]*(?::?-+:?[ \t]*)?$/m;

/** The cells of the header that a table row stands under. */
export function headerOf(result: SearchResultBlock, block: number): string[] | undefined {
  if (!isRow(result.content[block]?.text.trim() ?? '')) return undefined;
  const above = result.content.slice(0, block).findLast(({ text }) => isHeaderRow(text));
  const line = above?.text.trim().split('\n')[0] ?? readPassageTitle(result.title).lead.findLast(isRow);
  return line === undefined ? undefined : cellsOf(line);
}

function isRow(text: string): boolean {
  return text.startsWith('|');
}

function cellsOf(row: string): string[] {
  const inner = row.trim().replace(/^\|/, '').replace(/\|$/, '');
  return inner.split(/(?<!\\)\|/).map((cell) => withoutMarkup(oneLine(cell.replaceAll('\\|', '|'))));
}

/** List markers, heading marks and emphasis are layout, not words. */
function withoutMarkup(text: string): string {
  return text
    .replace(/^(?:[-*+•>]|\(?\d{1,3}[.)]|#{1,6})\s+/, '')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/(\*\*|__|`)/g, '');
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
