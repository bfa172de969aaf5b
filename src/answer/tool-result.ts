import type { SearchResultBlock, ToolContent } from '../tools/tool.ts';

/** What a tool gave back, as it may stand in a conversation: no longer than `maxChars`, and nothing but text. */
export function toResultContent(content: readonly ToolContent[], maxChars: number): ToolContent[] {
  const kept: ToolContent[] = [];
  let left = maxChars;
  let dropped = 0;
  for (const item of content) {
    if (item.type === 'search_result') {
      const chars = lengthOf(item);
      if (chars > left) dropped += 1;
      else kept.push(item);
      left -= chars > left ? 0 : chars;
      continue;
    }
    const text = readable(item.text);
    if (text.trim() === '') continue;
    if (left <= 0) dropped += 1;
    else kept.push({ type: 'text', text: cut(text, left) });
    left -= Math.min(text.length, Math.max(left, 0));
  }
  if (dropped > 0) kept.push({ type: 'text', text: `(${dropped} more were left out, since the result is too long.)` });
  return kept.length > 0 ? kept : [{ type: 'text', text: '(no content)' }];
}

/** A cut in the middle of a pair of surrogates would leave half a character, which the API refuses. */
function cut(text: string, maxChars: number): string {
  if (text.length <= maxChars) return text;
  const end = /[\ud800-\udbff]$/.test(text.slice(0, maxChars)) ? maxChars - 1 : maxChars;
  return `${text.slice(0, end)}\n(Cut: the first ${end} of ${text.length} characters.)`;
}

function readable(text: string): string {
  if (!isBinary(text)) return text.isWellFormed() ? text : text.toWellFormed();
  return `(A binary result of ${text.length} characters was left out: it can't be read as text.)`;
}

const sampledChars = 4096;
const mostUnreadable = 0.1;

/** A zero byte, or many characters that no text has. */
function isBinary(text: string): boolean {
  const sample = text.slice(0, sampledChars);
  if (sample.includes('\0')) return true;
  const odd = sample.match(/(?![\t\n\v\f\r])[\p{Cc}\ufffd]/gu)?.length ?? 0;
  return odd > 0 && odd >= sample.length * mostUnreadable;
}

function lengthOf({ content }: SearchResultBlock): number {
  return content.reduce((chars, { text }) => chars + text.length, 0);
}
