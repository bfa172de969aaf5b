import { load } from 'cheerio';
import mammoth from 'mammoth';
import { cleanText, hiddenTextNotes } from '../../clean-text.ts';
import { BylawError } from '../../errors.ts';
import { formats } from './formats.ts';
import { documentToMarkdown } from './html-to-markdown.ts';
import { readMetadata } from './metadata.ts';
import { mendDocx } from './office/mend-docx.ts';
import { readOfficeFields } from './office/office-fields.ts';
import type { Parser } from './parser.ts';
import { readZip, type ZipArchive } from './read-zip.ts';
import { unreadable } from './unreadable.ts';

/** Body text of a Word document; comments, headers, footers, pictures and the table of contents are left out. */
export function createDocxParser(): Parser {
  return {
    ...formats.docx,
    async parse({ bytes, path }) {
      const zip = readZip(bytes);
      if (zip === undefined) throw unreadable('is damaged or not a Word document: open it in Word and save it again');
      const html = await toHtml(zip);
      const $ = load(cleanText(html));
      removeApparatus($);
      const text = cleanText(documentToMarkdown($));
      const { metadata, notes } = readMetadata({ fields: readOfficeFields(zip), text, path });
      return { text, metadata, notes: [...hiddenTextNotes(html), ...notes] };
    },
  };
}

const styleMap = [
  "p[style-name='Title'] => h1:fresh",
  "p[style-name='TOC Heading'] => !",
  ...Array.from({ length: 9 }, (_, i) => [
    `p[style-name='toc ${i + 1}'] => !`,
    `p[style-name='TOC ${i + 1}'] => !`,
  ]).flat(),
];

async function toHtml(zip: ZipArchive): Promise<string> {
  try {
    const result = await mammoth.convertToHtml(
      { buffer: mendDocx(zip) },
      { styleMap, includeEmbeddedStyleMap: false, convertImage: mammoth.images.imgElement(async () => ({ src: '' })) },
    );
    return result.value;
  } catch (cause) {
    if (cause instanceof BylawError) throw cause;
    throw unreadable('is damaged: open it in Word and save it again', cause);
  }
}

/** Pictures (their descriptions are mostly made by machine), links back from notes, and contents lists without toc styles. */
function removeApparatus($: ReturnType<typeof load>): void {
  $('img, a[href^="#footnote-ref"], a[href^="#endnote-ref"]').remove();
  $('p').each((_, element) => {
    const text = $(element).text().trim();
    if (text !== '' && $(element).find('a[href^="#_Toc"]').text().trim() === text) $(element).remove();
  });
}
