import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AnswerQuestion, ElicitationAnswer } from '../../src/answer/answer-question.ts';
import { declineElicitations } from '../../src/chat/decline-elicitations.ts';
import type { Answer } from '../../src/domain.ts';

const answer: Answer = { id: 'A', status: 'answered', text: 'Done.', citations: [], passages: [], model: 'm', ms: 1 };
const viewer = { audienceKeys: ['everyone'], on: '2026-11-30' };

function answersThat(end: Answer) {
  const heard: ElicitationAnswer[] = [];
  const never = () => Promise.reject(new Error('not expected'));
  const answers: AnswerQuestion = {
    ...{
      ask: never,
      refer: never,
      decide: never,
      maySee: async () => true,
      mayRead: async () => true,
      mayChoose: never,
      startable: () => [],
    },
    ...{ screen: () => undefined, expireApprovals: async () => [], expireElicitations: async () => [] },
    respond: async (given) => {
      heard.push(given);
      return { outcome: 'accepted', answer: end };
    },
  };
  return { answers, heard };
}

test('where no form can be shown, a question is declined, and a sentence says so', async () => {
  const waiting: Answer = {
    ...{ ...answer, status: 'awaiting_approval', text: 'It waits.' },
    elicitations: [
      {
        ...{ id: 'A:1', recipient: 'the desk', title: 'Close', expiresAt: 1 },
        request: { mode: 'form', message: 'Why?', schema: {} },
      },
    ],
  };
  const { answers, heard } = answersThat(answer);
  const end = await declineElicitations(waiting, { answers, viewer, signal: new AbortController().signal });
  assert.deepEqual(
    heard.map(({ elicitation, response }) => [elicitation, response]),
    [['A:1', { action: 'decline' }]],
  );
  assert.equal(end.text, 'Done.');
  assert.match(end.notice ?? '', /the desk asked something to go on with “Close”.*such as Slack, so I declined/);
});

test('an answer that waits for nothing stays as it is', async () => {
  const { answers, heard } = answersThat(answer);
  assert.equal(await declineElicitations(answer, { answers, viewer, signal: new AbortController().signal }), answer);
  assert.deepEqual(heard, []);
});
