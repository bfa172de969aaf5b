import { type LogMessage, load as loadAsciiDoc, MemoryLogger } from '@asciidoctor/core';
import { type CheerioAPI, load } from 'cheerio';
import { cleanText, hiddenTextNotes } from '../../clean-text.ts';
import { decodeText } from './decode-text.ts';
import { formats } from './formats.ts';
import { splitFrontMatter } from './front-matter.ts';
import { documentToMarkdown } from './html-to-markdown.ts';
import { readMetadata } from './metadata.ts';
import type { Field } from './metadata-fields.ts';
import type { Parser } from './parser.ts';

/** AsciiDoc by way of HTML; attributes of the header count like front matter. Nothing but the file itself is ever read. */
export function createAsciiDocParser(): Parser {
  return {
    ...formats.asciidoc,
    async parse({ bytes, path }) {
      const decoded = decodeText(bytes);
      const { body, fields, broken, notes } = splitFrontMatter(cleanText(decoded.text));
      const logger = new MemoryLogger();
      const options = { safe: 'secure', standalone: false, sourcemap: true, attributes, logger };
      const document = await loadAsciiDoc(body, options);
      const $ = load(cleanText(String(await document.convert())));
      const includes = takeIncludes($);
      const starts = document.findBy({ context: 'table' }).map((table) => table.getLineNumber() ?? 0);
      const uneven = logger.messages.flatMap((message) =>
        /incomplete row/.test(message.text) ? [lineOf(message)] : [],
      );
      flattenTables($, starts, uneven);
      rewriteBlocks($);
      const text = cleanText(documentToMarkdown($));
      const own = [...fields, ...headerFields(document.getAttributes(), fields)];
      const { metadata, notes: metadataNotes } = readMetadata({ fields: own, text, path, broken });
      return {
        text,
        metadata,
        notes: [
          ...decoded.notes,
          ...hiddenTextNotes(decoded.text),
          ...notes,
          ...includeNotes(includes),
          ...uneven.map((line) => `line ${line}: ${unevenNote}`),
          ...metadataNotes,
        ],
      };
    },
  };
}

/** The day of reading is no part of a document: the same bytes must always give the same text. */
const attributes = {
  showtitle: '',
  ...Object.fromEntries(
    ['doc', 'local'].flatMap((what) => ['date', 'time', 'datetime', 'year'].map((part) => [what + part, ''])),
  ),
};

/** In secure mode an include is left as a link to what it names. */
function takeIncludes($: CheerioAPI): string[] {
  const links = $('a.include');
  const targets = links.toArray().map((link) => $(link).attr('href') ?? '');
  links.remove();
  return targets;
}

function includeNotes(targets: readonly string[]): string[] {
  if (targets.length === 0) return [];
  const shown = [...new Set(targets)].slice(0, 5).join(', ');
  return [
    `includes ${shown}${targets.length > 5 ? ', …' : ''}, which is not read: only the file's own text is indexed`,
  ];
}

const unevenNote = 'a table has rows with too many or too few cells: its lines are kept, its columns are not certain';

function lineOf({ sourceLocation }: LogMessage): number {
  return Number(sourceLocation?.lineno ?? 0);
}

/** Where a row has a cell too many or too few, all cells after it stand in a wrong column. */
function flattenTables($: CheerioAPI, starts: readonly number[], ends: readonly number[]): void {
  const tables = $('table.tableblock').toArray();
  for (const end of ends) {
    const table = tables[starts.findLastIndex((start) => start <= end)];
    if (table === undefined) continue;
    const lines = $(table)
      .find('caption, tr')
      .toArray()
      .map((row) => $(row).find('td, th').addBack('caption').toArray())
      .map((cells) =>
        cells
          .map((cell) => $(cell).text().trim())
          .filter((text) => text !== '')
          .join(' '),
      );
    const flat = $('<div>');
    for (const line of lines) flat.append($('<p>').text(line));
    $(table).replaceWith(flat);
  }
}

/** Admonitions are tables only to look right; captions and terms are set off; links back from footnotes lead nowhere. */
function rewriteBlocks($: CheerioAPI): void {
  $('.admonitionblock').each((_, element) => {
    const kind = $(element).find('td.icon').first().text().trim();
    const content = $(element).find('td.content').first();
    const lead = $('<p>').append($('<strong>').text(`${kind}:`));
    if (content.children('.paragraph, .ulist, .olist, .title').length === 0)
      lead.append(' ').append(content.contents());
    $(element).replaceWith($('<div>').append(lead).append(content.contents()));
  });
  $('div.title').each((_, element) => {
    $(element).replaceWith($('<p>').append($('<strong>').append($(element).contents())));
  });
  $('dt').each((_, element) => {
    $(element).replaceWith($('<p>').append($('<strong>').append($(element).contents())));
  });
  $('a[href^="#_footnoteref"]').each((_, element) => {
    $(element).replaceWith(`[${$(element).text()}]`);
  });
  $('.hdlist td').each((_, element) => {
    $(element).replaceWith($('<div>').append($(element).contents()));
  });
}

/** The header's own line of author, number and day of revision, and the attributes below it. */
function headerFields(values: Readonly<Record<string, unknown>>, given: readonly Field[]): Field[] {
  const named = new Set(given.map(([key]) => key.toLowerCase()));
  const fields: Field[] = [
    ['title', values.doctitle],
    ['author', values.authors ?? values.author],
    ['updated', values.revdate],
    ['tags', values.keywords],
    ...Object.entries(values).filter(([key]) => !builtIn.has(key)),
  ];
  return fields.filter(([key, value]) => typeof value === 'string' && value !== '' && !named.has(key));
}

const builtIn = new Set(['doctitle', 'author', 'authors', 'keywords', 'title']);
