import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createNativeGate } from '../../src/embeddings/native-gate.ts';

describe('native gate', () => {
  it('lets calls through while it is open', async () => {
    const gate = createNativeGate();
    assert.equal(await gate.pass(async () => 1), 1);
    await assert.rejects(
      gate.pass(() => Promise.reject(new Error('failed inside'))),
      /failed inside/,
    );
    assert.equal(await gate.pass(async () => 2), 2);
  });

  it('closes once the one inside is out, and lets nobody in again, seen from either side', async () => {
    const outside = createNativeGate();
    const inside = createNativeGate(outside.memory);
    const native = Promise.withResolvers<void>();
    const order: string[] = [];
    const passing = inside.pass(() => native.promise).then(() => order.push('out'));
    const closing = outside.close().then(() => order.push('closed'));
    native.resolve();
    await Promise.all([passing, closing]);
    assert.deepEqual(order, ['out', 'closed']);
    await assert.rejects(
      inside.pass(async () => assert.fail('went in')),
      /about to be ended/,
    );
  });

  it('does not wait at exit when nobody is inside', () => {
    createNativeGate().closeAtExit();
  });
});
