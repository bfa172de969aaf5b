import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { MakeStore } from './records-contract.ts';
import { ids, publish, versionDraft } from './version-draft.ts';

export function describeLifecycle(make: MakeStore, storeTime: number): void {
  describe('document versions', () => {
    it('number from 1 for each document and do not answer while staged', async (t) => {
      const { documents } = await make(t)();
      const staged = await documents.stage([versionDraft('a.md', { validFrom: '2026-01-01' }), versionDraft('b.md')]);
      assert.deepEqual(staged[0], {
        id: 'handbook/a.md@1',
        document: 'handbook/a.md',
        number: 1,
        source: 'handbook',
        path: 'a.md',
        metadata: { title: 'a.md', audience: [], country: [], tags: [], status: 'active' },
        audienceKey: 'everyone',
        validFrom: '2026-01-01',
        contentHash: 'hash-1',
      });
      assert.equal(staged[1]?.id, 'handbook/b.md@1');
      assert.deepEqual(await documents.current(), []);
      assert.deepEqual(await documents.states('handbook'), []);
      assert.deepEqual(await documents.usable(ids(staged), '2026-11-30'), new Set());
      assert.deepEqual(await documents.leftovers(), { staged, retired: [], archived: [] });
    });

    it('report what the last sync knew once they are current', async (t) => {
      const records = await make(t)();
      const { documents } = records;
      await publish(records, 'a.md', { stamp: 's', fingerprint: 'f' });
      assert.deepEqual(await documents.states('handbook'), [
        {
          document: 'handbook/a.md',
          source: 'handbook',
          path: 'a.md',
          stamp: 's',
          fingerprint: 'f',
          versionId: 'handbook/a.md@1',
          passages: 1,
        },
      ]);
      assert.deepEqual(await documents.states('other'), []);
      assert.deepEqual(await documents.sources(), ['handbook']);
      assert.deepEqual(await documents.counts(), { documents: 1, passages: 1, failures: 0 });
      await documents.touch([{ document: 'handbook/a.md', stamp: 's2' }]);
      assert.equal((await documents.states('handbook'))[0]?.stamp, 's2');
    });

    it('switch in one step, and the replaced one keeps its text but never answers', async (t) => {
      const records = await make(t)();
      const { documents } = records;
      await publish(records, 'a.md', { text: 'Twenty days.' });
      const [next] = await documents.stage([versionDraft('a.md', { text: 'Thirty days.', fingerprint: 'f2' })]);
      assert.deepEqual(ids(await documents.current()), ['handbook/a.md@1']);
      await documents.activate([next?.id ?? '']);
      assert.deepEqual(ids(await documents.current()), ['handbook/a.md@2']);
      assert.deepEqual(ids((await documents.leftovers()).retired), ['handbook/a.md@1']);
      await documents.settle(['handbook/a.md@1']);
      assert.deepEqual(await documents.leftovers(), { staged: [], retired: [], archived: [] });
      assert.equal(await documents.text('handbook/a.md@1'), 'Twenty days.');
      assert.equal((await documents.passagesOf('handbook/a.md@1'))[0]?.text, 'Twenty days.');
      const usable = await documents.usable(['handbook/a.md@1', 'handbook/a.md@2'], '2026-11-30');
      assert.deepEqual(usable, new Set(['handbook/a.md@2']));
      assert.equal((await documents.states('handbook'))[0]?.fingerprint, 'f2');
    });

    it('are staged all or none', async (t) => {
      const { documents } = await make(t)();
      const broken = { ...versionDraft('b.md'), text: null as unknown as string };
      await assert.rejects(documents.stage([versionDraft('a.md'), broken]));
      assert.deepEqual(await documents.leftovers(), { staged: [], retired: [], archived: [] });
      const [version] = await documents.stage([versionDraft('a.md')]);
      assert.equal(version?.id, 'handbook/a.md@1');
    });

    it('are activated all or none, and refused when another sync has settled one', async (t) => {
      const { documents } = await make(t)();
      await documents.stage([versionDraft('a.md'), versionDraft('b.md')]);
      await documents.settle(['handbook/b.md@1']);
      await assert.rejects(documents.activate(['handbook/a.md@1', 'handbook/b.md@1']), { code: 'busy' });
      assert.deepEqual(await documents.current(), []);
      await documents.activate(['handbook/a.md@1']);
      await documents.activate(['handbook/a.md@1']);
      assert.deepEqual(ids(await documents.current()), ['handbook/a.md@1']);
    });

    it('of a removed document are out of reach at once, and history once settled', async (t) => {
      const records = await make(t)();
      const { documents } = records;
      await publish(records, 'a.md', { text: 'Old.' });
      await publish(records, 'a.md', { text: 'New.' });
      await documents.settle(['handbook/a.md@1']);
      assert.deepEqual(ids(await documents.retire(['handbook/a.md', 'handbook/unknown.md'])), ['handbook/a.md@2']);
      assert.deepEqual(await documents.usable(['handbook/a.md@2'], '2026-11-30'), new Set());
      assert.deepEqual(ids((await documents.leftovers()).retired), ['handbook/a.md@2']);
      for (const settled of [false, true]) {
        if (settled) await documents.settle(['handbook/a.md@2']);
        assert.equal(await documents.text('handbook/a.md@1'), undefined);
        assert.equal(await documents.text('handbook/a.md@2'), undefined);
        assert.deepEqual(await documents.versions(['handbook/a.md@1', 'handbook/a.md@2']), new Map());
        assert.deepEqual(await documents.passages(['handbook/a.md@1#0', 'handbook/a.md@2#0']), new Map());
        assert.deepEqual([await documents.searchable(), await documents.kept()], [[], []]);
        assert.deepEqual(await documents.states('handbook'), []);
        assert.deepEqual(await documents.sources(), []);
        assert.deepEqual(await documents.counts(), { documents: 0, passages: 0, failures: 0 });
      }
      const history = await documents.history('handbook/a.md');
      assert.deepEqual(
        history.map(({ id, state, replaces, removedAt }) => [id, state, replaces, removedAt]),
        [
          ['handbook/a.md@2', 'removed', 'handbook/a.md@1', storeTime],
          ['handbook/a.md@1', 'removed', undefined, storeTime],
        ],
      );
    });

    it('of a removed document are erased when their time has come, and numbering goes on all the same', async (t) => {
      const records = await make(t)();
      const { documents } = records;
      await publish(records, 'a.md');
      const gone = ids(await documents.retire(['handbook/a.md']));
      assert.equal(await documents.eraseRemoved(storeTime + 1), 0, 'not while the library still holds it');
      await documents.settle(gone);
      assert.equal(await documents.eraseRemoved(storeTime), 0);
      assert.equal(await documents.eraseRemoved(storeTime + 1), 1);
      assert.deepEqual(await documents.history('handbook/a.md'), []);
      assert.deepEqual(await documents.findDocuments('a.md'), []);
      assert.equal(await publish(records, 'a.md'), 'handbook/a.md@2');
    });

    it('of a document that comes back are numbered on, so that an old passage id never names a new text', async (t) => {
      const records = await make(t)();
      const { documents } = records;
      await publish(records, 'a.md');
      await documents.settle(ids(await documents.retire(['handbook/a.md'])));
      assert.equal(await publish(records, 'a.md'), 'handbook/a.md@2');
      const [staged] = await documents.stage([versionDraft('b.md')]);
      await documents.settle([staged?.id ?? '']);
      assert.equal(await publish(records, 'b.md'), 'handbook/b.md@2');
    });

    it('of a document that comes back before it is settled survive the settling', async (t) => {
      const records = await make(t)();
      const { documents } = records;
      await publish(records, 'a.md');
      await documents.retire(['handbook/a.md']);
      await publish(records, 'a.md', { text: 'Back.' });
      await documents.settle(['handbook/a.md@1']);
      assert.equal(await documents.text('handbook/a.md@1'), undefined);
      assert.equal(await documents.text('handbook/a.md@2'), 'Back.');
      assert.equal((await documents.states('handbook'))[0]?.versionId, 'handbook/a.md@2');
    });

    it('that still have to leave the library stay leftovers until they are settled themselves', async (t) => {
      const records = await make(t)();
      const { documents } = records;
      await publish(records, 'a.md');
      await publish(records, 'a.md');
      await documents.retire(['handbook/a.md']);
      await documents.settle(['handbook/a.md@2']);
      assert.deepEqual(ids((await documents.leftovers()).retired), ['handbook/a.md@1']);
      await documents.settle(['handbook/a.md@1']);
      assert.deepEqual(await documents.leftovers(), { staged: [], retired: [], archived: [] });
    });

    it('keep answering while the file cannot be indexed, and the failure is known', async (t) => {
      const records = await make(t)();
      const { documents } = records;
      await publish(records, 'a.md');
      const failure = { source: 'handbook', stamp: 's2', fingerprint: 'f2', reason: 'needs a password' };
      await documents.fail({ ...failure, document: 'handbook/a.md', path: 'a.md' });
      await documents.fail({ ...failure, document: 'handbook/b.pdf', path: 'b.pdf' });
      const known = { source: 'handbook', stamp: 's2', fingerprint: 'f2', failure: 'needs a password' };
      assert.deepEqual(await documents.states('handbook'), [
        { ...known, document: 'handbook/a.md', path: 'a.md', versionId: 'handbook/a.md@1', passages: 1 },
        { ...known, document: 'handbook/b.pdf', path: 'b.pdf', passages: 0 },
      ]);
      assert.deepEqual(await documents.usable(['handbook/a.md@1'], '2026-11-30'), new Set(['handbook/a.md@1']));
      assert.deepEqual(await documents.counts(), { documents: 1, passages: 1, failures: 2 });
      assert.equal(await publish(records, 'a.md'), 'handbook/a.md@2');
      assert.equal((await documents.states('handbook'))[0]?.failure, undefined);
      assert.deepEqual(await documents.retire(['handbook/b.pdf']), []);
      assert.equal((await documents.states('handbook')).length, 1);
    });
  });
}
