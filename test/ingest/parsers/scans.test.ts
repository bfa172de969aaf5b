import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { scanNotes } from '../../../src/ingest/parsers/pdf/scan-notes.ts';
import type { ScannedPage } from '../../../src/ingest/parsers/pdf/scanned-pages.ts';
import { recognitionOptions } from '../../../src/ingest/parsers/pdf/text-recognition.ts';
import { createPdfParser } from '../../../src/ingest/parsers/pdf.ts';
import type { Line } from './make-pdf.ts';
import { makeScan, noise, onItsSide, photograph } from './make-scan.ts';

const textPage: readonly Line[] = [[11, 780, 'This page has text of its own, and it stays as it is.']];
const scannedPage: readonly Line[] = [
  [14, 780, 'A scanned page'],
  [14, 750, 'Visitors wear a badge at all times.'],
];

function local(path: string): string {
  return fileURLToPath(new URL(`../parse-processes/${path}`, import.meta.url));
}

test('scans are read without a network, turned where they lie on their side; blanks and photos give nothing', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'bylaw-scan-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const path = join(folder, 'mixed.pdf');
  const scan = onItsSide(await photograph(scannedPage));
  await writeFile(path, makeScan([textPage, scan, [], noise(200, 120)]));
  const args = ['--require', local('refuse-sockets.cjs'), local('read-offline.ts'), path];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: folder, env: {} });
  const { text, notes, pageStarts } = JSON.parse(stdout);
  const own = 'This page has text of its own, and it stays as it is.';
  assert.equal(text, `${own}\n\nA scanned page\nVisitors wear a badge at all times.`);
  assert.deepEqual(pageStarts, [0, own.length + 2, text.length, text.length]);
  assert.match(notes[0], /^page 2 was read from a scan, confidence (?:[89]\d|100)$/);
  assert.match(
    notes[1],
    /^page 4 was not read: a picture, or a scan too unclear for text recognition \(confidence \d+,/,
  );
  assert.equal(notes.length, 2);
  assert.deepEqual(await readdir(folder), ['mixed.pdf']);
});

test('the language data is a local folder and nothing is cached', () => {
  const { langPath, cacheMethod } = recognitionOptions();
  assert.ok(isAbsolute(langPath));
  assert.equal(cacheMethod, 'none');
});

test('pages for which the time ran out are named, with what to do', async () => {
  const scan = noise(60, 40);
  const { text, notes } = await createPdfParser().parse({
    path: 'a.pdf',
    bytes: makeScan([textPage, scan, scan, scan]),
    timeoutMs: 1,
  });
  assert.equal(text, 'This page has text of its own, and it stays as it is.');
  assert.match(notes.join(), /^pages 2-4 were not read: .* ran out .* raise parsing\.timeoutSeconds/);
  const nothing = createPdfParser().parse({ path: 'a.pdf', bytes: makeScan([scan]), timeoutMs: 1 });
  await assert.rejects(nothing, {
    code: 'document_unreadable',
    message: /^has no text besides scans, and they were not read: .* raise parsing\.timeoutSeconds/,
  });
});

test('a page of signs without letters is not taken for text', async () => {
  const garbled: readonly Line[] = [[11, 700, '!#$%& +*~=<> ;:?!# $%&+*~ =<>;:?']];
  const parse = (pages: readonly (readonly Line[])[]) =>
    createPdfParser().parse({ path: 'a.pdf', bytes: makeScan(pages), timeoutMs: 1 });
  const { text, notes } = await parse([textPage, garbled]);
  assert.equal(text, 'This page has text of its own, and it stays as it is.');
  assert.match(notes.join(), /^page 2 was not read: /);
  await assert.rejects(parse([garbled]), { message: /^has text that cannot be decoded: / });
});

test('notes sum up many pages in one line each', () => {
  const read = (page: number, confidence: number, linesLeftOut = 0): ScannedPage => {
    return { kind: 'read', page, confidence, linesLeftOut, height: 800, runs: [] };
  };
  const scans: ScannedPage[] = [
    ...Array.from({ length: 40 }, (_, i) => read(i + 1, 80 + (i % 15), i === 3 ? 2 : 0)),
    { kind: 'blank', page: 41 },
    { kind: 'unclear', page: 42, confidence: 47 },
    ...Array.from({ length: 58 }, (_, i): ScannedPage => ({ kind: 'unread', page: i + 43 })),
  ];
  assert.deepEqual(scanNotes(scans, 60_000), [
    'pages 1-40 were read from a scan, confidence 80 to 94',
    '2 lines on page 4 too unclear to be read, and left out',
    'page 42 was not read: a picture, or a scan too unclear for text recognition (confidence 47, 60 is needed, turned pages tried); scan again, straight and at 300 dpi, or add the text',
    'pages 43-100 were not read: the 60 s for a file ran out while scans were being read; split the file or raise parsing.timeoutSeconds (5 s a page)',
  ]);
});
