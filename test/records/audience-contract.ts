import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { audienceKey, everyone } from '../../src/audience.ts';
import type { MakeStore } from './records-contract.ts';
import { publish, versionDraft } from './version-draft.ts';

const hr = audienceKey(['hr']);
const hrOnly = { audienceKey: hr, metadata: { audience: ['hr'] } };

export function describeAudiences(make: MakeStore): void {
  describe('audiences', () => {
    it('are the sets of searchable versions, each once, also of earlier ones, and not of what is gone', async (t) => {
      const open = make(t);
      const { documents } = await open();
      const other = (await open()).documents;
      assert.deepEqual(await documents.audiences(), []);
      await documents.stage([versionDraft('staged.md', hrOnly)]);
      assert.deepEqual(await documents.audiences(), []);

      await publish({ ...(await open()), documents }, 'a.md');
      await publish({ ...(await open()), documents }, 'b.md', hrOnly);
      const both = [
        { key: hr, groups: ['hr'] },
        { key: everyone, groups: [] },
      ];
      assert.deepEqual(await documents.audiences(), both);
      assert.deepEqual(await other.audiences(), both, 'what another process changed is seen');

      await publish({ ...(await open()), documents }, 'b.md');
      assert.deepEqual(await documents.audiences(), both, 'an earlier version can be asked for as of a day');
      const gone = await documents.retire(['handbook/b.md']);
      await documents.settle(gone.map(({ id }) => id));
      assert.deepEqual(await documents.audiences(), [{ key: everyone, groups: [] }]);
    });

    it('hold a version only where they hold its document as it is now too', async (t) => {
      const records = await make(t)();
      const { documents } = records;
      const open = await publish(records, 'a.md');
      const shut = await publish(records, 'b.md', hrOnly);
      const wasOpen = await publish(records, 'c.md');
      const isShut = await publish(records, 'c.md', hrOnly);
      const wasShut = await publish(records, 'd.md', hrOnly);
      const isOpen = await publish(records, 'd.md');
      const gone = await publish(records, 'e.md');
      await documents.retire(['handbook/e.md']);
      const all = [open, shut, wasOpen, isShut, wasShut, isOpen, gone, 'handbook/none.md@1'];
      assert.deepEqual(await documents.readable(all, [everyone]), new Set([open, isOpen]));
      assert.deepEqual(
        await documents.readable(all, [everyone, hr]),
        new Set([open, shut, wasOpen, isShut, wasShut, isOpen]),
      );
      assert.deepEqual(await documents.readable(all, []), new Set());
    });

    it('are counted by source', async (t) => {
      const records = await make(t)();
      const { documents } = records;
      await publish(records, 'a.md');
      await publish(records, 'b.md', hrOnly);
      await publish(records, 'c.md', { ...hrOnly, source: 'people' });
      assert.deepEqual(await documents.holdings([everyone]), [{ source: 'handbook', documents: 1, passages: 1 }]);
      assert.deepEqual(await documents.holdings([everyone, hr]), [
        { source: 'handbook', documents: 2, passages: 2 },
        { source: 'people', documents: 1, passages: 1 },
      ]);
    });
  });
}
