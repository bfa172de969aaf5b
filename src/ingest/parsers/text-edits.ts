export interface TextEdit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** A block of its own: if nothing is left of it, the line ends behind it go too. */
  readonly block?: boolean;
}

/** Applies edits from the front to the back; one that begins inside an earlier one is dropped. */
export function applyEdits(source: string, edits: readonly TextEdit[]): string {
  let result = '';
  let at = 0;
  for (const edit of [...edits].sort((a, b) => a.start - b.start)) {
    if (edit.start < at) continue;
    result += source.slice(at, edit.start) + edit.text;
    at = edit.end;
    if (edit.block && edit.text === '' && /(?:^|\n\n)$/.test(result)) while (source[at] === '\n') at++;
  }
  return result + source.slice(at);
}
