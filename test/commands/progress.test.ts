import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bar, createProgressLine } from '../../src/commands/progress.ts';

function screen(isTTY: boolean) {
  const written: string[] = [];
  const stream = { isTTY, columns: 30, write: (text: string) => written.push(text) > 0 };
  return { written, stream: stream as unknown as NodeJS.WriteStream };
}

test('a bar stays within its width whatever is counted', () => {
  assert.equal(bar(5, 10), '[##########----------] 5 of 10');
  assert.equal(bar(0, 0), '[####################] 0 of 0');
  assert.ok(bar(-3, 10).startsWith('[--------------------]'));
  assert.ok(bar(30, 10).startsWith('[####################]'));
});

test('on a terminal the line is redrawn and cleared, and never longer than the screen', () => {
  let now = 0;
  const { written, stream } = screen(true);
  const line = createProgressLine(stream, () => now);
  line.show('x'.repeat(50));
  line.show('too soon');
  now += 100;
  line.show('second');
  line.end('done');
  assert.deepEqual(written, ['x'.repeat(29), '\r\u001b[2K', 'second', '\r\u001b[2K', 'done\n']);
});

test('elsewhere a line comes now and then', () => {
  let now = 0;
  const { written, stream } = screen(false);
  const line = createProgressLine(stream, () => now);
  line.show('at once');
  now += 6000;
  line.show('later');
  line.end();
  assert.deepEqual(written, ['later\n']);
});
