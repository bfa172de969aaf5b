import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Answer } from '../../src/domain.ts';
import { getSecondOpinion } from '../../src/evaluation/second-opinion.ts';

const given = (id: string, status: Answer['status'] = 'answered') => ({
  id,
  text: `${id}?`,
  answer: { ...{ id, status, text: id, citations: [], passages: [] }, model: 'stub', ms: 1 },
});
const { signal } = new AbortController();

test('a sample is spread over the answers that state something, and what could not be judged is not counted', async () => {
  const asked: string[] = [];
  const all = ['a', 'b', 'c', 'd', 'e', 'f'].map((id) => given(id));
  const opinion = await getSecondOpinion([given('x', 'not_found'), ...all], 3, {
    signal,
    judge: async (question) => {
      asked.push(question);
      if (question === 'c?') return undefined;
      return { statements: 2, doubts: question === 'e?' ? [{ text: 'E.', quotes: ['e'], reason: 'Added.' }] : [] };
    },
  });
  assert.deepEqual(asked, ['a?', 'c?', 'e?']);
  assert.deepEqual(opinion, {
    judged_answers: 2,
    judged_statements: 4,
    doubts: [{ question: 'e', text: 'E.', quotes: ['e'], reason: 'Added.' }],
  });
});

test('no more is judged than there is, and nothing where nothing was answered', async () => {
  const deps = { signal, judge: async () => ({ statements: 1, doubts: [] }) };
  assert.equal((await getSecondOpinion([given('a'), given('b')], 50, deps)).judged_answers, 2);
  assert.equal((await getSecondOpinion([given('a', 'not_found')], 5, deps)).judged_answers, 0);
});
