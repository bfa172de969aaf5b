import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { parseFile } from '../../../src/ingest/parsers/parse-file.ts';
import { checkRealFile, realFolder, skipWithoutFiles } from './check-real-file.ts';
import { realFiles } from './real-files.ts';

const skip = skipWithoutFiles;

function bytesOf(name: string): Uint8Array {
  return readFileSync(new URL(name, realFolder));
}

test('the outcome of every real file is written down', { skip }, () => {
  assert.deepEqual(Object.keys(realFiles).sort(), readdirSync(realFolder).sort());
});

for (const [name, outcome] of Object.entries(realFiles)) {
  const reason = outcome.isSlow && 'takes up to half a minute: node --test test/ingest/parsers/slow-scans.ts';
  test(`${name} is ${'refused' in outcome ? 'refused with the reason' : 'read'}`, { skip: skip || reason }, () =>
    checkRealFile(name, outcome),
  );
  if (outcome.isSlow) {
    test(`${name} goes to text recognition`, { skip }, async () => {
      await assert.rejects(parseFile({ path: name, bytes: bytesOf(name), timeoutMs: 1 }), {
        message: /^has no text besides scans, and they were not read: /,
      });
    });
  }
}

test('metadata comes from the properties of real files', { skip }, async () => {
  const metadataOf = async (path: string) => (await parseFile({ path, bytes: bytesOf(path) })).metadata;
  const handbook = await metadataOf('faa-amt-handbook.pdf');
  assert.deepEqual([handbook.title, handbook.author, handbook.updated], ['AMT General Handbook', 'FAA', '2024-12-18']);
  const report = await metadataOf('borderless-table.pdf');
  assert.deepEqual([report.title, report.author], ['INVENTORY RECONCILIATION REPORT', undefined]);
  const rows = await metadataOf('docx-incomplete-rows.docx');
  assert.deepEqual([rows.author, rows.updated], ['Bienioszek, Anna', '2018-08-03']);
  const slides = await metadataOf('slides.pptx');
  assert.deepEqual([slides.title, slides.author, slides.updated], ['Test Table Slide', 'Maxim Lysak', '2024-10-23']);
});
