import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import test from 'node:test';

const policies = new URL('../policies/', import.meta.url);
const questions: readonly { id: string; relevant: readonly string[]; answerable: boolean; answer: string }[] =
  readFileSync(new URL('queries.jsonl', policies), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

test('the sample handbook comes with twenty gold questions, five of which nothing answers', () => {
  assert.equal(new Set(questions.map(({ id }) => id)).size, 20);
  assert.equal(questions.filter(({ answerable }) => !answerable).length, 5);
});

test('every answerable gold question names documents that exist, and no other does', () => {
  for (const { relevant, answerable, answer } of questions) {
    assert.equal(relevant.length > 0, answerable);
    assert.equal(answer !== '', answerable);
    for (const path of relevant) assert.ok(existsSync(new URL(path, policies)), path);
  }
});
