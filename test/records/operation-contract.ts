import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { MakeStore } from './records-contract.ts';
import { publish, versionDraft } from './version-draft.ts';

export function describeOperation(make: MakeStore): void {
  describe('spending', () => {
    it('adds up by day, whoever adds', async (t) => {
      const open = make(t);
      const [one, two] = [await open(), await open()];
      await one.spend.add('2026-11-30', 0.25);
      await two.spend.add('2026-11-30', 0.5);
      await one.spend.add('2026-12-01', 4);
      assert.equal(await two.spend.on('2026-11-30'), 0.75);
      assert.equal(await two.spend.on('2026-11-29'), 0);
    });
  });

  describe('flags', () => {
    it('hold who set them last and when, until they are cleared', async (t) => {
      const open = make(t);
      const [one, two] = [await open(), await open()];
      assert.equal(await one.flags.get('paused'), undefined);
      await one.flags.set('paused', 'yes', 'U1', 1);
      await two.flags.set('paused', 'until noon', 'U2', 2);
      assert.deepEqual(await one.flags.get('paused'), { value: 'until noon', by: 'U2', at: 2 });
      await one.flags.clear('paused');
      assert.equal(await two.flags.get('paused'), undefined);
    });
  });

  describe('syncs', () => {
    it('tell when a source was last read and since when it cannot be', async (t) => {
      const records = await make(t)();
      const { syncs } = records;
      assert.deepEqual(await syncs.all(), []);
      await syncs.failed('wiki', 'no network', 10);
      await syncs.failed('wiki', 'no folder', 20);
      await syncs.succeeded('handbook', 15);
      assert.deepEqual(await syncs.all(), [
        { source: 'handbook', documents: 0, readAt: 15 },
        { source: 'wiki', documents: 0, failingSince: 10, failure: 'no folder' },
      ]);
      await syncs.succeeded('wiki', 30);
      await syncs.failed('handbook', 'gone', 40);
      assert.deepEqual(await syncs.all(), [
        { source: 'handbook', documents: 0, readAt: 15, failingSince: 40, failure: 'gone' },
        { source: 'wiki', documents: 0, readAt: 30 },
      ]);
      await syncs.forget('wiki');
      assert.deepEqual(
        (await syncs.all()).map(({ source }) => source),
        ['handbook'],
      );
    });

    it('count the documents that answer, also of a source that was read before syncs were noted', async (t) => {
      const records = await make(t)();
      await publish(records, 'a.md');
      await publish(records, 'a.md');
      await publish(records, 'b.md');
      await records.documents.stage([versionDraft('c.md')]);
      await records.syncs.succeeded('wiki', 5);
      assert.deepEqual(await records.syncs.all(), [
        { source: 'handbook', documents: 2 },
        { source: 'wiki', documents: 0, readAt: 5 },
      ]);
    });
  });
}
