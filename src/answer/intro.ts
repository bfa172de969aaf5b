import { isListItem, isTableDelimiter, isTableRow } from '../line-kinds.ts';
import type { PassageClause } from './clauses.ts';

/** What introduces a quoted list item or table row: what the passage lost by a cut, and the lines before it in the passage. */
export function introOf({ stored, quote }: PassageClause): string {
  const { lead = '', text } = stored.passage;
  const first = quote.split('\n', 1)[0] ?? '';
  const isPart = isTableRow(first) ? isTableRow : isListItem(first) ? isListItem : undefined;
  const at = text.indexOf(quote);
  if (isPart === undefined || at < 0) return lead;
  const before = text.slice(0, at).split('\n').slice(0, -1);
  let n = before.length - 1;
  while (n >= 0 && (isPart(before[n] ?? '') || /^(?:\s*|\s{2,}\S.*)$/.test(before[n] ?? ''))) n -= 1;
  if (isPart === isListItem) return [lead, before[n] ?? ''].join('\n').trim();
  const rows = before.slice(n + 1);
  const header = rows.slice(0, rows.findIndex(isTableDelimiter) + 1).filter((row) => !isTableDelimiter(row));
  return [lead, ...header].join('\n').trim();
}
