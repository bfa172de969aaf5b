import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { newTurn } from '../../src/answer/conversation.ts';
import { createMeter, noMeter } from '../../src/answer/meter.ts';
import { runSideTask } from '../../src/answer/side-task.ts';
import { silentLog } from '../../src/log.ts';
import { type ModelRequest, noAnswer } from '../../src/models/model.ts';
import { createWorld } from './answering-world.ts';
import { createSpend } from './memory-records.ts';
import { answer, createScriptedModel, type Step, say, search } from './scripted-model.ts';
import { createHandbook, germanLeave, viewer } from './small-handbook.ts';
import { assertSendable } from './strict-model.ts';

const twenty = answer('You get 20 days of paid leave a year.', '20 days');
const question = 'How many days of paid leave do employees receive?';
const reply = (value: unknown) => say(JSON.stringify(value));

const newer = {
  ...germanLeave,
  id: 'handbook/works-agreement.md',
  title: 'Works agreement',
  effectiveFrom: '2026-03-01',
  sections: [{ heading: 'Leave', text: 'Full-time employees receive 28 days of paid leave a year.' }],
};

function sideWorld(main: readonly Step[], side: readonly Step[], documents = [germanLeave, newer]) {
  const [script, beside] = [createScriptedModel(main), createScriptedModel(side, 'small')];
  const days = new Map<string, number>();
  const meter = createMeter({
    ...{ spend: createSpend(days), costOf: () => 0.5, today: () => '2026-06-01', log: silentLog },
  });
  const handbook = createHandbook(documents);
  return { ...createWorld({ model: script.model, sideModel: beside.model, handbook, meter }), script, beside, days };
}

/** Names the first sentences of two passages that hold these words. */
const conflictOf =
  (first: string, second: string): Step =>
  ({ messages }) => {
    const [result] = messages.at(-1)?.content ?? [];
    const passages =
      result?.type === 'tool_result' ? result.content.map((item) => (item.type === 'text' ? item.text : '')) : [];
    const at = (words: string) => ({ passage: passages.findIndex((text) => text.includes(words)) + 1, sentence: 1 });
    return reply({ conflicts: [{ first: at(first), second: at(second) }] });
  };

test('where two documents contradict each other both clauses are shown word for word, with their dates', async () => {
  const { ask, beside, script, answers, days } = sideWorld(
    [search('paid leave days'), twenty],
    [conflictOf('20 days', '28 days')],
  );
  const given = await ask(question);
  assert.equal(given.status, 'answered');
  assert.match(
    given.text,
    /^You get 20 days of paid leave a year\. \[1\]\n\n\*\*The policies differ here:\*\*\n- “Full-time employees receive 20 days of paid leave a year\.” \(Leave in Germany, in force since 1 January 2026\) \[\d\]\n- “Full-time employees receive 28 days of paid leave a year\.” \(Works agreement, in force since 1 March 2026\) \[\d\]\n\nBy the usual precedence the newer one counts, Works agreement; please have their owners confirm it\.$/,
  );
  assert.ok(given.citations.some(({ document, quote }) => document === newer.id && quote.includes('28 days')));
  assert.equal(script.requests.length, 2);
  assert.equal(days.get('2026-06-01'), 1.5, 'the side call is counted with the rest');
  assert.equal(answers.get(given.id)?.usage?.outputTokens, 15);
  const [request] = beside.requests;
  assert.ok(request);
  assertSendable(request, 'claude-haiku-5-5');
  assert.ok(request.format);
  assert.doesNotMatch(
    JSON.stringify([request.system, request.messages[0]]),
    /28 days/,
    'documents stand in a result only',
  );
});

const aside = {
  ...newer,
  sections: [
    { heading: 'Leave', text: 'Paid leave of employees is planned with the team each year, for days in a row.' },
  ],
};

test('without any side model, a clause with another number for the same rule is shown beside the answer', async () => {
  const script = createScriptedModel([search('paid leave days'), twenty]);
  const { ask } = createWorld({ model: script.model, handbook: createHandbook([germanLeave, newer]) });
  const given = await ask(question);
  assert.match(
    given.text,
    /The policies differ here:[\s\S]*20 days[\s\S]*28 days[\s\S]*the newer one counts, Works agreement/,
  );
  assert.deepEqual(
    given.citations.map(({ document }) => document),
    [germanLeave.id, newer.id],
  );
});

