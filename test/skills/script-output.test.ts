import assert from 'node:assert/strict';
import { test } from 'node:test';
import { excerpt, parseOutput, readableOutput } from '../../src/skills/script-output.ts';

const outcome = (stdout: string, more = {}) => ({ exitCode: 0, stdout, truncated: false, ...more });
const plain = { bytes: 100, cut: false, secrets: [], hostPaths: new Map<string, string>() };

test('output is JSON only where all of it is, it is whole and the script succeeded', () => {
  assert.deepEqual(parseOutput(outcome('{"days": 12.5}')), { kind: 'json', value: { days: 12.5 } });
  assert.deepEqual(parseOutput(outcome('null')), { kind: 'json', value: null });
  for (const lie of ['{"days": 12.5} and more', '{"days": NaN}', "{'days': 12}", '{"days": 12', '', '[1,]', '{}{}'])
    assert.deepEqual(parseOutput(outcome(lie)), { kind: 'text', text: lie });
  assert.equal(parseOutput(outcome('[1]', { truncated: true })).kind, 'text');
  assert.equal(parseOutput(outcome('[1]', { exitCode: 1 })).kind, 'text');
  assert.equal(parseOutput(outcome('[1]', { exitCode: null, ended: 'timeout' })).kind, 'text');
});

test('JSON cannot smuggle a prototype, nor break the reader by its depth', () => {
  assert.deepEqual(parseOutput(outcome('{"a": {"__proto__": {"admin": true}}}')), { kind: 'json', value: { a: {} } });
  assert.equal(parseOutput(outcome('['.repeat(32_000) + ']'.repeat(32_000))).kind, 'text');
});

test('output is cut at bytes without half a character', () => {
  const written = Buffer.from('€'.repeat(50));
  assert.equal(readableOutput(written, plain), '€'.repeat(33));
  assert.equal(readableOutput(written.subarray(0, 10), { ...plain, cut: true }), '€€€');
});

test('a secret that was cut in the middle does not show its beginning', () => {
  const secrets = ['sesame-open-now'];
  const written = Buffer.from('the word is sesame-open-n');
  assert.equal(readableOutput(written, { ...plain, cut: true, secrets }), 'the word is');
});

test('a secret inside another is replaced with it, and too short ones are left alone', () => {
  const secrets = ['abcdef', 'abcdef-ghijkl', '12'];
  assert.equal(
    readableOutput(Buffer.from('abcdef-ghijkl 12 abcdef'), { ...plain, secrets }),
    '[redacted] 12 [redacted]',
  );
});

test('paths of the host are called as they are inside', () => {
  const hostPaths = new Map([['/srv/bylaw/skills/leave', '/skill']]);
  assert.equal(readableOutput(Buffer.from('/srv/bylaw/skills/leave/a.md\n'), { ...plain, hostPaths }), '/skill/a.md');
});

test('a long complaint keeps beginning and end within its bytes', () => {
  const short = excerpt(`first ${'é'.repeat(3000)} last`, 2048);
  assert.ok(Buffer.byteLength(short) <= 2048);
  assert.match(short, /^first é+\n…\né+ last$/);
  assert.equal(excerpt('as it is', 2048), 'as it is');
});
