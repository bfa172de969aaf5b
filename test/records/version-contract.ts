import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Validity } from '../../src/domain.ts';
import type { Records } from '../../src/records/records.ts';
import type { MakeStore } from './records-contract.ts';
import { ids, publish, versionDraft } from './version-draft.ts';

// The day of `storeTime`.
const today = '2026-11-30';

export function describeVersions(make: MakeStore): void {
  describe('versions of one document', () => {
    it('are in force one after the other, each found by its day', async (t) => {
      const records = await make(t)();
      const { documents } = records;
      const all = await publishSeries(records, [
        { validFrom: '2026-01-01', validTo: '2026-06-01', seen: { to: true } },
        { validFrom: '2026-06-01', validTo: '2027-01-01', seen: { from: true } },
        { validFrom: '2027-01-01' },
      ]);
      const [first, second, third] = all;
      const inForce = async (on: string) => [...(await documents.usable(all, on))];
      assert.deepEqual(await inForce('2025-12-31'), []);
      assert.deepEqual(await inForce('2026-01-01'), [first]);
      assert.deepEqual(await inForce('2026-05-31'), [first]);
      assert.deepEqual(await inForce('2026-06-01'), [second]);
      assert.deepEqual(await inForce(today), [second]);
      assert.deepEqual(await inForce('2026-12-31'), [second]);
      assert.deepEqual(await inForce('2027-01-01'), [third]);
      assert.deepEqual(await documents.upcoming(today), [third]);
      assert.deepEqual((await documents.notInForce(today)).sort(), [third]);
      assert.deepEqual((await documents.notInForce('2026-03-01')).sort(), [second, third]);
      assert.deepEqual(ids(await documents.current()), [third]);
      assert.deepEqual(
        (await documents.history('handbook/a.md')).map(({ number, state }) => [number, state]),
        [
          [3, 'current'],
          [2, 'replaced'],
          [1, 'past'],
        ],
      );
    });

    it('that were merely seen to begin or end answer today whatever the clock says', async (t) => {
      const records = await make(t)();
      const { documents } = records;
      const all = await publishSeries(records, [
        { validFrom: '2026-12-01', validTo: '2026-12-02', seen: { from: true, to: true } },
        { validFrom: '2026-12-02', seen: { from: true } },
      ]);
      assert.deepEqual(await documents.usable(all, today), new Set([all[1]]), 'the clock was set back by two days');
      assert.deepEqual(await documents.usable(all, '2026-11-29'), new Set(), 'what was then is not known');
    });

    it('leave the archive out of a search of today, unless one in it is in force again', async (t) => {
      const records = await make(t)();
      const { documents } = records;
      const [first = ''] = await publishSeries(records, [
        { validFrom: '2026-01-01', validTo: '2026-12-15' },
        { validFrom: '2026-12-15' },
      ]);
      assert.equal(await documents.needsArchive(today), false);
      assert.equal(await documents.needsArchive('2026-11-29'), true);
      await documents.archive('2026-12-15');
      assert.deepEqual(ids((await documents.leftovers()).archived), [first]);
      await documents.settle([first]);
      assert.deepEqual(await documents.leftovers(), { staged: [], retired: [], archived: [] });
      assert.equal((await documents.versions([first])).get(first)?.isPast, true);
      assert.equal(await documents.needsArchive('2026-12-15'), false);
      assert.equal(await documents.needsArchive(today), true, 'the clock was set back past the day of the change');
      assert.deepEqual(await documents.usable([first], today), new Set([first]));
      const filter = [{ field: 'document', op: '=', value: 'handbook/a.md' } as const];
      assert.equal((await documents.matching(filter)).length, 1);
      assert.equal((await documents.matching(filter, { archive: true })).length, 2);
    });

    it('that answer on no day are kept for their text and leave the library', async (t) => {
      const records = await make(t)();
      const { documents } = records;
      const [first = '', second = ''] = await publishSeries(records, [
        { validFrom: '2026-06-01', validTo: '2026-06-01' },
        { validFrom: '2026-06-01' },
      ]);
      assert.deepEqual(ids((await documents.leftovers()).retired), [first]);
      await documents.settle([first]);
      assert.deepEqual(ids(await documents.searchable()), [second]);
      assert.deepEqual(ids(await documents.kept(['handbook/a.md'])), [first, second]);
      assert.equal(await documents.text(first), 'Text 1.');
      await documents.setValidity([{ versionId: first, validFrom: '2026-05-01', validTo: '2026-06-01' }]);
      assert.deepEqual(ids((await documents.leftovers()).archived), [first], 'it comes back once it has days');
    });

    it('tell when they were seen, what they are made of and who changed them', async (t) => {
      const records = await make(t)();
      const changed = { on: '2026-03-02', by: 'Ada', revision: 'c0ffee' };
      await publish(records, 'a.md', { seenOn: '2026-03-05', changed, contentHash: 'h' });
      await publish(records, 'a.md', { seenOn: '2026-04-01', changed: { on: '2026-03-31' } });
      const [second, first] = await records.documents.history('handbook/a.md');
      assert.deepEqual([first?.seenOn, first?.changed, first?.contentHash], ['2026-03-05', changed, 'h']);
      assert.deepEqual([second?.replaces, second?.changed], [first?.id, { on: '2026-03-31' }]);
      assert.deepEqual(await records.documents.history('handbook/none.md'), []);
    });
  });

  describe('documents', () => {
    it('are found as people name them', async (t) => {
      const records = await make(t)();
      const { documents } = records;
      await publish(records, 'hr/travel.md', { metadata: { title: 'Business Travel' } });
      await publish(records, 'it/travel.md', { metadata: { title: 'Devices on the road' } });
      await publish(records, 'it/Keys.md', { metadata: { title: 'Travel' } });
      await publish(records, 'old.md', { metadata: { title: 'Long gone' } });
      await documents.stage([versionDraft('staged.md')]);
      await documents.retire(['handbook/old.md']);
      const found = async (name: string) => (await documents.findDocuments(name)).map(({ path }) => path);
      assert.deepEqual(await found('handbook/hr/travel.md'), ['hr/travel.md']);
      assert.deepEqual(await found('HR/travel.md'), ['hr/travel.md']);
      assert.deepEqual(await found('travel.md'), ['hr/travel.md', 'it/travel.md']);
      assert.deepEqual(await found('travel'), ['hr/travel.md', 'it/travel.md'], 'before the title');
      assert.deepEqual(await found('keys'), ['it/Keys.md']);
      assert.deepEqual(await found(' business travel '), ['hr/travel.md']);
      assert.deepEqual(await found('on the road'), ['it/travel.md']);
      assert.deepEqual(await found('it/'), ['it/travel.md', 'it/Keys.md']);
      assert.deepEqual(await documents.findDocuments('long gone'), [
        { document: 'handbook/old.md', source: 'handbook', path: 'old.md', title: 'Long gone', isRemoved: true },
      ]);
      for (const nothing of ['', '  ', 'staged.md', 'nowhere']) assert.deepEqual(await found(nothing), []);
    });
  });
}

/** One version after the other, each activation with the days of all so far. */
async function publishSeries(records: Records, days: readonly Validity[]): Promise<string[]> {
  const all: string[] = [];
  for (const [i] of days.entries()) {
    const [version] = await records.documents.stage([versionDraft('a.md', { text: `Text ${i + 1}.` })]);
    all.push(version?.id ?? '');
    const validity = all.map((versionId, n) => ({ versionId, ...days[n] }));
    await records.documents.activate([version?.id ?? ''], validity);
  }
  return all;
}
