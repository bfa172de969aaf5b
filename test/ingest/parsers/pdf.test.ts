import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pagesToMarkdown } from '../../../src/ingest/parsers/pdf/pdf-text.ts';
import { createPdfParser } from '../../../src/ingest/parsers/pdf.ts';
import { type Line, makePdf } from './make-pdf.ts';

const parser = createPdfParser();

async function parse(bytes: Uint8Array) {
  return parser.parse({ bytes, path: 'security_policy.pdf' });
}

const firstPage: readonly Line[] = [
  [20, 780, 'Information security'],
  [14, 740, 'Passwords'],
  [11, 720, 'A password has at least fourteen characters. It is kept in the'],
  [11, 706, 'password manager and never written down.'],
  [11, 680, 'Report a lost laptop to the service desk within one hour.'],
  [14, 650, 'Visitors'],
  [11, 630, '# of visitors: at most five.'],
];
const secondPage: readonly Line[] = [
  [11, 780, 'Visitors wear a badge and are accompanied at all times, also in the'],
  [11, 766, 'canteen.'],
];

test('pages keep their starts, larger lines become headings, gaps separate paragraphs', async () => {
  const { text, pageStarts, notes } = await parse(makePdf([firstPage, secondPage]));
  const expected = [
    '## Information security\n\n## Passwords\n\n',
    'A password has at least fourteen characters. It is kept in the\npassword manager and never written down.\n\n',
    'Report a lost laptop to the service desk within one hour.\n\n## Visitors\n\n\\# of visitors: at most five.\n\n',
    'Visitors wear a badge and are accompanied at all times, also in the\ncanteen.',
  ];
  assert.equal(text, expected.join(''));
  assert.deepEqual(pageStarts, [0, text.indexOf('Visitors wear')]);
  assert.deepEqual(notes, []);
});

test('document information is metadata, own entries included', async () => {
  const info = { Title: 'Security policy', Author: 'CISO', ModDate: "D:20260304050607+01'00'", Audience: 'Managers' };
  const { metadata } = await parse(makePdf([firstPage], info));
  assert.deepEqual(metadata, {
    title: 'Security policy',
    author: 'CISO',
    updated: '2026-03-04',
    audience: ['managers'],
    country: [],
    tags: [],
    status: 'active',
  });
});

test('a title that a program wrote gives way to what the first page says', async () => {
  const { metadata } = await parse(makePdf([firstPage], { Title: 'Microsoft Word - draft3.docx' }));
  assert.equal(metadata.title, 'Information security – Passwords');
});

test('blank pages stay blank without a word, a document of nothing else is refused', async () => {
  const { pageStarts, text, notes } = await parse(makePdf([firstPage, [], secondPage, [[9, 30, 'Page 4']]]));
  assert.equal(pageStarts?.length, 4);
  assert.ok(!text.includes('Page 4'));
  assert.deepEqual(notes, []);
  await assert.rejects(parse(makePdf([[], [[9, 30, 'Page 2']]])), {
    code: 'document_unreadable',
    message: 'has no text: its pages are blank',
  });
});

test('a word cut at the end of a line is joined if the document has it whole elsewhere', async () => {
  const lines: readonly Line[] = [
    [11, 700, 'The reimbursement is paid monthly. Ask for reim-'],
    [11, 686, 'bursement in the self-'],
    [11, 672, 'service portal.'],
  ];
  const { text } = await parse(makePdf([lines]));
  assert.match(text, /Ask for reimbursement in the self-\nservice portal\.$/);
});

test('soft hyphens go, however the font writes them, and join the word they cut', () => {
  const texts = ['a soft\u00ad', 'ware and hard\ufffe', 'ware pol\u00adicy', 'Ask\u0002'];
  const runs = texts.map((str, i) => ({ str, hasEOL: true, x: 72, y: 700 - i * 14, width: 200, size: 11 }));
  assert.deepEqual(pagesToMarkdown([{ height: 842, runs }]).markdown, ['a software and hardware policy\nAsk']);
});

test('no line is a heading where large type is the rule', async () => {
  const slide: readonly Line[] = [
    [30, 700, 'Our values are honesty and care'],
    [30, 600, 'We help each other every day'],
    [11, 100, 'Slide one of the deck about values, shown at the all-hands meeting'],
  ];
  assert.ok(!(await parse(makePdf([slide]))).text.includes('##'));
});

test('a file that breaks off is refused or read, but never makes the parser fail otherwise', async () => {
  const whole = makePdf([firstPage]);
  for (const share of [0.1, 0.5, 0.9]) {
    await parse(whole.subarray(0, Math.floor(whole.length * share))).then(
      ({ text }) => assert.match(text, /password/),
      (error) => assert.equal(error.code, 'document_unreadable'),
    );
  }
});
