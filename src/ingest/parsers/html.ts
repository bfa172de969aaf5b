import { type CheerioAPI, load } from 'cheerio';
import { cleanText, hiddenTextNotes } from '../../clean-text.ts';
import { decodeText } from './decode-text.ts';
import { formats } from './formats.ts';
import { documentToMarkdown } from './html-to-markdown.ts';
import { readMetadata } from './metadata.ts';
import type { Field } from './metadata-fields.ts';
import type { Parser } from './parser.ts';

/** The text of a web page without its chrome; `meta` elements with the names that front matter knows count like front matter. */
export function createHtmlParser(): Parser {
  return {
    ...formats.html,
    async parse({ bytes, path }) {
      const decoded = decodeText(bytes, { html: true });
      const $ = load(cleanText(decoded.text));
      const fields = readFields($);
      // Entities are decoded only now, and can stand for invisible characters too.
      const raw = documentToMarkdown($);
      const text = cleanText(raw);
      const { metadata, notes } = readMetadata({ fields, text, path });
      return { text, metadata, notes: [...decoded.notes, ...hiddenTextNotes(decoded.text + raw), ...notes] };
    },
  };
}

/** What people see as the heading is a better title than the browser's, which often ends in the site's name. */
function readFields($: CheerioAPI): Field[] {
  const headings = $('h1');
  const title = headings.length === 1 ? headings.text() : $('title').first().text();
  const fields = new Map<string, string>([['title', title.replace(/\s+/g, ' ')]]);
  const add = (name: string | undefined, content: string | undefined) => {
    const key =
      name
        ?.replace(/^(?:article|dc|dcterms)[.:]/i, '')
        .replace(/_time$/, '')
        .toLowerCase() ?? '';
    // Sites put the address of a profile where the author's name belongs.
    if (content !== undefined && !(key === 'author' && content.startsWith('http')) && !fields.has(key))
      fields.set(key, content);
  };
  add('url', $('link[rel=canonical]').attr('href'));
  for (const element of $('meta[content]').toArray()) {
    add(
      $(element).attr('name') ?? $(element).attr('property') ?? $(element).attr('http-equiv'),
      $(element).attr('content'),
    );
  }
  return [...fields];
}
