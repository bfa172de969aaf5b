import { cleanText, hiddenTextNotes } from '../../clean-text.ts';
import { titleOfPath } from './document-title.ts';
import { escapeMarkdownLine } from './escape-markdown.ts';
import { formats } from './formats.ts';
import { readMetadata } from './metadata.ts';
import { readOfficeFields } from './office/office-fields.ts';
import { loadPart, openOfficeFile, readPart, readRelations } from './office/office-part.ts';
import { readNumberFormats } from './office/xlsx-number.ts';
import { readSheet, type Sheet } from './office/xlsx-sheet.ts';
import { readStrings } from './office/xlsx-strings.ts';
import { gridToMarkdown } from './office/xlsx-tables.ts';
import type { Parser } from './parser.ts';
import type { ZipArchive } from './read-zip.ts';
import { unreadable } from './unreadable.ts';

/** Each sheet under its name, as tables; hidden sheets, rows and columns, comments and charts are left out. */
export function createXlsxParser(): Parser {
  return {
    ...formats.xlsx,
    async parse({ bytes, path }) {
      const zip = openOfficeFile(bytes);
      const { sheets, hidden } = readSheets(zip);
      const raw = sheets.flatMap(({ name, rows }) => {
        const tables = gridToMarkdown(rows);
        return tables === '' ? [] : [`## ${escapeMarkdownLine(name)}\n\n${tables}`];
      });
      if (raw.length === 0) throw unreadable('has no text in the sheets that are shown');
      const text = cleanText(raw.join('\n\n'));
      const { metadata, notes } = readMetadata({ fields: titled(readOfficeFields(zip), path), text, path });
      const own = [
        ...hiddenNotes(hidden),
        ...sheets.flatMap(({ name, notes }) => notes.map((note) => `sheet "${name}": ${note}`)),
      ];
      return { text, metadata, notes: [...hiddenTextNotes(raw.join('')), ...own, ...notes] };
    },
  };
}

const workbook = 'xl/workbook.xml';

function readSheets(zip: ZipArchive): { sheets: (Sheet & { name: string })[]; hidden: string[] } {
  const xml = readPart(zip, workbook);
  if (xml === undefined) throw unreadable('is damaged: open it in Excel and save it again');
  const relations = readRelations(zip, workbook);
  const $ = loadPart(xml);
  const strings = readStrings(readPart(zip, 'xl/sharedStrings.xml') ?? '');
  const formats = readNumberFormats(
    readPart(zip, 'xl/styles.xml'),
    /^(?:1|true)$/.test($('workbookPr').attr('date1904') ?? ''),
  );
  const hidden: string[] = [];
  const sheets = $('sheets > sheet')
    .toArray()
    .flatMap(({ attribs: { name = '', state, id = '' } }) => {
      if (state === 'hidden' || state === 'veryHidden') hidden.push(name);
      const relation = relations.get(id);
      if (state === 'hidden' || state === 'veryHidden' || relation?.type !== 'worksheet') return [];
      return [{ name, ...readSheet(readPart(zip, relation.target) ?? '', strings, formats) }];
    });
  return { sheets, hidden };
}

/** The first heading is only the name of a sheet: the file's name says more. */
function titled(fields: ReturnType<typeof readOfficeFields>, path: string): ReturnType<typeof readOfficeFields> {
  const hasTitle = fields.some(([key, value]) => key.toLowerCase() === 'title' && value !== '');
  return hasTitle ? fields : [['title', titleOfPath(path)], ...fields];
}

function hiddenNotes(names: readonly string[]): string[] {
  if (names.length === 0) return [];
  return [
    `${names.length === 1 ? 'sheet' : 'sheets'} ${names.map((name) => `"${name}"`).join(', ')}: hidden, and left out`,
  ];
}
