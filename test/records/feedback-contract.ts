import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { answerRecord } from './answer-contract.ts';
import type { MakeStore } from './records-contract.ts';

const disliked = { answerId: 'answer-1', person: 'U1', verdict: 'not_helpful', reason: 'Out of date', at: 10 } as const;

export function describeFeedback(make: MakeStore): void {
  describe('feedback', () => {
    it('is one of each person about each answer, and the latest stands', async (t) => {
      const { feedback } = await make(t)();
      await feedback.put(disliked);
      await feedback.put({ answerId: 'answer-1', person: 'U1', verdict: 'not_helpful', at: 20 });
      await feedback.put({ answerId: 'answer-1', person: 'U2', verdict: 'helpful', at: 15 });
      assert.deepEqual(await feedback.list({ limit: 10 }), [
        { feedback: { ...disliked, at: 20 } },
        { feedback: { answerId: 'answer-1', person: 'U2', verdict: 'helpful', at: 15 } },
      ]);
      await feedback.put({ ...disliked, reason: 'Wrong country', at: 30 });
      assert.deepEqual((await feedback.list({ limit: 1 }))[0]?.feedback, {
        ...disliked,
        reason: 'Wrong country',
        at: 30,
      });
      await feedback.put({ answerId: 'answer-1', person: 'U1', verdict: 'helpful', at: 40 });
      assert.deepEqual((await feedback.list({ limit: 1 }))[0]?.feedback, {
        ...{ answerId: 'answer-1', person: 'U1', verdict: 'helpful', at: 40 },
      });
    });

    it('is listed newest first with what was asked, by verdict and from a time on', async (t) => {
      const { feedback, answers } = await make(t)();
      await answers.put(answerRecord);
      await feedback.put(disliked);
      await feedback.put({ answerId: 'forgotten', person: 'U1', verdict: 'not_helpful', at: 20 });
      await feedback.put({ answerId: 'answer-1', person: 'U2', verdict: 'helpful', at: 30 });
      const listed = await feedback.list({ verdict: 'not_helpful', limit: 10 });
      assert.deepEqual(
        listed.map(({ feedback, about }) => [feedback.answerId, about?.question]),
        [
          ['forgotten', undefined],
          ['answer-1', answerRecord.question],
        ],
      );
      assert.deepEqual(listed[1], { feedback: disliked, about: answerRecord });
      const people = async (query: { since?: number; limit: number }) =>
        (await feedback.list(query)).map(({ feedback }) => feedback.at);
      assert.deepEqual(await people({ since: 20, limit: 10 }), [30, 20]);
      assert.deepEqual(await people({ limit: 2 }), [30, 20]);
    });
  });
}
