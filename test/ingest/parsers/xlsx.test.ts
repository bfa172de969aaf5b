import assert from 'node:assert/strict';
import { test } from 'node:test';
import ExcelJS from 'exceljs';
import { parseFile } from '../../../src/ingest/parsers/parse-file.ts';
import { makeZip } from './make-zip.ts';

async function parse(fill: (workbook: ExcelJS.Workbook) => void, path = 'expenses/limits.xlsx') {
  const workbook = new ExcelJS.Workbook();
  fill(workbook);
  return parseFile({ path, bytes: new Uint8Array(await workbook.xlsx.writeBuffer()) });
}

test('sheets are headings, blocks of cells are tables under their first row', async () => {
  const { text, metadata, notes } = await parse((workbook) => {
    const sheet = workbook.addWorksheet('Hotels');
    sheet.addRow(['Limits per night']);
    sheet.addRow(['City', 'Limit', 'Remark']);
    sheet.addRow(['Berlin', 120]);
    sheet.addRow(['Paris', 150, 'a | b <b>']);
    sheet.addRow([]);
    sheet.addRow(['Ask your manager first.']);
    workbook.addWorksheet('Empty');
  });
  assert.equal(
    text,
    '## Hotels\n\nLimits per night\n\n| City | Limit | Remark |\n| --- | --- | --- |\n| Berlin | 120 |  |\n| Paris | 150 | a \\| b \\<b> |\n\nAsk your manager first.',
  );
  assert.equal(metadata.title, 'limits');
  assert.deepEqual(notes, []);
});

test('cells read as people see them: days, percentages, money, results of formulas, texts in pieces', async () => {
  const { text, notes } = await parse((workbook) => {
    const sheet = workbook.addWorksheet('Values');
    sheet.addRow(['Day', 'Moment', 'Share', 'Amount', 'Sum', 'Rich', 'Truth', 'Binary']);
    const row = sheet.addRow([new Date('2026-03-04T00:00:00Z'), new Date('2026-03-04T14:30:00Z'), 0.125, 1234.5]);
    row.getCell(1).numFmt = 'dd/mm/yyyy';
    row.getCell(2).numFmt = 'd. mmm yyyy hh:mm';
    row.getCell(3).numFmt = '0.0%';
    row.getCell(4).numFmt = '#,##0.00 "€"';
    row.getCell(5).value = { formula: 'A1+1', result: 42 };
    row.getCell(6).value = { richText: [{ text: 'two ' }, { text: 'parts', font: { bold: true } }] };
    row.getCell(7).value = true;
    row.getCell(8).value = 0.1 + 0.2;
    sheet.addRow(['x', 'y']).getCell(3).value = { formula: 'NOW()' };
  });
  assert.match(
    text,
    /\| 2026-03-04 \| 2026-03-04 14:30 \| 12\.5% \| 1,234\.50 € \| 42 \| two parts \| TRUE \| 0\.3 \|/,
  );
  assert.deepEqual(notes, ['sheet "Values": 1 formulas without a stored result: open it in Excel and save it again']);
});

test('merged cells stand in each cell that they span, a title over the table stands above it', async () => {
  const { text } = await parse((workbook) => {
    const sheet = workbook.addWorksheet('Rates');
    sheet.addRows([
      ['Rates of 2026'],
      ['Country', 'Day', 'Night'],
      ['Germany', 28, 20],
      [null, 14, 20],
      ['Both', 'none'],
    ]);
    sheet.mergeCells('A1:C1');
    sheet.mergeCells('A3:A4');
    sheet.mergeCells('B5:C5');
  });
  assert.equal(
    text,
    '## Rates\n\nRates of 2026\n\n| Country | Day | Night |\n| --- | --- | --- |\n| Germany | 28 | 20 |\n| Germany | 14 | 20 |\n| Both | none | none |',
  );
});

test('what is hidden is left out, and said so', async () => {
  const { text, notes } = await parse((workbook) => {
    const sheet = workbook.addWorksheet('Shown');
    sheet.addRows([
      ['Level', 'Salary', 'Days'],
      ['A', 'SECRET', 30],
      ['B', 'SECRET', 31],
    ]);
    sheet.getColumn(2).hidden = true;
    sheet.getRow(3).hidden = true;
    workbook.addWorksheet('Draft', { state: 'hidden' }).addRow(['SECRET']);
    workbook.addWorksheet('Deep', { state: 'veryHidden' }).addRow(['SECRET']);
  });
  assert.equal(text, '## Shown\n\n| Level | Days |\n| --- | --- |\n| A | 30 |');
  assert.deepEqual(notes, [
    'sheets "Draft", "Deep": hidden, and left out',
    'sheet "Shown": 1 hidden row left out',
    'sheet "Shown": 1 hidden column left out',
  ]);
  await assert.rejects(
    parse((workbook) => void workbook.addWorksheet('Draft', { state: 'hidden' }).addRow(['SECRET'])),
    { code: 'document_unreadable', message: /no text in the sheets that are shown/ },
  );
});

function workbookOf(sheet: string): Uint8Array {
  return makeZip({
    'xl/workbook.xml':
      '<x:workbook xmlns:x="a" xmlns:r="b"><x:sheets><x:sheet name="S" sheetId="1" r:id="r1"/></x:sheets></x:workbook>',
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="r1" Type="x/worksheet" Target="worksheets/s.xml"/></Relationships>',
    'xl/worksheets/s.xml': sheet,
  });
}

test('a huge sheet is cut with a note, also one written with prefixes', async () => {
  const rows = Array.from(
    { length: 100_000 },
    (_, i) =>
      `<x:row r="${i + 1}"><x:c r="A${i + 1}"><x:v>${i}</x:v></x:c><x:c r="B${i + 1}"><x:v>7</x:v></x:c></x:row>`,
  );
  const bytes = workbookOf(`<x:worksheet><x:sheetData>${rows.join('')}</x:sheetData></x:worksheet>`);
  const { text, notes } = await parseFile({ path: 'a.xlsx', bytes });
  assert.ok(text.endsWith('| 4999 | 7 |'));
  assert.deepEqual(notes, ['sheet "S": only its first 5000 rows are indexed, up to row 5000 of 100000']);
});

test('archives that unpack to absurd sizes are refused before they are unpacked', async () => {
  const bomb = workbookOf(`<worksheet>${' '.repeat(65 * 1024 * 1024)}</worksheet>`);
  assert.ok(bomb.length < 200_000);
  await assert.rejects(parseFile({ path: 'a.xlsx', bytes: bomb }), {
    code: 'document_unreadable',
    message: 'has a part that unpacks to more than 64 MB: is it damaged or hostile?',
  });
  const lying = Buffer.from(workbookOf('<worksheet/>'));
  const directory = lying.lastIndexOf('PK\x01\x02', undefined, 'latin1');
  lying.writeUInt32LE(900 * 1024 * 1024, directory + 24);
  for (const extension of ['xlsx', 'docx', 'pptx', 'odt']) {
    await assert.rejects(parseFile({ path: `a.${extension}`, bytes: lying }), {
      message: 'unpacks to 900 MB, which is more than 512 MB: is it damaged or hostile?',
    });
  }
});
