import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { AnswerRecord, Records } from '../../src/records/records.ts';
import { answerRecord } from './answer-contract.ts';
import type { MakeStore } from './records-contract.ts';

const nothing = {
  answers: 0,
  conversations: 0,
  questions: 0,
  feedback: 0,
  approvals: 0,
  memories: 0,
  connectorCalls: 0,
  signIns: 0,
};

export function describePrivacy(make: MakeStore, storeTime: number): void {
  describe('erasing what is older', () => {
    it('takes answers, finished questions, feedback, decided approvals and conversations', async (t) => {
      const records = await make(t)();
      const old = storeTime - 1000;
      await ask(records, { id: 'old', conversation: 'c-old', person: 'U1', at: old });
      await ask(records, { id: 'new', conversation: 'c-new', person: 'U1', at: storeTime });
      // The store's own clock says when a question was finished.
      for (const key of ['q-old', 'q-new']) {
        await records.questions.claim({ key, payload: '{}', owner: 'o', leaseUntil: 1, now: 1 });
      }
      await records.questions.finish('q-old', { state: 'delivered' });
      await requestApproval(records, { id: 'old', conversation: 'c-old', person: 'U1' });
      await records.approvals.close('old', 'expired', old);
      await records.memories.write('U1', 'a.md', 'kept', old);
      await records.ledger.begin('side effect', 'args', old);
      await records.ledger.finish('side effect', 'Ticket 7', old);

      assert.deepEqual(await records.privacy.eraseBefore(storeTime), {
        ...{ ...nothing, answers: 1, conversations: 1, feedback: 1, approvals: 1 },
      });
      assert.equal(await records.answers.get('old'), undefined);
      assert.equal(await records.conversations.get('c-old'), undefined);
      assert.equal(await records.approvals.get('old'), undefined);
      assert.equal(await records.ledger.get('side effect'), undefined);
      assert.equal((await records.answers.get('new'))?.answer.id, 'new');
      assert.equal(await records.conversations.get('c-new'), '{"of":"new"}');
      assert.equal((await records.feedback.list({ limit: 9 })).length, 1);
      assert.equal(await records.memories.read('U1', 'a.md'), 'kept');
      assert.deepEqual((await records.questions.get('q-old'))?.state, 'delivered');

      assert.deepEqual(await records.privacy.eraseBefore(storeTime + 1), {
        ...{ ...nothing, answers: 1, conversations: 1, feedback: 1, questions: 1 },
      });
      assert.equal(await records.questions.get('q-old'), undefined);
      assert.deepEqual(await records.privacy.eraseBefore(storeTime + 1), nothing);
      assert.deepEqual(await records.privacy.erasures(), []);
    });

    it('keeps what is still under way', async (t) => {
      const records = await make(t)();
      await ask(records, { id: 'undelivered', conversation: 'c1', at: 1 });
      await records.questions.claim({ key: 'q', payload: '{"text":"?"}', owner: 'o', leaseUntil: 1, now: 1 });
      await records.questions.attach('q', 'undelivered');
      await ask(records, { id: 'waiting', conversation: 'c2', at: 1 });
      await requestApproval(records, { id: 'open', conversation: 'c2' });
      await records.conversations.put('c3', '{"open":true}', 20);
      await ask(records, { id: 'earlier turn', conversation: 'c3', at: 1, snapshotAt: 20 });
      await records.ledger.begin('begun', 'args', 1);
      assert.deepEqual(await records.privacy.eraseBefore(10), { ...nothing, answers: 1, feedback: 3 });
      assert.equal((await records.answers.get('undelivered'))?.answer.id, 'undelivered');
      assert.equal((await records.questions.unfinished(9)).length, 1);
      assert.equal((await records.answers.get('waiting'))?.answer.id, 'waiting');
      assert.equal((await records.approvals.get('open'))?.state, 'open');
      for (const id of ['c1', 'c2', 'c3']) assert.notEqual(await records.conversations.get(id), undefined, id);
      assert.deepEqual(await records.ledger.get('begun'), { state: 'started' });
    });
  });

  describe('forgetting a person', () => {
    it('erases what is stored of the person, and of others only the conversations they shared', async (t) => {
      const records = await make(t)();
      await ask(records, { id: 'mine', conversation: 'shared', person: 'U1', at: 1 });
      await ask(records, { id: 'theirs', conversation: 'shared', person: 'U2', at: 2 });
      await ask(records, { id: 'elsewhere', conversation: 'apart', person: 'U2', at: 3 });
      await requestApproval(records, { id: 'mine', conversation: 'shared', person: 'U1' });
      await requestApproval(records, { id: 'theirs', conversation: 'apart', person: 'U2' });
      const decision = { id: 'theirs', argsHash: 'h', state: 'approved', decision: 'd', by: 'U1', now: 1 } as const;
      await records.approvals.decide(decision);
      const claim = { payload: '', owner: 'o', leaseUntil: 1, now: 1 };
      await records.questions.claim({ ...claim, key: 'of U1', payload: '{"user":"U1","text":"Am I ill?"}' });
      await records.questions.claim({ ...claim, key: 'about U1', payload: '{"user":"U2","text":"Is <@U1> ill?"}' });
      await records.questions.claim({ ...claim, key: 'answered', payload: 'not JSON' });
      await records.questions.claim({ ...claim, key: 'unreadable', payload: 'not JSON of U1' });
      await records.questions.attach('answered', 'mine');
      await records.questions.finish('answered', { state: 'delivered' });
      await records.memories.write('U1', 'a.md', 'secret', 1);
      await records.memories.write('U2', 'a.md', 'other', 1);
      await records.ledger.begin('ticket', 'args', 1, 'shared');
      await records.ledger.finish('ticket', 'Ticket about U1', 1);

      const all = {
        answers: 1,
        conversations: 1,
        questions: 2,
        feedback: 1,
        approvals: 1,
        memories: 1,
        connectorCalls: 0,
        signIns: 0,
      };
      assert.deepEqual(await records.privacy.heldOf('U1'), all);
      assert.deepEqual(await records.privacy.forgetPerson('U1', 'ada', 50), all);
      assert.deepEqual(await records.privacy.heldOf('U1'), nothing);

      assert.equal(await records.answers.get('mine'), undefined);
      assert.equal(await records.conversations.get('shared'), undefined);
      assert.equal(await records.questions.get('of U1'), undefined);
      assert.equal(await records.approvals.get('mine'), undefined);
      assert.equal(await records.memories.read('U1', 'a.md'), undefined);
      assert.equal(await records.ledger.get('ticket'), undefined);

      assert.equal((await records.answers.get('theirs'))?.question, 'Question of theirs');
      assert.equal(await records.conversations.get('apart'), '{"of":"elsewhere"}');
      assert.equal((await records.questions.get('about U1'))?.state, 'claimed');
      assert.equal((await records.approvals.get('theirs'))?.state, 'approved');
      assert.equal((await records.approvals.get('theirs'))?.decidedBy, undefined);
      assert.equal(await records.memories.read('U2', 'a.md'), 'other');
      assert.equal((await records.feedback.list({ limit: 9 })).length, 2);
    });

    it('finds conversations whose answers to the person have gone or never came', async (t) => {
      const records = await make(t)();
      await ask(records, { id: 'old', conversation: 'long', person: 'U1', at: 1 });
      await ask(records, { id: 'new', conversation: 'long', person: 'U2', at: 20 });
      await records.privacy.eraseBefore(10);
      await records.conversations.put('stopped', '{"open":true}', 20, 'U1');
      await records.conversations.put('stopped', '{"open":true}', 21);
      assert.deepEqual(await records.privacy.forgetPerson('U1', 'ada', 50), { ...nothing, conversations: 2 });
      assert.equal(await records.conversations.get('long'), undefined);
      assert.equal(await records.conversations.get('stopped'), undefined);
    });

    it('takes answers that name nobody where the person was alone', async (t) => {
      const records = await make(t)();
      await ask(records, { id: 'mine', conversation: 'alone', person: 'U1', at: 1 });
      await ask(records, { id: 'unnamed', conversation: 'alone', at: 2 });
      await ask(records, { id: 'ours', conversation: 'shared', person: 'U1', at: 3 });
      await ask(records, { id: 'theirs', conversation: 'shared', person: 'U2', at: 4 });
      await ask(records, { id: 'whose', conversation: 'shared', at: 5 });
      const { answers } = await records.privacy.forgetPerson('U1', 'ada', 50);
      assert.equal(answers, 3);
      const left = await records.answers.list({ limit: 9 });
      assert.deepEqual(
        left.map(({ answer }) => answer.id),
        ['whose', 'theirs'],
      );
    });

    it('is noted with who did it, newest first, and not of whom', async (t) => {
      const records = await make(t)();
      await records.memories.write('U1', 'a.md', 'secret', 1);
      await records.privacy.forgetPerson('U1', 'ada', 50);
      await records.privacy.forgetPerson('U3', 'grace', 60);
      assert.deepEqual(await records.privacy.erasures(), [
        { at: 60, by: 'grace', erased: nothing },
        { at: 50, by: 'ada', erased: { ...nothing, memories: 1, connectorCalls: 0 } },
      ]);
    });
  });
}

type Asked = { id: string; conversation: string; person?: string; at: number; snapshotAt?: number };

/** An answer with its conversation and what the person said about it. */
async function ask(records: Records, { id, conversation, person, at, snapshotAt = at }: Asked): Promise<void> {
  const { place: _, person: __, ...rest } = answerRecord;
  const record: AnswerRecord = {
    ...rest,
    answer: { ...rest.answer, id },
    ...{ question: `Question of ${id}`, conversation, at },
    ...(person !== undefined && { person }),
  };
  await records.conversations.put(conversation, JSON.stringify({ of: id }), snapshotAt);
  await records.answers.put(record);
  await records.feedback.put({ answerId: id, person: person ?? 'U9', verdict: 'not_helpful', reason: 'why', at });
}

async function requestApproval(
  records: Records,
  about: { id: string; conversation: string; person?: string },
): Promise<void> {
  await records.approvals.ask({
    ...about,
    tool: 'create_ticket',
    input: {},
    argsHash: 'h',
    expiresAt: 1000,
    askedAt: 1,
  });
}
