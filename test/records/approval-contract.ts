import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ApprovalRecord } from '../../src/records/records.ts';
import type { MakeStore } from './records-contract.ts';

const request = {
  id: 'approval-1',
  tool: 'create_ticket',
  input: { title: 'Reisekosten 😀', tags: ['travel', null] },
  argsHash: 'hash-1',
  expiresAt: 1000,
  conversation: 'T1:C1:1.0',
  person: 'U1',
  askedAt: 10,
};
const open: ApprovalRecord = { ...request, state: 'open' };
const yes = {
  id: 'approval-1',
  argsHash: 'hash-1',
  state: 'approved',
  decision: 'press-1',
  by: 'U2',
  now: 999,
} as const;

export function describeApprovals(make: MakeStore): void {
  describe('approvals', () => {
    it('come back as they were asked for, and asking again changes nothing', async (t) => {
      const { approvals } = await make(t)();
      await approvals.ask(request);
      await approvals.ask({ ...request, input: 'other', argsHash: 'hash-2', expiresAt: 2000 });
      assert.deepEqual(await approvals.get('approval-1'), open);
      const { person: _, ...impersonal } = request;
      await approvals.ask({ ...impersonal, id: 'approval-2', input: undefined, approvers: ['people-team'] });
      assert.deepEqual(await approvals.get('approval-2'), {
        ...impersonal,
        ...{ id: 'approval-2', input: null, approvers: ['people-team'], state: 'open' },
      });
      assert.equal(await approvals.get('approval-3'), undefined);
    });

    it('are decided once, and remember by whom', async (t) => {
      const { approvals } = await make(t)();
      await approvals.ask(request);
      await approvals.noteCard('approval-1', '1.2');
      assert.equal(await approvals.decide(yes), true);
      const settled = { ...open, state: 'approved', decision: 'press-1', decidedBy: 'U2', decidedAt: 999, card: '1.2' };
      assert.deepEqual(await approvals.get('approval-1'), settled);
      assert.equal(await approvals.decide({ ...yes, state: 'denied', decision: 'press-2' }), false);
      assert.equal(await approvals.close('approval-1', 'expired', 2000), false);
      await approvals.ask(request);
      assert.deepEqual(await approvals.get('approval-1'), settled);
      assert.equal(await approvals.decide({ ...yes, id: 'unknown' }), false);
    });

    it('that two processes decide at once have exactly one decision', async (t) => {
      const another = make(t);
      const stores = [await another(), await another()];
      for (let n = 0; n < 20; n++) {
        await stores[0]?.approvals.ask({ ...request, id: `approval-${n}` });
        const won = await Promise.all(
          stores.map(({ approvals }, i) =>
            approvals.decide({
              ...{ ...yes, id: `approval-${n}`, decision: `press-${i}` },
              state: i === 0 ? 'approved' : 'denied',
            }),
          ),
        );
        assert.deepEqual(won.toSorted(), [false, true]);
        const { decision, state } = (await stores[1]?.approvals.get(`approval-${n}`)) ?? {};
        assert.deepEqual([decision, state], won[0] ? ['press-0', 'approved'] : ['press-1', 'denied']);
      }
    });

    it('are not decided for another input, nor once their time has run out', async (t) => {
      const { approvals } = await make(t)();
      await approvals.ask(request);
      assert.equal(await approvals.decide({ ...yes, argsHash: 'hash-2' }), false);
      assert.equal(await approvals.decide({ ...yes, now: 1000 }), false);
      assert.deepEqual(await approvals.get('approval-1'), open);
    });

    it('that nobody decided are due oldest first, and are closed once', async (t) => {
      const another = make(t);
      const [one, two] = [await another(), await another()];
      for (const [id, expiresAt] of [
        ['late', 900],
        ['early', 500],
        ['later', 1000],
      ] as const) {
        await one.approvals.ask({ ...request, id, expiresAt });
      }
      const ids = (records: readonly ApprovalRecord[]) => records.map(({ id }) => id);
      assert.deepEqual(ids(await two.approvals.due(499)), []);
      assert.deepEqual(ids(await two.approvals.due(900)), ['early', 'late']);
      assert.equal(await two.approvals.close('early', 'expired', 900), true);
      assert.equal(await one.approvals.close('early', 'superseded', 900), false);
      assert.deepEqual(ids(await one.approvals.due(900)), ['late']);
      assert.deepEqual(await one.approvals.get('early'), { ...open, id: 'early', expiresAt: 500, state: 'expired' });
      assert.equal(await one.approvals.decide({ ...yes, id: 'early', now: 1 }), false);
    });

    it('still open are found by their conversation', async (t) => {
      const { approvals } = await make(t)();
      for (const id of ['first', 'second', 'third']) await approvals.ask({ ...request, id });
      await approvals.ask({ ...request, id: 'elsewhere', conversation: 'T1:C1:2.0' });
      await approvals.close('first', 'superseded', 20);
      await approvals.decide({ ...yes, id: 'second', state: 'denied' });
      assert.deepEqual(await approvals.open('T1:C1:1.0'), [{ ...open, id: 'third' }]);
    });
  });
}
