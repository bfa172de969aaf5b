import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createLineReader, type LongLine, maxMessageBytes } from '../../src/connectors/line-reader.ts';

function reader() {
  const lines: string[] = [];
  const long: LongLine[] = [];
  return {
    lines,
    long,
    ...createLineReader({ onLine: (line) => lines.push(line), onLongLine: (line) => long.push(line) }),
  };
}

test('lines come out whole however their bytes are cut', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'grapheme' })), fc.integer({ min: 1, max: 7 }), (texts, size) => {
      const wanted = texts.map((text) => text.replace(/[\r\n]/g, ''));
      const bytes = Buffer.from(wanted.map((line) => `${line}\n`).join(''));
      const { lines, push } = reader();
      for (let at = 0; at < bytes.length; at += size) push(bytes.subarray(at, at + size));
      assert.deepEqual(lines, wanted);
    }),
  );
});

test('a line that is too long is dropped but for its edges, and the next one is read', () => {
  const { lines, long, push } = reader();
  push(Buffer.from('{"id":1,'));
  for (let sent = 0; sent <= maxMessageBytes; sent += 1024 * 1024) push(Buffer.alloc(1024 * 1024, 'x'));
  push(Buffer.from('"the end"}\nnext\r\n'));
  assert.deepEqual(lines, ['next']);
  assert.equal(long.length, 1);
  assert.match(long[0]?.head ?? '', /^\{"id":1,x/);
  assert.match(long[0]?.tail ?? '', /x"the end"\}$/);
  assert.ok((long[0]?.bytes ?? 0) > maxMessageBytes);
});
