import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { parseFile } from '../../../src/ingest/parsers/parse-file.ts';

const folder = new URL('../../../../shared/data/files/', import.meta.url);
const skip = existsSync(folder) ? false : 'the shared test data is not here';

const scan = 'has no text: it looks like a scan or a picture; run text recognition (OCR) on it and save it again';
const unsupported = /^format \.\w+ is not supported; supported: \.md, /;

/** A phrase that the text must hold; for PDFs a line of it. */
const readable: Readonly<Record<string, readonly string[]>> = {
  'README.md': ['| blank.pdf | 781430 | blank page |', '# Awkward real files'],
  'borderless-table.pdf': ['## INVENTORY RECONCILIATION REPORT', 'Overall Accuracy: 97.2%'],
  'da-1p.pdf': ['There, perched atop the spire of the village chantry'],
  'docx-hdrftr.docx': ['Main document'],
  'docx-incomplete-rows.docx': ['| a | b |\n| --- | --- |\n| c | d |'],
  'docx-strict.docx': ['Some text'],
  'docx-textbox.docx': ['Infectious Disease Reporting Procedure', 'Suggested Reportable Symptoms'],
  'faa-amt-handbook.pdf': [
    'The two general types of self-locking nuts currently in use\nare the all-metal type and the fiber lock type.',
  ],
  'html-blog.html': ['## Experiment Setup', 'using a case study for [MATH]('],
  'ibm-redpaper.pdf': ['## Contents', 'Row and Column Access Control'],
  'japanese-4p.pdf': ['사망자는 158명으로 나타났다.', '이와 관련하여 세계보건기구(WHO)는'],
  'korean-tables.pdf': ['빅포인트의 유효기간은 5년으로', '주유 모든 주유소'],
  'pdf-headers.pdf': ['Here is a lovely sentences.'],
  'pdf-partial-numbering.pdf': [
    '1. INTENT',
    '.1 The intent of this Request for Proposal (RFP) is to solicit submissions, in the format',
  ],
  'rotated-90.pdf': ['Hello World Test Text\nSecond line of text here'],
  'rtl-01.pdf': ['تحسين نتائج العمل'],
  'scanned-page-backus.pdf': ['permits one to write recursive functions without a definition.'],
  'tts-team-charter.docx': ['## Core working hours', '# [Project name] team charter'],
};

const unreadableBecause: Readonly<Record<string, string | RegExp>> = {
  'blank.pdf': scan,
  'invalid.pdf': 'is damaged or not a PDF: open it and save it again',
  'ocr-test.pdf': scan,
  'password.pdf': 'needs a password: save a copy without one',
  'sample.asciidoc': unsupported,
  'scan-linn.pdf': scan,
  'scan-skew.pdf': scan,
  'scanned-minutes.pdf': scan,
  'slides.pptx': unsupported,
  'table-multirow.pdf': scan,
};

async function parse(name: string) {
  return parseFile({ path: name, bytes: readFileSync(new URL(name, folder)) });
}

for (const [name, phrases] of Object.entries(readable)) {
  test(`${name} is read`, { skip }, async () => {
    const { text, pageStarts = [] } = await parse(name);
    for (const phrase of phrases) assert.ok(text.includes(phrase), `${phrase} is not in the text`);
    assert.ok(!/[\r\u00ad\ufffe\ufffd]|(?<!\\)<\/?(?:p|div|table|td)\b/.test(text));
    assert.deepEqual(
      pageStarts,
      [...pageStarts].sort((a, b) => a - b),
    );
  });
}

for (const [name, message] of Object.entries(unreadableBecause)) {
  test(`${name} is refused with the reason`, { skip }, async () => {
    await assert.rejects(parse(name), { code: 'document_unreadable', message });
  });
}

test('metadata comes from the properties of real files', { skip }, async () => {
  const handbook = (await parse('faa-amt-handbook.pdf')).metadata;
  assert.deepEqual([handbook.title, handbook.author, handbook.updated], ['AMT General Handbook', 'FAA', '2024-12-18']);
  const report = (await parse('borderless-table.pdf')).metadata;
  assert.deepEqual([report.title, report.author], ['INVENTORY RECONCILIATION REPORT', undefined]);
  const rows = (await parse('docx-incomplete-rows.docx')).metadata;
  assert.deepEqual([rows.author, rows.updated], ['Bienioszek, Anna', '2018-08-03']);
});

test('pages without text in a document that has some are named', { skip }, async () => {
  const { notes, pageStarts } = await parse('ibm-redpaper.pdf');
  assert.equal(pageStarts?.length, 18);
  assert.deepEqual(notes, ['has no text on page 17: pictures or scans cannot be searched']);
});
