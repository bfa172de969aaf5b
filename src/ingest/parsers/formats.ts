/** Counts changes of what all parsers share: cleaning, metadata, escaping. */
const shared = 6;

interface FormatFacts {
  readonly version: string;
  readonly extensions: readonly string[];
}

/** What is known of each format without loading its parser; raise the number behind a name when its results change. */
export const formats = {
  markdown: { version: `markdown-${shared}.1`, extensions: ['.md', '.markdown'] },
  'plain-text': { version: `plain-text-${shared}.1`, extensions: ['.txt', '.text'] },
  html: { version: `html-${shared}.1`, extensions: ['.html', '.htm'] },
  docx: { version: `docx-${shared}.2`, extensions: ['.docx'] },
  pdf: { version: `pdf-${shared}.2`, extensions: ['.pdf'] },
  pptx: { version: `pptx-${shared}.1`, extensions: ['.pptx'] },
  xlsx: { version: `xlsx-${shared}.1`, extensions: ['.xlsx'] },
  odt: { version: `odt-${shared}.1`, extensions: ['.odt'] },
  asciidoc: { version: `asciidoc-${shared}.1`, extensions: ['.adoc', '.asciidoc'] },
} as const satisfies Readonly<Record<string, FormatFacts>>;

export type FormatName = keyof typeof formats;
