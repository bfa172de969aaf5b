import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createDocxParser } from '../../../src/ingest/parsers/docx.ts';
import { makeDocx, paragraph, table } from './make-docx.ts';
import { makeZip } from './make-zip.ts';

const parser = createDocxParser();

async function parse(bytes: Uint8Array) {
  return parser.parse({ bytes, path: 'travel-policy.docx' });
}

test('title and headings become headings, tables become GFM tables', async () => {
  const body = [
    paragraph('Travel policy', 'Title'),
    paragraph('Hotels', 'heading1'),
    paragraph('Up to 120 EUR.'),
    table([
      ['City', 'Limit'],
      ['Berlin', '120 EUR'],
      ['Paris', '150 EUR'],
    ]),
    paragraph('Trains', 'heading2'),
  ].join('');
  const { text, metadata } = await parse(makeDocx(body));
  assert.equal(
    text,
    '# Travel policy\n\n# Hotels\n\nUp to 120 EUR.\n\n| City | Limit |\n| --- | --- |\n| Berlin | 120 EUR |\n| Paris | 150 EUR |\n\n## Trains',
  );
  assert.equal(metadata.title, 'Travel policy');
});

test('the table of contents and comments are left out', async () => {
  const commented =
    '<w:p><w:commentRangeStart w:id="0"/><w:r><w:t>Ask first.</w:t></w:r><w:commentRangeEnd w:id="0"/><w:r><w:commentReference w:id="0"/></w:r></w:p>';
  const linked = '<w:p><w:hyperlink w:anchor="_Toc1"><w:r><w:t>Trains 3</w:t></w:r></w:hyperlink></w:p>';
  const body =
    paragraph('Contents', 'TOCHeading') +
    paragraph('Hotels 2', 'toc1') +
    linked +
    paragraph('Hotels', 'heading1') +
    commented;
  assert.equal((await parse(makeDocx(body))).text, '# Hotels\n\nAsk first.');
});

test('deleted text of tracked changes is left out, inserted text stays', async () => {
  const body =
    '<w:p><w:del><w:r><w:delText>20</w:delText></w:r></w:del><w:ins><w:r><w:t>25</w:t></w:r></w:ins><w:r><w:t xml:space="preserve"> days</w:t></w:r></w:p>';
  assert.equal((await parse(makeDocx(body))).text, '25 days');
});

test('document properties and custom properties are metadata', async () => {
  const core = `<cp:coreProperties xmlns:cp="a" xmlns:dc="b" xmlns:dcterms="c"><dc:title>Travel &amp; hotels</dc:title><dc:creator>Ada</dc:creator>
<cp:keywords>travel, hotel</cp:keywords><dcterms:modified>2026-05-06T07:08:09Z</dcterms:modified></cp:coreProperties>`;
  const custom = `<Properties xmlns:vt="v"><property name="Audience"><vt:lpwstr>Managers</vt:lpwstr></property>
<property name="Effective date"><vt:filetime>2026-06-01T00:00:00Z</vt:filetime></property></Properties>`;
  const { metadata, notes } = await parse(makeDocx(paragraph('Text'), { core, custom }));
  assert.deepEqual(notes, []);
  assert.deepEqual(metadata, {
    title: 'Travel & hotels',
    author: 'Ada',
    updated: '2026-05-06',
    effectiveFrom: '2026-06-01',
    audience: ['managers'],
    country: [],
    tags: ['travel', 'hotel'],
    status: 'active',
  });
});

test('a damaged file is refused with a reason', async () => {
  const whole = makeDocx(paragraph('Text'));
  await assert.rejects(parse(whole.subarray(0, whole.length - 40)), {
    code: 'document_unreadable',
    message: /^is damaged/,
  });
  await assert.rejects(parse(makeZip({ 'word/document.xml': '<w:document' })), { message: /^is damaged/ });
});

