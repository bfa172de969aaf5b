import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRealClock, createVirtualClock } from '../../src/workspace/clock.ts';

test('a virtual clock runs what falls due in order, also what is added on the way', () => {
  const clock = createVirtualClock(1_000);
  const seen: [string, number][] = [];
  const note = (name: string) => () => void seen.push([name, clock.now()]);
  clock.after(30, note('late'));
  clock.after(10, () => {
    note('early')();
    clock.after(10, note('added'));
  });
  const cancel = clock.after(15, note('cancelled'));
  cancel();
  clock.advance(29);
  assert.deepEqual(seen, [
    ['early', 1_010],
    ['added', 1_020],
  ]);
  clock.advance(1);
  assert.deepEqual(seen.at(-1), ['late', 1_030]);
  assert.equal(clock.now(), 1_030);
});

test('the real clock goes by the machine', async () => {
  const clock = createRealClock();
  assert.ok(Math.abs(clock.now() - Date.now()) < 1_000);
  const order: string[] = [];
  const cancel = clock.after(0, () => order.push('cancelled'));
  cancel();
  // Its timers hold nothing open, so something else has to.
  const open = setInterval(() => {}, 1_000);
  await new Promise<void>((resolve) => clock.after(1, resolve));
  clearInterval(open);
  assert.deepEqual(order, []);
});
