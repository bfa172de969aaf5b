/** Elements that begin a new line where they are shown. */
const blockTag =
  /^(?:address|article|aside|blockquote|br|center|dd|details|div|dl|dt|fieldset|figcaption|figure|footer|form|h[1-6]|header|hr|li|main|nav|ol|p|pre|section|summary|table|tbody|td|tfoot|th|thead|tr|ul)$/i;

const tag = /<\/?([a-z][\w:.-]*)(?:"[^"]*"|'[^']*'|[^'">])*>/gi;

/** What stands for one tag: `lineBreak` for block elements, marks for struck-out text and exponents, else nothing. */
export function textOfTag(html: string, lineBreak: string, next = ''): string {
  const name = /^<\/?([a-z][\w:.-]*)/i.exec(html)?.[1]?.toLowerCase() ?? '';
  if (blockTag.test(name)) return lineBreak;
  // Without its tag, struck-out text would read as valid, and 20<sup>1</sup> as 201.
  if (name === 'del' || name === 's' || name === 'strike') return '~~';
  return name === 'sup' && !html.startsWith('</') && /^\d/.test(next) ? '^' : '';
}

/** Removes tags, comments, scripts and styles from a piece of HTML and keeps its text, entities as they are written. */
export function stripTags(html: string, lineBreak: string): string {
  return html
    .replace(/<!--[\s\S]*?(?:-->|$)|<\?[\s\S]*?(?:\?>|$)|<![a-z][^>]*(?:>|$)/gi, '')
    .replace(/<!\[CDATA\[([\s\S]*?)(?:\]\]>|$)/g, '$1')
    .replace(/<(script|style)\b[\s\S]*?(?:<\/\1\s*>|$)/gi, '')
    .replace(tag, (html, _name, at: number, whole: string) =>
      textOfTag(html, lineBreak, whole.slice(at + html.length, at + html.length + 1)),
    )
    .replace(/<\/?[a-z][^<>]*$/i, '');
}
