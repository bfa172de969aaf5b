const open = String.raw`\{%-?\s*`;
const close = String.raw`\s*-?%\}`;
const anyTag = String.raw`(?:\{\{[%<][\s\S]{0,1000}?[%>]\}\}|\{%(?:[^%]|%(?!\})){0,1000}%\})`;

const template = new RegExp(
  [
    `${open}comment${close}[\\s\\S]*?${open}endcomment${close}`,
    String.raw`!?\[(?<label>[^\[\]\n]*(?:\n[^\[\]\n]+)?)\]\(\s*${anyTag}[^()\s]*\s*\)`,
    anyTag,
  ].join('|'),
  'g',
);

/** Removes the tags of Liquid, Jinja and Hugo (`{% … %}`, `{{< … >}}`) and what they comment out; a link to one leaves its label. */
export function stripTemplateTags(source: string, code: readonly { start: number; end: number }[]): string {
  return source.replace(template, (match, ...rest) => {
    const groups: { label?: string } = rest.at(-1);
    const at: number = rest.at(-3);
    return code.some(({ start, end }) => at >= start && at < end) ? match : (groups.label ?? '');
  });
}
