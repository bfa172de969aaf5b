import { type CheerioAPI, load } from 'cheerio';
import type { ZipArchive } from '../read-zip.ts';
import { numberLists } from './docx-numbers.ts';
import { readPart } from './office-part.ts';
import { writeZip } from './write-zip.ts';

/**
 * The document without its media, and with what mammoth would lose written so that it keeps it: cells that a row leaves
 * out, text boxes without an older form beside them, and the numbers of lists that go on after a paragraph.
 */
export function mendDocx(zip: ZipArchive): Buffer {
  const parts = new Map<string, string>();
  for (const name of zip.names) {
    if (/\.(?:xml|rels)$/i.test(name) && !name.startsWith('docProps/')) parts.set(name, readPart(zip, name) ?? '');
  }
  for (const [name, xml] of parts) {
    if (/^word\/document\d*\.xml$/.test(name)) parts.set(name, mendBody(xml, parts));
  }
  return writeZip(parts);
}

const mendable = /<w:(?:gridBefore|gridAfter|numPr|pStyle)\b|txbxContent/;

function mendBody(xml: string, parts: ReadonlyMap<string, string>): string {
  if (!mendable.test(xml)) return xml;
  const $ = load(xml, { xml: true });
  fillRows($);
  keepTextBoxes($);
  numberLists(
    $,
    load(parts.get('word/numbering.xml') ?? '', { xml: true }),
    load(parts.get('word/styles.xml') ?? '', { xml: true }),
  );
  return $.xml();
}

/** A row may begin after the first column: without cells in their place, its values would move below other names. */
function fillRows($: CheerioAPI): void {
  $('w\\:trPr > w\\:gridBefore').each((_, element) => {
    const count = Math.min(Number(element.attribs['w:val'] ?? 0) || 0, 100);
    $(element).closest('w\\:trPr').after('<w:tc><w:p/></w:tc>'.repeat(count));
  });
}

/** Mammoth reads the form for older programs only; a box that has none, or an empty one, is rewritten in it. */
function keepTextBoxes($: CheerioAPI): void {
  $('mc\\:AlternateContent').each((_, element) => {
    const older = $(element).children('mc\\:Fallback').text().trim();
    const newer = $(element).children('mc\\:Choice');
    if (older === '' && newer.find('w\\:txbxContent').text().trim() !== '') $(element).replaceWith(newer.contents());
  });
  $('w\\:drawing').each((_, element) => {
    if ($(element).closest('mc\\:AlternateContent').length > 0) return;
    const boxes = $(element).find('w\\:txbxContent');
    if (boxes.text().trim() === '') return;
    const pict = $('<w:pict><v:shape><v:textbox></v:textbox></v:shape></w:pict>');
    pict.find('v\\:textbox').append(boxes);
    $(element).replaceWith(pict);
  });
  const root = $('w\\:document');
  if (root.attr('xmlns:v') === undefined) root.attr('xmlns:v', 'urn:schemas-microsoft-com:vml');
}
