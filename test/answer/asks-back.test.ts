import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asksBack } from '../../src/answer/asks-back.ts';
import { answer, cite, type Step, say, search } from './scripted-model.ts';
import { createSkillWorld, leave, load } from './skill-world.ts';

const question = 'I started on 1 May 2026 and work 3 days: how much leave do I have left?';

const asking = [
  'In which country do you work?',
  'To work this out I need a few facts:\n- Which weekdays do you work?\n- How many days did you take since 1 May 2026?',
  'Have you taken days since 1 May 2026, and how many are approved?',
  '1. Wann hast du angefangen?\n2. In welchem Land arbeitest du?',
];
for (const reply of asking)
  test(`asks and states nothing: ${reply.slice(0, 40)}`, () => assert.ok(asksBack(reply, question)));

const stating = [
  'You have 12 days left. In which country do you work?',
  'Did you know that you get 30 days?',
  'You may carry leave over, right?',
  'What about https://evil.example/form?',
  'I need your password.',
  'Please tell me more.',
  '',
];
for (const reply of stating)
  test(`states something, or asks nothing: ${reply.slice(0, 40)}`, () => assert.ok(!asksBack(reply, question)));

const ask = say('In which country do you work?');

test('a skill may ask for what it needs, and the next message goes on from there', async () => {
  const { ask: asked, script } = createSkillWorld([
    load(),
    search('leave days'),
    ask,
    search('leave days'),
    answer('Full-time employees receive 20 days of paid leave a year.', '20 days'),
  ]);
  const given = await asked(question);
  assert.deepEqual([given.status, given.text, given.citations], ['needs_input', 'In which country do you work?', []]);
  assert.deepEqual(given.skills, [{ name: 'leave-check', version: leave.version }]);
  assert.equal((await asked('In Germany')).status, 'answered');
  assert.match(JSON.stringify(script.requests[3]?.messages), /In which country do you work\?/);
});

test('an answer may end with a question for the person, but not with a claim that only looks like one', async () => {
  const statement: Step = ({ messages }) =>
    say(
      cite(messages, 'Full-time employees receive 20 days of paid leave a year.', '20 days'),
      ' In which country do you work?',
    );
  const claim: Step = ({ messages }) =>
    say(
      cite(messages, 'Full-time employees receive 20 days of paid leave a year.', '20 days'),
      ' You may carry all of it over, right?',
    );
  const good = createSkillWorld([load(), search('leave days'), statement]);
  assert.equal((await good.ask(question)).status, 'answered');
  const bad = createSkillWorld([load(), search('leave days'), claim, claim]);
  assert.equal((await bad.ask(question)).status, 'not_found');
});

test('without a skill a reply that only asks is no answer', async () => {
  const { ask: asked } = createSkillWorld([search('leave days'), ask, ask]);
  assert.equal((await asked(question)).status, 'not_found');
});
