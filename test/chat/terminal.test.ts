import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { test } from 'node:test';
import type { AnswerQuestion } from '../../src/answer/answer-question.ts';
import { createTerminalChat } from '../../src/chat/terminal.ts';
import { renderAnswer } from '../../src/chat/terminal-answer.ts';
import type { Answer, Question } from '../../src/domain.ts';

const answered: Answer = {
  id: 'a1',
  status: 'answered',
  text: 'You get 20 days [1].',
  citations: [
    {
      n: 1,
      passage: 'policies/leave-us.md@2#0',
      document: 'policies/leave-us.md',
      title: 'Leave',
      section: 'Amount',
      page: 3,
      quote: 'You get\n20 days.',
      version: 2,
      effective: '2026-01-01',
    },
  ],
  passages: [],
  model: 'extractive',
  ms: 1,
};

function chat({ ask }: Pick<AnswerQuestion, 'ask'>, lines: string) {
  const input = new PassThrough() as unknown as NodeJS.ReadStream;
  const output = new PassThrough();
  const none = {
    screen: () => undefined,
    refer: () => Promise.reject(new Error('nobody to refer to')),
    decide: () => Promise.reject(new Error('nothing to decide')),
    expireApprovals: async () => [],
    respond: () => Promise.reject(new Error('nothing was asked')),
    expireElicitations: async () => [],
    maySee: async () => true,
    mayRead: async () => true,
    mayChoose: async () => 'unknown' as const,
  };
  const terminal = createTerminalChat({
    answers: { ask, ...none, startable: () => [] },
    viewer: async () => ({ audienceKeys: ['everyone'], on: '2026-11-30' }),
    input,
    output: output as unknown as NodeJS.WriteStream,
    conversation: 'c',
    showProgress: () => {},
  });
  (input as unknown as PassThrough).end(lines);
  return { terminal, printed: () => String(output.read() ?? '') };
}

test('from a pipe each line is answered in order, blank ones are passed over, and the chat ends', async () => {
  const asked: Question[] = [];
  const { terminal, printed } = chat(
    {
      ask: async (question) => {
        asked.push(question);
        return { ...answered, text: `Answer to ${question.text}` };
      },
    },
    'first\n\n  second  \n',
  );
  await terminal.start();
  await terminal.ended;
  assert.deepEqual(
    asked.map((question) => question.text),
    ['first', 'second'],
  );
  assert.deepEqual(new Set(asked.map((question) => question.conversation)), new Set(['c']));
  const text = printed();
  assert.ok(text.indexOf('Answer to first') < text.indexOf('You: second'));
  await terminal.stop();
});

test('a question that fails is told and the next is answered', async () => {
  const { terminal, printed } = chat(
    {
      ask: async ({ text }) => {
        if (text === 'bad') throw new Error('the disk is full');
        return answered;
      },
    },
    'bad\ngood\n',
  );
  await terminal.start();
  await terminal.ended;
  const text = printed();
  assert.match(text, /That did not work: the disk is full/);
  assert.match(text, /You get 20 days/);
});

test('an answer shows each source with place, page, version, date and quote', () => {
  const lines = renderAnswer(answered).split('\n');
  assert.deepEqual(lines, [
    'You get 20 days [1].',
    '',
    'Sources',
    '  [1] Leave › Amount (page 3, version 2, in force since 1 January 2026)',
    '      policies/leave-us.md',
    '      “You get 20 days.”',
  ]);
});

test('remarks on the sources stand below the answer, a line each', () => {
  const text = renderAnswer({
    ...answered,
    notice: 'Quoted.',
    remarks: ['From 1 May 2027:\n“21 days” [2]', 'Overdue.'],
  });
  assert.match(
    text,
    /^You get 20 days \[1\]\.\n\nNote: From 1 May 2027: “21 days” \[2\]\nNote: Overdue\.\n\n\(Quoted\.\)\n/,
  );
});

test('an abstention shows the closest passages, an answer does not', () => {
  const passages = [{ id: 'p', document: 'd', title: 'Travel', section: '', text: `${'word '.repeat(100)}`, score: 1 }];
  const abstained = renderAnswer({ ...answered, status: 'not_found', text: 'No.', citations: [], passages });
  assert.match(abstained, /The closest passages\n {2}- Travel\n {4}word .* …$/);
  assert.doesNotMatch(renderAnswer({ ...answered, passages }), /closest/);
});

test('documents cannot move the cursor or hide text', () => {
  const text = renderAnswer({ ...answered, text: 'a\u001b[2Jb\u202ec\u0007' });
  assert.ok(text.startsWith('a[2Jbc\n'));
});
