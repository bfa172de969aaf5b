import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { parseFile } from '../../../src/ingest/parsers/parse-file.ts';
import type { Outcome } from './real-files.ts';

export const realFolder = new URL('../../../../shared/data/files/', import.meta.url);

export const skipWithoutFiles = existsSync(realFolder) ? false : 'the shared test data is not here';

export async function checkRealFile(name: string, outcome: Outcome): Promise<void> {
  const parsing = parseFile({ path: name, bytes: readFileSync(new URL(name, realFolder)) });
  if ('refused' in outcome) {
    await assert.rejects(parsing, { code: 'document_unreadable', message: outcome.refused });
    return;
  }
  const { text, notes, pageStarts = [] } = await parsing;
  const holds = (piece: string | RegExp) => (typeof piece === 'string' ? text.includes(piece) : piece.test(text));
  for (const piece of outcome.has) assert.ok(holds(piece), `${piece} is not in the text:\n${text}`);
  for (const piece of outcome.hasNot ?? []) assert.ok(!holds(piece), `${piece} is in the text`);
  assert.ok(!/[\r\u00ad\ufffe\ufffd]|(?<!\\)<\/?(?:p|div|table|td)\b/.test(text));
  const expected = outcome.notes ?? [];
  assert.equal(notes.length, expected.length, notes.join('\n'));
  for (const [i, note] of expected.entries()) assert.match(notes[i] ?? '', new RegExp(note));
  assert.equal(pageStarts.length, outcome.pages ?? 0);
  assert.deepEqual(
    pageStarts,
    [...pageStarts].sort((a, b) => a - b),
  );
}
