import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ElicitationRecord } from '../../src/records/records.ts';
import type { MakeStore } from './records-contract.ts';

type Asked = Omit<ElicitationRecord, 'state' | 'content' | 'decision' | 'card'>;

const asked: Asked = {
  ...{
    id: 'A1:x',
    recipient: 'desk, run by IT',
    tool: 'mcp__desk__close',
    title: 'Close (desk)',
    input: { id: 'T-1' },
  },
  request: { mode: 'form', message: 'Why?', schema: { type: 'object' } },
  ...{ resume: '{"kind":"again"}', conversation: 'C1', person: 'U-ADA', place: 'C-HR', askedAt: 1000, expiresAt: 5000 },
};

export function describeElicitations(make: MakeStore): void {
  describe('questions of other systems', () => {
    it('are kept with all that is needed to go on, and written once', async (t) => {
      const open = make(t);
      const { elicitations } = await open();
      await elicitations.ask(asked);
      await elicitations.ask({ ...asked, title: 'Other' });
      await elicitations.noteCard('A1:x', '{"ts":"1"}');
      assert.deepEqual(await (await open()).elicitations.get('A1:x'), { ...asked, state: 'open', card: '{"ts":"1"}' });
      assert.deepEqual(
        (await elicitations.open('C1')).map(({ id }) => id),
        ['A1:x'],
      );
      assert.equal(await elicitations.get('other'), undefined);
    });
    it('are answered once, and not when their time has run out', async (t) => {
      const { elicitations } = await make(t)();
      await elicitations.ask(asked);
      const answer = { id: 'A1:x', decision: 'press-1', now: 2000 };
      const response = { action: 'accept', content: { reason: 'solved', tags: ['a'] } } as const;
      assert.equal(await elicitations.answer({ ...answer, response, now: 5000 }), false);
      assert.equal(await elicitations.answer({ ...answer, response }), true);
      assert.equal(await elicitations.answer({ ...answer, response: { action: 'decline' } }), false);
      assert.equal(await elicitations.close('A1:x', 'expired', 9000), false);
      const { state, content, decision } = (await elicitations.get('A1:x')) ?? {};
      assert.deepEqual(
        { state, content, decision },
        { state: 'accepted', content: response.content, decision: 'press-1' },
      );
    });
    it('are due when their time has run out, or with the process that held them', async (t) => {
      const { elicitations } = await make(t)();
      await elicitations.ask(asked);
      await elicitations.ask({ ...asked, id: 'A2:x', heldBy: 'one' });
      const due = async (now: number, process: string) =>
        (await elicitations.due(now, process)).map(({ id }) => id).toSorted();
      assert.deepEqual(await due(2000, 'one'), []);
      assert.deepEqual(await due(2000, 'two'), ['A2:x']);
      assert.deepEqual(await due(5000, 'one'), ['A1:x', 'A2:x']);
      assert.equal(await elicitations.close('A1:x', 'superseded', 3000), true);
      assert.deepEqual(await due(5000, 'one'), ['A2:x']);
    });
    it('are erased when they are old and settled, and with their person', async (t) => {
      const { elicitations, privacy } = await make(t)();
      await elicitations.ask(asked);
      await elicitations.ask({ ...asked, id: 'A2:x' });
      await elicitations.answer({ id: 'A2:x', decision: 'p', response: { action: 'cancel' }, now: 2000 });
      assert.equal((await privacy.eraseBefore(3000)).approvals, 1);
      assert.equal((await elicitations.get('A1:x'))?.state, 'open');
      assert.equal((await privacy.forgetPerson('U-ADA', 'ops', 5)).approvals, 1);
      assert.equal(await elicitations.get('A1:x'), undefined);
    });
  });
}
