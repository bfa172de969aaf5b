import { load } from 'cheerio';
import { cleanText, hiddenTextNotes } from '../../clean-text.ts';
import { sensibleTitle } from './document-title.ts';
import { formats } from './formats.ts';
import { documentToMarkdown } from './html-to-markdown.ts';
import { readMetadata } from './metadata.ts';
import type { Field } from './metadata-fields.ts';
import { odtToHtml } from './office/odt-html.ts';
import { loadPart, openOfficeFile, readPart } from './office/office-part.ts';
import type { Parser } from './parser.ts';
import type { ZipArchive } from './read-zip.ts';
import { unreadable } from './unreadable.ts';

/** Body text of an OpenDocument text; comments, deleted text, hidden text, headers, footers and indexes are left out. */
export function createOdtParser(): Parser {
  return {
    ...formats.odt,
    async parse({ bytes, path }) {
      const zip = openOfficeFile(bytes);
      if (/<[\w:]*encryption-data\b/.test(readPart(zip, 'META-INF/manifest.xml') ?? '')) {
        throw unreadable('needs a password: save a copy without one');
      }
      const xml = readPart(zip, 'content.xml') ?? '';
      if (!/<office:text\b/.test(xml))
        throw unreadable('is an OpenDocument file, but not a text: save it as .odt, .xlsx or .pptx');
      const html = odtToHtml(loadPart(xml), loadPart(readPart(zip, 'styles.xml') ?? ''));
      const text = cleanText(documentToMarkdown(load(cleanText(html))));
      const { metadata, notes } = readMetadata({ fields: readFields(zip), text, path });
      return { text, metadata, notes: [...hiddenTextNotes(html), ...notes] };
    },
  };
}

function readFields(zip: ZipArchive): Field[] {
  const $ = loadPart(readPart(zip, 'meta.xml') ?? '');
  const text = (name: string) => $(name).first().text();
  const title = sensibleTitle(text('title'));
  const own = $('user-defined')
    .toArray()
    .map((element): Field => [element.attribs.name ?? '', $(element).text()]);
  const named = new Set(own.map(([key]) => key.toLowerCase()));
  const builtIn: Field[] = [
    ...(title === undefined ? [] : [['title', title] as const]),
    ['author', text('initial-creator') || text('creator')],
    [
      'tags',
      $('keyword')
        .toArray()
        .map((element) => $(element).text()),
    ],
    ['updated', text('date').slice(0, 10)],
  ];
  return [...own, ...builtIn.filter(([key]) => !named.has(key))];
}
