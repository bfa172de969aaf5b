import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { MakeStore } from './records-contract.ts';

const claim = { key: 'T1:C1:1.0', payload: '{"text":"?"}', owner: 'one', leaseUntil: 100, now: 0 };

export function describeQuestions(make: MakeStore, storeTime: number): void {
  describe('questions', () => {
    it('belong to the first who claims them, even when the lease has run out', async (t) => {
      const open = make(t);
      const [one, two] = [await open(), await open()];
      assert.equal(await one.questions.claim(claim), true);
      assert.equal(await two.questions.claim({ ...claim, owner: 'two', now: 50 }), false);
      assert.equal(await two.questions.claim({ ...claim, owner: 'two', now: 500 }), false);
      assert.equal(await one.questions.claim(claim), false);
    });

    it('are taken over once, and only after the lease has run out', async (t) => {
      const open = make(t);
      const [one, two] = [await open(), await open()];
      await one.questions.claim(claim);
      assert.deepEqual(await two.questions.unfinished(99), []);
      assert.equal(await two.questions.takeOver({ key: claim.key, owner: 'two', leaseUntil: 200, now: 99 }), false);
      await one.questions.attach(claim.key, 'answer-1');
      assert.deepEqual(await two.questions.unfinished(100), [
        { key: claim.key, payload: claim.payload, state: 'claimed', attempts: 1, answerId: 'answer-1' },
      ]);
      assert.equal(await two.questions.takeOver({ key: claim.key, owner: 'two', leaseUntil: 200, now: 100 }), true);
      assert.equal(await one.questions.takeOver({ key: claim.key, owner: 'one', leaseUntil: 200, now: 100 }), false);
      assert.equal((await one.questions.unfinished(200))[0]?.attempts, 2);
      assert.equal(await one.questions.takeOver({ key: 'unknown', owner: 'one', leaseUntil: 200, now: 100 }), false);
    });

    it('that have ended leave their place behind, the latest first, and nothing else', async (t) => {
      const { questions } = await make(t)();
      const end = async (key: string, place?: string) => {
        await questions.claim({ ...claim, key });
        await questions.finish(key, { state: 'delivered', ...(place !== undefined && { place }) });
      };
      await end('a', 'C1:1.0');
      await end('b', 'C1:1.0');
      await end('c', 'C2:2.0');
      await end('d');
      await questions.claim(claim);
      assert.deepEqual(await questions.ended(storeTime, 10), ['C1:1.0', 'C2:2.0']);
      assert.deepEqual(await questions.ended(storeTime, 1), ['C1:1.0']);
      assert.deepEqual(await questions.ended(storeTime + 1, 10), []);
    });

    it('are renewed by their owner only', async (t) => {
      const { questions } = await make(t)();
      await questions.claim(claim);
      assert.equal(await questions.renew({ key: claim.key, owner: 'two', leaseUntil: 300 }), false);
      assert.equal(await questions.renew({ key: claim.key, owner: 'one', leaseUntil: 300 }), true);
      assert.deepEqual(await questions.unfinished(299), []);
      await questions.finish(claim.key, { state: 'delivered', message: '1.1' });
      assert.equal(await questions.renew({ key: claim.key, owner: 'one', leaseUntil: 400 }), false);
    });

    it('are finished for good, until they are pruned', async (t) => {
      const { questions } = await make(t)();
      await questions.claim(claim);
      await questions.claim({ ...claim, key: 'T1:C1:2.0' });
      await questions.finish(claim.key, { state: 'refused' });
      assert.equal(await questions.claim({ ...claim, now: 1000 }), false);
      assert.equal(await questions.takeOver({ key: claim.key, owner: 'two', leaseUntil: 2000, now: 1000 }), false);
      assert.equal(await questions.prune(storeTime), 0);
      assert.equal(await questions.prune(storeTime + 1), 1);
      assert.equal(await questions.claim({ ...claim, now: 1000 }), true);
    });

    it('tell what became of them', async (t) => {
      const { questions } = await make(t)();
      assert.equal(await questions.get(claim.key), undefined);
      await questions.claim(claim);
      assert.deepEqual(await questions.get(claim.key), { state: 'claimed' });
      await questions.attach(claim.key, 'answer-1');
      await questions.finish(claim.key, { state: 'delivered', message: '1.1' });
      await questions.finish(claim.key, { state: 'failed' });
      assert.deepEqual(await questions.get(claim.key), { state: 'delivered', answerId: 'answer-1', message: '1.1' });
      await questions.prune(storeTime + 1);
      assert.equal(await questions.get(claim.key), undefined);
    });

    it('that nobody finished come oldest first', async (t) => {
      const { questions } = await make(t)();
      await questions.claim({ ...claim, key: 'late', now: 20, leaseUntil: 30 });
      await questions.claim({ ...claim, key: 'early', now: 10, leaseUntil: 40 });
      const keys = (await questions.unfinished(50)).map(({ key }) => key);
      assert.deepEqual(keys, ['early', 'late']);
    });
  });

  describe('leases', () => {
    it('go to one owner at a time, and on when they run out or are released', async (t) => {
      const open = make(t);
      const [one, two] = [await open(), await open()];
      assert.equal(await one.leases.acquire('sync', 'one', 100, 0), true);
      assert.equal(await two.leases.acquire('sync', 'two', 150, 99), false);
      assert.equal(await two.leases.acquire('prune', 'two', 150, 99), true);
      assert.equal(await one.leases.acquire('sync', 'one', 200, 99), true);
      assert.equal(await two.leases.acquire('sync', 'two', 300, 200), true);
      await one.leases.release('sync', 'one');
      assert.equal(await one.leases.acquire('sync', 'one', 400, 299), false);
      await two.leases.release('sync', 'two');
      assert.equal(await one.leases.acquire('sync', 'one', 400, 299), true);
    });
  });
}
