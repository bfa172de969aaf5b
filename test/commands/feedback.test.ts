import assert from 'node:assert/strict';
import { test } from 'node:test';
import { feedbackCommand } from '../../src/commands/feedback.ts';
import type { Citation } from '../../src/domain.ts';
import { answerOf, createCommandWorld } from './run-command.ts';

const dayMs = 86_400_000;
const citation: Citation = {
  ...{ n: 1, passage: 'handbook/leave.md@3#0', document: 'handbook/leave.md', title: 'Leave', section: 'Days' },
  ...{ quote: '20 days', version: 3 },
};

test('before anybody said something, and in a quiet time, that is said', async (t) => {
  const { run, records } = createCommandWorld(t);
  const none = 'No feedback yet. In Slack people give it with the buttons below an answer.\n';
  assert.deepEqual(await run(feedbackCommand), { status: 0, stdout: none, stderr: '' });
  const at = Date.now() - 3 * dayMs;
  await records(({ feedback }) => feedback.put({ answerId: 'a', person: 'UALICE', verdict: 'helpful', at }));
  const disliked = await run(feedbackCommand, { options: { disliked: true } });
  assert.equal(disliked.stdout, 'Nobody disliked an answer in the last 30 days.\n');
  const quiet = await run(feedbackCommand, { options: { since: '2' } });
  assert.equal(quiet.stdout, 'No feedback in the last 2 days. --since DAYS looks further back.\n');
});

test('feedback comes with reason, question and cited documents, and without who gave it', async (t) => {
  const { run, records } = createCommandWorld(t);
  const now = Date.now();
  await records(async ({ answers, feedback }) => {
    await answers.put(answerOf('a', { citations: [citation, { ...citation, n: 2 }] }, { person: 'UBOB' }));
    await answers.put(answerOf('b', {}, {}));
    const said = { person: 'UALICE', verdict: 'not_helpful' } as const;
    await feedback.put({ ...said, answerId: 'a', reason: 'Out\u001b of date', at: now - 3000 });
    await feedback.put({ ...said, answerId: 'b', verdict: 'helpful', at: now - 2000 });
    await feedback.put({ ...said, answerId: 'gone', at: now - 1000 });
  });
  const { status, stdout } = await run(feedbackCommand);
  assert.equal(status, 0);
  assert.deepEqual(
    stdout.split('\n').map((line) => line.replace(/^\d.*:\d\d, /, 'TIME ')),
    [
      'Last 30 days: 1 helpful, 2 not helpful.',
      '',
      ...['TIME not helpful', '  (the answer is no longer kept)', ''],
      ...['TIME helpful', '  Question b?', '  (nothing was cited)', ''],
      ...['TIME not helpful: Out of date', '  Question a?', '  - Leave (handbook/leave.md, version 3)', ''],
    ],
  );
  assert.doesNotMatch(stdout, /UALICE|UBOB/);
  const json = JSON.parse((await run(feedbackCommand, { options: { disliked: true }, json: true })).stdout);
  assert.deepEqual(json, {
    ...{ days: 30, helpful: 1, notHelpful: 2 },
    feedback: [
      { answer: 'gone', at: new Date(now - 1000).toISOString(), verdict: 'not_helpful', documents: [] },
      {
        answer: 'a',
        at: new Date(now - 3000).toISOString(),
        verdict: 'not_helpful',
        reason: 'Out\u001b of date',
        question: 'Question a?',
        documents: [{ document: 'handbook/leave.md', title: 'Leave', version: 3 }],
      },
    ],
  });
});
