import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AnswerProgress } from '../../src/answer/answer-question.ts';
import { ada, createApprovalWorld, fileTicket } from './approval-world.ts';
import { answer, search } from './scripted-model.ts';

test('people see what is searched, where it was found, what is done, and that it is written and checked', async () => {
  const twenty = answer('You get 20 days of paid leave a year.', '20 days');
  const { answering } = createApprovalWorld([fileTicket(), search('leave days'), twenty]);
  const seen: AnswerProgress[] = [];
  const options = { signal: new AbortController().signal, onProgress: (step: AnswerProgress) => void seen.push(step) };
  const question = { text: 'File a ticket about my leave.', viewer: ada, conversation: 'C1' };
  const [request] = (await answering.ask(question, options)).approvals ?? [];
  assert.ok(request);
  assert.deepEqual(seen, [], 'nothing is done before the yes');
  const decision = {
    decision: 'd',
    approval: request.id,
    argsHash: request.argsHash,
    verdict: 'approve',
    viewer: ada,
  } as const;
  await answering.decide(decision, options);
  assert.deepEqual(seen, [
    { step: 'acting', tool: 'File a ticket' },
    { step: 'writing' },
    { step: 'searching', query: 'leave days' },
    {
      step: 'found',
      sources: [{ title: 'Leave in Germany', url: 'https://handbook.example/leave-de' }, { title: 'Leave in the US' }],
    },
    { step: 'writing' },
    { step: 'checking' },
  ]);
});
