import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Answer } from '../../src/domain.ts';
import type { AnswerQuery, AnswerRecord } from '../../src/records/records.ts';
import type { MakeStore } from './records-contract.ts';

export const answerRecord: AnswerRecord = {
  answer: {
    id: 'answer-1',
    status: 'answered',
    text: 'Zwanzig Tage 😀 [1]',
    citations: [
      {
        n: 1,
        passage: 'handbook/leave.md@1#0',
        document: 'handbook/leave.md',
        title: 'Leave',
        section: 'Days',
        quote: 'twenty days',
        version: 1,
      },
    ],
    passages: [],
    model: 'extractive',
    ms: 12,
  },
  question: 'How many days?',
  conversation: 'T1:C1:1.0',
  person: 'U1',
  place: 'C1',
  retrieved: ['handbook/leave.md@1#0', 'handbook/leave.md@1#3'],
  at: 1_796_000_000_000,
  usage: { inputTokens: 10, outputTokens: 5 },
};

export function describeAnswers(make: MakeStore): void {
  describe('answers', () => {
    it('are counted by the documents that they cite, each answer once, without what is only announced', async (t) => {
      const { answers } = await make(t)();
      const [citation] = answerRecord.answer.citations;
      assert.ok(citation);
      const cite = (document: string, more: object = {}) => ({ ...citation, document, ...more });
      const put = (id: string, at: number, citations: Answer['citations'], status: Answer['status'] = 'answered') =>
        answers.put({ ...answerRecord, at, answer: { ...answerRecord.answer, id, status, citations } });
      await put('a', 1000, [cite('h/leave.md'), cite('h/leave.md'), cite('h/travel.md')]);
      await put('b', 2000, [cite('h/leave.md'), cite('h/travel.md', { isUpcoming: true })]);
      await put('c', 2000, [cite('h/leave.md', { isUpcoming: true })], 'not_found');
      await put('d', 3000, []);
      assert.deepEqual(Object.fromEntries(await answers.citations(0)), { 'h/leave.md': 2, 'h/travel.md': 1 });
      assert.deepEqual(Object.fromEntries(await answers.citations(1001)), { 'h/leave.md': 1 });
      assert.deepEqual(Object.fromEntries(await answers.citations(2001)), {});
    });

    it('come back as they were put, and can be put again', async (t) => {
      const { answers } = await make(t)();
      const { usage: _, person: __, place: ___, ...unmetered } = answerRecord;
      await answers.put(unmetered);
      assert.deepEqual(await answers.get('answer-1'), unmetered);
      await answers.put(answerRecord);
      assert.deepEqual(await answers.get('answer-1'), answerRecord);
      assert.equal(await answers.get('answer-2'), undefined);
    });

    it('are listed newest first and counted by status, as asked for', async (t) => {
      const { answers } = await make(t)();
      const put = (id: string, at: number, status: Answer['status'], conversation: string, person?: string) => {
        const { person: _, ...rest } = answerRecord;
        const asker = person === undefined ? {} : { person };
        return answers.put({ ...rest, answer: { ...rest.answer, id, status }, at, conversation, ...asker });
      };
      await put('a', 10, 'answered', 'c1', 'U1');
      await put('b', 20, 'not_found', 'c1', 'U2');
      await put('c', 20, 'answered', 'c2', 'U1');
      await put('d', 30, 'failed', 'c2');
      const listed = async (query: AnswerQuery, limit = 10) =>
        (await answers.list({ ...query, limit })).map(({ answer }) => answer.id).join('');
      assert.equal(await listed({}), 'dcba');
      assert.equal(await listed({}, 2), 'dc');
      assert.equal(await listed({ since: 20 }), 'dcb');
      assert.equal(await listed({ since: 20, until: 30 }), 'cb');
      assert.equal(await listed({ person: 'U1' }), 'ca');
      assert.equal(await listed({ conversation: 'c1', person: 'U1' }), 'a');
      assert.equal(await listed({ status: 'answered', since: 11 }), 'c');
      assert.deepEqual((await answers.list({ person: 'U2', limit: 1 }))[0]?.place, 'C1');
      assert.deepEqual(await answers.count({}), { answered: 2, not_found: 1, failed: 1 });
      assert.deepEqual(await answers.count({ person: 'U1', since: 20 }), { answered: 1 });
      assert.deepEqual(await answers.count({ since: 31 }), {});
      await put('d', 30, 'answered', 'c2');
      assert.deepEqual(await answers.count({ since: 30 }), { answered: 1 });
    });
  });

  describe('conversations', () => {
    it('hold the last snapshot', async (t) => {
      const { conversations } = await make(t)();
      assert.equal(await conversations.get('c1'), undefined);
      await conversations.put('c1', '{"n":1}', 1);
      await conversations.put('c1', '{"n":2}', 2);
      await conversations.put('c2', '{"n":9}', 2);
      assert.equal(await conversations.get('c1'), '{"n":2}');
    });
  });

  describe('the write ledger', () => {
    it('lets a side effect begin once', async (t) => {
      const open = make(t);
      const [one, two] = [await open(), await open()];
      assert.equal(await one.ledger.get('k'), undefined);
      assert.equal(await one.ledger.begin('k', 'args', 1), true);
      assert.equal(await two.ledger.begin('k', 'args', 2), false);
      assert.deepEqual(await two.ledger.get('k'), { state: 'started' });
      await one.ledger.finish('k', '', 3);
      assert.deepEqual(await two.ledger.get('k'), { state: 'done', result: '' });
      assert.equal(await two.ledger.begin('k', 'args', 4), false);
    });

    it('does not lose the result of something that never began', async (t) => {
      const { ledger } = await make(t)();
      await assert.rejects(ledger.finish('unknown', 'result', 1), { code: 'internal' });
    });
  });
}
