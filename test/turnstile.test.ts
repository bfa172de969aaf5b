import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTurnstile } from '../src/turnstile.ts';

test('work that many begin at once goes on in their order, with everything else between any two', async () => {
  const turnstile = createTurnstile();
  const done: string[] = [];
  const work = ['a', 'b', 'c'].map(async (name) => {
    await turnstile();
    done.push(name);
    setImmediate(() => done.push(`after ${name}`));
  });
  await Promise.all(work);
  await turnstile();
  assert.deepEqual(
    done.filter((each) => !each.startsWith('after')),
    ['a', 'b', 'c'],
  );
  assert.ok(done.indexOf('after a') < done.indexOf('c'));
});
