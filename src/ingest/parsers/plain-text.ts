import { cleanText, hiddenTextNotes } from '../../clean-text.ts';
import { decodeText } from './decode-text.ts';
import { escapeTags } from './escape-markdown.ts';
import { formats } from './formats.ts';
import { splitFrontMatter } from './front-matter.ts';
import { readMetadata } from './metadata.ts';
import type { Parser } from './parser.ts';

/** Text as it is; underlined lines become headings, and YAML front matter is read as in Markdown. */
export function createPlainTextParser(): Parser {
  return {
    ...formats['plain-text'],
    async parse({ bytes, path }) {
      const decoded = decodeText(bytes);
      const { body, fields, broken, notes } = splitFrontMatter(cleanText(decoded.text));
      const text = headingsFromUnderlines(escapeTags(body))
        .replace(/^(?:[ \t]*\n)+/, '')
        .trimEnd();
      const { metadata, notes: metadataNotes } = readMetadata({ fields, text, path, broken });
      return {
        text,
        metadata,
        notes: [...decoded.notes, ...hiddenTextNotes(decoded.text), ...notes, ...metadataNotes],
      };
    },
  };
}

/** One line with a line of `=` or `-` below it, about as long, as reStructuredText and old text files have it. */
function headingsFromUnderlines(text: string): string {
  return text.replace(
    /(?<=^|\n)(?:(=+|-+)\n)?([^\s#>|+*-][^\n]{0,119})\n(={3,}|-{3,})[ \t]*(?:\n+|$)/g,
    (whole, _overline, title: string, underline: string) =>
      underline.length < title.trimEnd().length / 2
        ? whole
        : `${underline.startsWith('=') ? '#' : '##'} ${title.trim()}\n\n`,
  );
}
