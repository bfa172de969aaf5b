import assert from 'node:assert/strict';
import { test } from 'node:test';
import { judgeAnswer, statementsOf } from '../../src/answer/judge-answer.ts';
import { noMeter } from '../../src/answer/meter.ts';
import { silentLog } from '../../src/log.ts';
import { createWorld } from './answering-world.ts';
import { answer, createScriptedModel, type Step, say, search } from './scripted-model.ts';
import { assertSendable } from './strict-model.ts';

const question = 'How many days of paid leave do employees receive?';
const { signal } = new AbortController();

async function judged(reply: Step) {
  const main = createScriptedModel([
    search('paid leave days'),
    answer('You receive 20 days of paid leave a year.', '20 days'),
  ]);
  const given = await createWorld({ model: main.model }).ask(question);
  const { model, requests } = createScriptedModel([reply], 'small');
  const deps = { sideModel: model, meter: noMeter, now: () => 0, log: silentLog };
  return { given, requests, judgement: await judgeAnswer(question, given, deps, signal) };
}

const doubts = (...list: { statement: number; reason: string }[]) => say(JSON.stringify({ doubts: list }));

test('a statement that a second model doubts comes back with its clause and the reason', async () => {
  const { judgement, requests } = await judged(doubts({ statement: 1, reason: 'Only full-time employees do.' }));
  assert.deepEqual(judgement, {
    statements: 1,
    doubts: [
      {
        text: 'You receive 20 days of paid leave a year.',
        quotes: ['Full-time employees receive 20 days of paid leave a year.'],
        reason: 'Only full-time employees do.',
      },
    ],
  });
  const [request] = requests;
  assert.ok(request?.format);
  assertSendable(request, 'claude-haiku-5-5');
  assert.doesNotMatch(
    JSON.stringify([request.system, request.messages[0]]),
    /Full-time employees/,
    'clauses stand in a result only',
  );
});

test('no doubt, one about a statement that there is not, and a reply that is no judgement', async () => {
  assert.deepEqual((await judged(doubts())).judgement, { statements: 1, doubts: [] });
  assert.deepEqual((await judged(doubts({ statement: 7, reason: 'No.' }))).judgement, { statements: 1, doubts: [] });
  assert.equal((await judged(say('All fine!'))).judgement, undefined);
});

test('each statement is judged by the clauses that are numbered after it', () => {
  const citation = (n: number, quote: string) => ({
    ...{ n, quote, passage: `p${n}`, document: 'd', title: 't', section: '', version: 1 },
  });
  const citations = [citation(1, 'One.'), citation(2, 'Two.')];
  const text = 'First [see below]. [1] Second and\nthird. [1][2]\n\n| Cell [2] |\n\nI have no more.';
  assert.deepEqual(statementsOf({ text, citations }), [
    { text: 'First [see below].', quotes: ['One.'] },
    { text: 'Second and third.', quotes: ['One.', 'Two.'] },
    { text: '| Cell', quotes: ['Two.'] },
  ]);
  assert.deepEqual(statementsOf({ text: 'Nothing cited. [9]', citations }), []);
});