test('a conflict that is none is not shown', async () => {
  const places = (passage: number, sentence: number) => ({ passage, sentence });
  for (const [documents, step] of [
    [[germanLeave, aside], reply({ conflicts: [] })],
    [[germanLeave, aside], reply({ conflicts: [{ first: places(1, 1), second: places(99, 1) }] })],
    [[germanLeave, aside], reply({ conflicts: [{ first: places(1, 1), second: places(1, 1) }] })],
    [[germanLeave, aside], say('They contradict each other!')],
    [[germanLeave, aside], new Error('down')],
    [[germanLeave, { ...newer, country: ['AT'] }], conflictOf('20 days', '28 days')],
  ] as const) {
    const { ask } = sideWorld([search('paid leave days'), twenty], [step], [...documents]);
    assert.equal((await ask(question)).text, 'You get 20 days of paid leave a year. [1]');
  }
});

test('with one document, and without a side model, nothing is asked', async () => {
  const { ask, beside } = sideWorld([search('paid leave days'), twenty], [], [germanLeave]);
  assert.equal((await ask(question)).status, 'answered');
  assert.equal(beside.requests.length, 0);
});

test('a follow-up that finds nothing shows what is closest to what it means', async () => {
  const { ask, handbook, beside, script } = sideWorld(
    [search('paid leave days'), twenty, search('interns'), say(noAnswer)],
    [reply({ conflicts: [] }), reply({ question: 'May interns carry over unused leave?' })],
  );
  await ask(question);
  const given = await ask('And for interns?');
  assert.equal(given.status, 'not_found');
  assert.equal(handbook.searches.at(-1)?.text, 'May interns carry over unused leave?');
  assert.match(JSON.stringify(beside.requests[1]?.messages), /Earlier: How many days.*Newest: And for interns\?/);
  assert.doesNotMatch(JSON.stringify(script.requests), /May interns/, 'the conversation stays as it is');
});

test('a side task is spent, late or odd in silence, and stops with the asker', async () => {
  const turn = newTurn({ text: 'q', viewer, conversation: 'C1' }, []);
  const schema = z.strictObject({ n: z.number() });
  const task = { name: 't', system: 's', text: 'x', schema };
  const deps = { meter: noMeter, now: () => 0, log: silentLog };
  const signal = new AbortController().signal;
  const run = (step: Step) =>
    runSideTask(task, turn, { ...deps, sideModel: createScriptedModel([step]).model }, signal);
  assert.deepEqual(await run(reply({ n: 1 })), { n: 1 });
  assert.equal(await run(reply({ n: 'one' })), undefined);
  assert.equal(await run(say('{"n":1')), undefined);
  assert.equal(await run(new Error('down')), undefined);
  assert.equal(await runSideTask(task, turn, deps, signal), undefined);
  assert.equal(turn.outputTokens, 15);
  const gone = new AbortController();
  const hanging = (request: ModelRequest) =>
    new Promise<never>((_, reject) => {
      request.signal.addEventListener('abort', () => reject(request.signal.reason));
      gone.abort(new Error('gone'));
    });
  const sideModel = createScriptedModel([hanging]).model;
  await assert.rejects(runSideTask(task, turn, { ...deps, sideModel }, gone.signal), /gone/);
});

test('a file too long to be read along is summed up beside the conversation, and counted', async () => {
  const { ask, beside, script, answers } = sideWorld(
    [search('paid leave days'), twenty],
    [reply({ summary: 'A contract for 30 hours a week.' })],
    [germanLeave],
  );
  const files = [
    { name: 'contract.txt', text: 'Clause. '.repeat(5000), isCut: false },
    { name: 'note.txt', text: 'Short.', isCut: false },
  ];
  const given = await ask(question, { attachments: files });
  assert.equal(given.status, 'answered');
  const told = JSON.stringify(script.requests[0]?.messages);
  assert.match(told, /contract\.txt.*Summed up.*> A contract for 30 hours a week.*note\.txt.*> Short\./);
  assert.doesNotMatch(told, /Clause/);
  const [request] = beside.requests;
  assert.ok(request);
  assertSendable(request, 'claude-haiku-5-5');
  assert.equal(answers.get(given.id)?.usage?.outputTokens, 15);
});

test('a long file that can’t be summed up is read in its first part', async () => {
  const { ask, script } = sideWorld([search('paid leave days'), twenty], [new Error('down')], [germanLeave]);
  await ask(question, { attachments: [{ name: 'a.txt', text: 'Clause. '.repeat(50_000), isCut: false }] });
  const told = JSON.stringify(script.requests[0]?.messages);
  assert.match(told, /Clause\. Clause.*Cut: the first 50000 of/);
});
