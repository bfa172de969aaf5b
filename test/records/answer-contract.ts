import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { AnswerRecord } from '../../src/records/records.ts';
import type { MakeStore } from './records-contract.ts';

const record: AnswerRecord = {
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
  retrieved: ['handbook/leave.md@1#0', 'handbook/leave.md@1#3'],
  at: 1_796_000_000_000,
  usage: { inputTokens: 10, outputTokens: 5 },
};

export function describeAnswers(make: MakeStore): void {
  describe('answers', () => {
    it('come back as they were put, and can be put again', async (t) => {
      const { answers } = await make(t)();
      const { usage: _, ...unmetered } = record;
      await answers.put(unmetered);
      assert.deepEqual(await answers.get('answer-1'), unmetered);
      await answers.put(record);
      assert.deepEqual(await answers.get('answer-1'), record);
      assert.equal(await answers.get('answer-2'), undefined);
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
