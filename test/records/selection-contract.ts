import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { FilterTerm } from '../../src/domain.ts';
import type { MakeStore } from './records-contract.ts';
import { publish, versionDraft } from './version-draft.ts';

export function describeSelection(make: MakeStore): void {
  describe('validity', () => {
    it('begins on the first day and ends before the last', async (t) => {
      const records = await make(t)();
      const { documents } = records;
      const always = await publish(records, 'always.md');
      const year = await publish(records, 'year.md', { validFrom: '2026-01-01', validTo: '2027-01-01' });
      const both = [always, year];
      assert.deepEqual(await documents.usable(both, '2025-12-31'), new Set([always]));
      assert.deepEqual(await documents.usable(both, '2026-01-01'), new Set(both));
      assert.deepEqual(await documents.usable(both, '2026-12-31'), new Set(both));
      assert.deepEqual(await documents.usable(both, '2027-01-01'), new Set([always]));
      assert.deepEqual(await documents.usable([], '2026-01-01'), new Set());
      assert.deepEqual(await documents.notInForce('2025-12-31'), [year]);
      assert.deepEqual(await documents.notInForce('2026-01-01'), []);
      assert.deepEqual(await documents.notInForce('2027-01-01'), [year]);
    });

    it('can be set anew and taken away', async (t) => {
      const records = await make(t)();
      const { documents } = records;
      const id = await publish(records, 'a.md', { validTo: '2026-01-01' });
      await documents.setValidity([{ versionId: id, validFrom: '2026-06-01' }]);
      const version = (await documents.versions([id])).get(id);
      assert.equal(version?.validFrom, '2026-06-01');
      assert.equal(version && 'validTo' in version, false);
      assert.deepEqual(await documents.usable([id], '2026-06-01'), new Set([id]));
    });
  });

  describe('limits', () => {
    it('leave out what is limited to others only, whatever the field', async (t) => {
      const { documents, ...records } = await make(t)();
      const add = (path: string, metadata: object) => publish({ documents, ...records }, path, { metadata });
      const german = await add('de.md', { title: 'DE', country: ['AT', 'DE'] });
      const american = await add('us.md', { title: 'US', country: ['US'] });
      const interns = await add('interns.md', { title: 'Interns', employment: ['intern'], entity: ['larkmoor gmbh'] });
      await add('all.md', { title: 'All' });
      const is = (field: FilterTerm['field'], value: string): FilterTerm => ({ field, op: '=', value });
      const out = async (...limits: FilterTerm[]) => (await documents.limitedToOthers(limits)).sort();
      assert.deepEqual(await out(is('country', 'DE')), [american]);
      assert.deepEqual(await out(is('country', 'DE'), is('country', 'US')), []);
      assert.deepEqual(await out(is('country', 'FR')), [german, american].sort());
      assert.deepEqual(await out(is('employment', 'permanent')), [interns]);
      assert.deepEqual(await out(is('country', 'US'), is('entity', 'Larkmoor Inc')), [german, interns].sort());
      assert.deepEqual(await out(), []);
    });
  });

  describe('filters', () => {
    it('select current versions by each field', async (t) => {
      const records = await make(t)();
      const { documents } = records;
      const leave = await publish(records, 'leave.md', {
        metadata: {
          title: 'Urlaub und ÜBERSTUNDEN',
          type: 'Policy',
          author: 'Zoë',
          owner: 'People Team',
          updated: '2026-05-01',
          effectiveFrom: '2026-01-01',
          reviewDate: '2027-01-01',
          audience: ['managers'],
          country: ['AT', 'DE'],
          tags: ['Leave', 'time off'],
        },
      });
      const travel = await publish(records, 'travel.md', {
        metadata: { title: 'Travel', country: ['US'], entity: ['larkmoor inc'], employment: ['intern', 'permanent'] },
      });
      const conduct = await publish(records, 'conduct.md', { metadata: { title: 'Conduct 100%' } });
      await documents.stage([versionDraft('travel.md', { metadata: { tags: ['leave'] } })]);

      const cases: [FilterTerm[], string[]][] = [
        [[], [leave, travel, conduct]],
        [[{ field: 'document', op: '=', value: 'Handbook/Travel.md' }], [travel]],
        [[{ field: 'title', op: '=', value: 'überstunden' }], [leave]],
        [[{ field: 'title', op: '=', value: '%' }], [conduct]],
        [[{ field: 'type', op: '=', value: 'policy' }], [leave]],
        [[{ field: 'author', op: '=', value: 'ZOË' }], [leave]],
        [[{ field: 'owner', op: '=', value: ' people team ' }], [leave]],
        [[{ field: 'owner', op: '=', value: 'people' }], []],
        [[{ field: 'audience', op: '=', value: 'Managers' }], [leave]],
        [[{ field: 'audience', op: '=', value: 'everyone' }], [travel, conduct]],
        [[{ field: 'country', op: '=', value: 'de' }], [leave, conduct]],
        [[{ field: 'country', op: '=', value: 'FR' }], [conduct]],
        [[{ field: 'country', op: '=', value: 'ZZ' }], [conduct]],
        [[{ field: 'entity', op: '=', value: 'Larkmoor Inc' }], [leave, travel, conduct]],
        [[{ field: 'entity', op: '=', value: 'larkmoor gmbh' }], [leave, conduct]],
        [[{ field: 'employment', op: '=', value: 'intern' }], [leave, travel, conduct]],
        [[{ field: 'employment', op: '=', value: 'contractor' }], [leave, conduct]],
        [
          [
            { field: 'employment', op: '=', value: 'contractor' },
            { field: 'employment', op: '=', value: 'permanent' },
          ],
          [leave, travel, conduct],
        ],
        [[{ field: 'tag', op: '=', value: 'LEAVE' }], [leave]],
        [[{ field: 'updated', op: '>=', value: '2026-05-01' }], [leave]],
        [[{ field: 'updated', op: '>=', value: '2026-05-02' }], []],
        [[{ field: 'effective', op: '<=', value: '2026-01-01' }], [leave]],
        [[{ field: 'review', op: '=', value: '2027-01-01' }], [leave]],
      ];
      for (const [filter, expected] of cases) {
        assert.deepEqual(await documents.matching(filter), expected, JSON.stringify(filter));
      }
    });

    it('take terms of one field as alternatives and those of several together', async (t) => {
      const records = await make(t)();
      const { documents } = records;
      const a = await publish(records, 'a.md', {
        metadata: { country: ['DE'], tags: ['leave'], updated: '2026-01-15' },
      });
      const b = await publish(records, 'b.md', {
        metadata: { country: ['US'], tags: ['leave'], updated: '2026-02-15' },
      });
      await publish(records, 'c.md', { metadata: { country: ['FR'], tags: ['leave'] } });
      const germany: FilterTerm = { field: 'country', op: '=', value: 'DE' };
      const america: FilterTerm = { field: 'country', op: '=', value: 'US' };
      assert.deepEqual(await documents.matching([germany, america]), [a, b]);
      assert.deepEqual(await documents.matching([germany, america, { field: 'tag', op: '=', value: 'travel' }]), []);
      const february: FilterTerm[] = [
        { field: 'updated', op: '>=', value: '2026-02-01' },
        { field: 'updated', op: '<=', value: '2026-02-28' },
      ];
      assert.deepEqual(await documents.matching([germany, america, ...february]), [b]);
    });

    it('refuse to compare what is not a date', async (t) => {
      const { documents } = await make(t)();
      await assert.rejects(documents.matching([{ field: 'owner', op: '>=', value: 'hr' }]), {
        code: 'tool_input',
        message: /For owner, use "="/,
      });
    });
  });
}
