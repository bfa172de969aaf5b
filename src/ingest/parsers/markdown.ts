import { cleanText, hiddenTextNotes } from '../../clean-text.ts';
import { decodeText } from './decode-text.ts';
import { formats } from './formats.ts';
import { splitFrontMatter } from './front-matter.ts';
import { readMetadata } from './metadata.ts';
import type { Parser } from './parser.ts';
import { reduceMarkdown } from './reduce-markdown.ts';

/** The source text stays as it is, but for front matter, HTML, template tags, setext headings and link definitions. */
export function createMarkdownParser(): Parser {
  return {
    ...formats.markdown,
    async parse({ bytes, path }) {
      const decoded = decodeText(bytes);
      const source = cleanText(decoded.text);
      const { body, fields, broken, notes } = splitFrontMatter(source);
      const text = await reduceMarkdown(body);
      const { metadata, notes: metadataNotes } = readMetadata({ fields, text, path, broken });
      return {
        text,
        metadata,
        notes: [...decoded.notes, ...hiddenTextNotes(decoded.text), ...notes, ...metadataNotes],
      };
    },
  };
}
