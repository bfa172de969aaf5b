import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSlots } from '../../src/skills/slots.ts';

test('no more than allowed run at once, in order, and a failure frees its place', async () => {
  const slots = createSlots(2);
  const signal = new AbortController().signal;
  const started: number[] = [];
  const endings = [0, 1, 2, 3].map(() => Promise.withResolvers<number>());
  const runs = endings.map(({ promise }, n) =>
    slots.use(signal, () => {
      started.push(n);
      return promise;
    }),
  );
  assert.deepEqual(started, [0, 1]);
  endings[1]?.reject(new Error('failed'));
  await assert.rejects(runs[1] ?? Promise.resolve(), { message: 'failed' });
  for (const [n, { resolve }] of endings.entries()) resolve(n);
  assert.deepEqual(await Promise.all([runs[0], runs[2], runs[3]]), [0, 2, 3]);
  assert.deepEqual(started, [0, 1, 2, 3]);
});

test('who stops waiting never runs and holds nobody up', async () => {
  const slots = createSlots(1);
  const signal = new AbortController().signal;
  const first = Promise.withResolvers<string>();
  const impatient = new AbortController();
  const runs = [
    slots.use(signal, () => first.promise),
    slots.use(impatient.signal, async () => 'never'),
    slots.use(signal, async () => 'third'),
  ];
  impatient.abort();
  first.resolve('first');
  assert.deepEqual(await Promise.all(runs), ['first', undefined, 'third']);
  assert.equal(await slots.use(impatient.signal, async () => 'never'), undefined);
});