test('properties that unpack to more than a few lines are not read', async () => {
  const file = makeDocx(paragraph('Text'), { core: `<a>${' '.repeat(2_000_000)}</a>` });
  await assert.rejects(parse(file), { message: /^has a part that unpacks to more than 1 MB/ });
});

test('text that was moved stays where it went', async () => {
  const moved = (name: string) => `<w:p><w:${name}><w:r><w:t>Moved.</w:t></w:r></w:${name}></w:p>`;
  assert.equal(
    (await parse(makeDocx(moved('moveFrom') + paragraph('Stays.') + moved('moveTo')))).text,
    'Stays.\n\nMoved.',
  );
});

test('a row that begins after the first column keeps its values below the right names', async () => {
  const cell = (text: string) => `<w:tc>${paragraph(text)}</w:tc>`;
  const rows = [
    `<w:tr>${cell('City')}${cell('Day')}${cell('Night')}</w:tr>`,
    `<w:tr><w:trPr><w:gridBefore w:val="1"/></w:trPr>${cell('28')}${cell('20')}</w:tr>`,
    `<w:tr><w:trPr><w:gridAfter w:val="1"/></w:trPr>${cell('Paris')}${cell('30')}</w:tr>`,
  ];
  assert.equal(
    (await parse(makeDocx(`<w:tbl>${rows.join('')}</w:tbl>`))).text,
    '| City | Day | Night |\n| --- | --- | --- |\n|  | 28 | 20 |\n| Paris | 30 |  |',
  );
});

test('a text box is read once, whether it has an older form beside it or not', async () => {
  const box = (text: string) => `<wps:txbx><w:txbxContent>${paragraph(text)}</w:txbxContent></wps:txbx>`;
  const alone = `<w:p><w:r><w:drawing>${box('Only new.')}</w:drawing></w:r></w:p>`;
  const older = `<mc:Fallback><w:pict><w:txbxContent>${paragraph('Both forms.')}</w:txbxContent></w:pict></mc:Fallback>`;
  const both = `<w:p><w:r><mc:AlternateContent><mc:Choice><w:drawing>${box('Both forms.')}</w:drawing></mc:Choice>${older}</mc:AlternateContent></w:r></w:p>`;
  assert.equal((await parse(makeDocx(alone + both))).text, 'Only new.\n\nBoth forms.');
});

test('a list that goes on after a paragraph goes on counting, and clauses keep their kind of number', async () => {
  const level = (n: number, format: string, text: string) =>
    `<w:lvl w:ilvl="${n}"><w:start w:val="1"/><w:numFmt w:val="${format}"/><w:lvlText w:val="${text}"/></w:lvl>`;
  const numbering = `<w:abstractNum w:abstractNumId="0">${level(0, 'decimal', '%1.')}${level(1, 'lowerLetter', '(%2)')}</w:abstractNum>
<w:abstractNum w:abstractNumId="1">${level(0, 'decimal', '§ %1')}${level(1, 'decimal', '%1.%2')}</w:abstractNum>
<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num><w:num w:numId="2"><w:abstractNumId w:val="1"/></w:num>`;
  const item = (text: string, list: number, at = 0) =>
    `<w:p><w:pPr><w:numPr><w:ilvl w:val="${at}"/><w:numId w:val="${list}"/></w:numPr></w:pPr><w:r><w:t>${text}</w:t></w:r></w:p>`;
  const body = [item('One', 1), item('Two', 1), paragraph('Between.'), item('Three', 1), item('Part', 1, 1)].join('');
  const clauses = [
    item('Scope', 2),
    item('Staff', 2, 1),
    item('Guests', 2, 1),
    item('Duty', 2),
    item('All', 2, 1),
  ].join('');
  const { text } = await parse(makeDocx(body + clauses, { numbering }));
  assert.equal(
    text,
    '1. One\n2. Two\n\nBetween.\n\n3. Three\n\n(a) Part\n\n§ 1 Scope\n\n1.1 Staff\n\n1.2 Guests\n\n§ 2 Duty\n\n2.1 All',
  );
});
