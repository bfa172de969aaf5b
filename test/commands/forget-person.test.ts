import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { forgetPersonCommand } from '../../src/commands/forget-person.ts';
import { runBylaw } from '../support/run-bylaw.ts';
import { answerOf, createCommandWorld } from './run-command.ts';

const words = ['UALICE'];
const nothing = {
  ...{ answers: 0, conversations: 0, questions: 0, feedback: 0, approvals: 0, memories: 0 },
  connectorCalls: 0,
  signIns: 0,
};
const held = '  2 questions with their answers\n  1 opinion of an answer\n';

test('somebody of whom nothing is stored is answered at once', async (t) => {
  const { run, records } = createCommandWorld(t);
  const { status, stdout } = await run(forgetPersonCommand, { words });
  assert.deepEqual([status, stdout], [0, 'Nothing is stored of UALICE.\n']);
  const json = JSON.parse((await run(forgetPersonCommand, { words, json: true })).stdout);
  assert.deepEqual(json, { person: 'UALICE', by: userInfo().username, erased: nothing, left: nothing });
  await records(async ({ privacy }) => assert.deepEqual(await privacy.erasures(), []));
});

test('on a terminal it shows what would be erased, and erases after a yes only', async (t) => {
  const world = await withAlice(t);
  const declined = await world.run(forgetPersonCommand, { words, typed: '\n' });
  assert.equal(declined.status, 0);
  const asked = `Stored of UALICE:\n${held}Erase this for good? [y/N] `;
  assert.equal(declined.stdout, `${asked}Nothing was erased.\n`);
  await world.records(async ({ privacy, answers }) => {
    assert.equal((await privacy.heldOf('UALICE')).answers, 2);
    assert.deepEqual(await answers.count({}), { answered: 3 });
  });

  const agreed = await world.run(forgetPersonCommand, { words, typed: 'y\n' });
  const by = userInfo().username;
  assert.equal(agreed.status, 0);
  assert.equal(
    agreed.stdout,
    `${asked}Erased:\n${held}Nothing is stored of UALICE any more. Noted as done by ${by}.\n`,
  );
  await world.records(async ({ privacy, answers }) => {
    assert.deepEqual(await answers.count({}), { answered: 1 });
    const [erasure, ...more] = await privacy.erasures();
    assert.deepEqual([erasure?.by, erasure?.erased, more], [by, { ...nothing, answers: 2, feedback: 1 }, []]);
  });
});

test('a terminal that is closed instead of answering erases nothing', async (t) => {
  const { run } = await withAlice(t);
  assert.match((await run(forgetPersonCommand, { words, typed: '' })).stdout, /Nothing was erased\.\n$/);
});

test('where nobody can be asked it erases nothing without --yes', async (t) => {
  const world = await withAlice(t);
  for (const json of [false, true]) {
    await assert.rejects(world.run(forgetPersonCommand, { words, json }), { code: 'usage', message: /add --yes/ });
  }
  await world.records(async ({ answers }) => assert.deepEqual(await answers.count({}), { answered: 3 }));
});

test('as a process it erases with --yes, and the text is in no file afterwards', async (t) => {
  const world = await withAlice(t);
  const { cwd, data } = world;
  const args = ['forget-person', 'UALICE', '--data', data];
  const refused = await runBylaw(args, { cwd });
  assert.deepEqual([refused.status, refused.stdout], [2, `Stored of UALICE:\n${held}`]);
  const { status, stdout, stderr } = await runBylaw([...args, '--yes', '--json'], { cwd });
  assert.equal(status, 0, stderr);
  const { erased, left } = JSON.parse(stdout);
  assert.deepEqual([erased, left], [{ ...nothing, answers: 2, feedback: 1 }, nothing]);
  const stored = readdirSync(data).map((name) => readFileSync(join(data, name), 'latin1'));
  assert.doesNotMatch(stored.join(''), /Quokka|UALICE/);
  assert.match(stored.join(''), /Wombat/);
});

async function withAlice(t: Parameters<typeof createCommandWorld>[0]) {
  const world = createCommandWorld(t);
  await world.run(forgetPersonCommand, { words });
  await world.records(async ({ answers, feedback }) => {
    await answers.put(answerOf('a', {}, { person: 'UALICE', question: 'Quokka one?' }));
    await answers.put(answerOf('b', {}, { person: 'UALICE', question: 'Quokka two?' }));
    await answers.put(answerOf('c', {}, { person: 'UBOB', question: 'Wombat?' }));
    await feedback.put({ answerId: 'c', person: 'UALICE', verdict: 'not_helpful', reason: 'Quokka', at: 1 });
  });
  return world;
}
