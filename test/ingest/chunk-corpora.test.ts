import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import test from 'node:test';
import { chunk } from '../../src/ingest/chunk.ts';

const data = new URL('../../../shared/data/', import.meta.url);
// Other counts mean other passages for the same text: then `chunkVersion` has to change too.
const sets = {
  'tts-handbook': 2803,
  'sourcegraph-handbook': 4702,
  northwind: 730,
  conditionalqa: 7529,
  policyqa: 1152,
};

for (const [name, expected] of Object.entries(sets)) {
  const corpus = new URL(`${name}/corpus.jsonl`, data);
  const skip = existsSync(corpus) ? false : 'test data not present';
  test(`${name} has ${expected} passages of up to 1,000 characters`, { skip }, () => {
    let count = 0;
    for (const line of readFileSync(corpus, 'utf8').trimEnd().split('\n')) {
      const passages = chunk(JSON.parse(line), { maxChars: 1000 });
      count += passages.length;
      assert.ok(passages.every(({ start, end }) => end > start && end - start <= 1000));
    }
    assert.equal(count, expected);
  });
}
