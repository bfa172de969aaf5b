/** Keeps one line of plain text from being taken for a heading, a code fence, an underline or HTML. */
export function escapeMarkdownLine(line: string): string {
  return escapeTags(line).replace(/^(\s*)(#{1,6}(?=\s|$)|`{3,}|~{3,}|=+\s*$|-+\s*$)/, '$1\\$2');
}

/** `<` before a letter would begin a tag. */
export function escapeTags(text: string): string {
  return text.replace(/<(?=[a-z/!?])/gi, '\\<');
}
