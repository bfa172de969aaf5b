/** The first ATX heading outside fenced code, without its inline marks. */
export function firstHeading(text: string): string | undefined {
  let fence: string | undefined;
  for (const line of text.split('\n')) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (mark !== undefined) fence = fence === undefined ? mark : mark.startsWith(fence) ? undefined : fence;
    const heading = fence === undefined ? /^ {0,3}#{1,6}[ \t]+(.*?)(?:[ \t]+#+)?[ \t]*$/.exec(line)?.[1] : undefined;
    const plain = heading
      ?.replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
      .replace(/[*`]|\\(?=[^\w\s])/g, '')
      .trim();
    if (plain) return plain;
  }
  return undefined;
}

/** The file's name without extension, hyphens and underscores as spaces. */
export function titleOfPath(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return (
    name
      .replace(/(?<=.)\.[^.]*$/, '')
      .replace(/[-_]+/g, ' ')
      .trim() || name
  );
}

/** A title from file properties, unless it is what programs write there of their own accord. */
export function sensibleTitle(title: unknown): string | undefined {
  const text = typeof title === 'string' ? title.trim() : '';
  const junk =
    /^(?:\(?(?:untitled|unspecified|anonymous)\)?.*|microsoft (?:word|powerpoint) - .*|(?:document|title)\d*|.*\.(?:docx?|pdf|indd|pptx?|xlsx?|rtf|odt|md|html?))$/i;
  return text === '' || junk.test(text) ? undefined : text;
}
