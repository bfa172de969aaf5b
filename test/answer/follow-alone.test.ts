import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Message, ModelRequest } from '../../src/models/model.ts';
import { skillContent } from '../../src/tools/skill-content.ts';
import { skillOf } from '../tools/stub-skills.ts';
import { answer, createScriptedModel, resultsIn, search } from './scripted-model.ts';
import { createSkillWorld, leave, load, runHalf } from './skill-world.ts';

const twenty = answer('You get 20 days of paid leave a year.', '20 days');
const question = 'How many days of leave do I get?';

test('an isolated skill has its own model and conversation; its result can be cited, the main model stays', async () => {
  const alone = createScriptedModel(
    [search('leave days'), answer('They get 20 days of paid leave a year.', '20 days')],
    'small-model',
  );
  const deep = skillOf('deep-check', { body: 'Compare.', settings: { model: 'small-model' } });
  const { ask, script } = createSkillWorld(
    [
      load('deep-check', { task: 'How much leave is there?' }),
      answer('You get 20 days of paid leave a year.', '20 days'),
    ],
    { list: [leave, deep], modelFor: ({ settings }) => (settings.model === 'small-model' ? alone.model : undefined) },
  );
  const given = await ask(question);
  assert.equal(given.status, 'answered');
  assert.equal(given.model, 'scripted');
  assert.deepEqual(given.skills, [{ name: 'deep-check', version: deep.version }]);
  const [first] = alone.requests;
  assert.deepEqual(texts(first?.messages ?? [])[0], 'How much leave is there?');
  assert.ok(texts(first?.messages ?? []).includes(skillContent(deep, undefined)));
  assert.deepEqual(
    first?.tools.map(({ name }) => name),
    ['read_policy', 'read_skill_file', 'run_skill_script', 'search_policies'],
  );
  assert.doesNotMatch(
    JSON.stringify(script.requests[1]?.messages),
    /Compare\./,
    'the body stays out of the conversation',
  );
  assert.match(told(script.requests[1])[0] ?? '', /^Result of deep-check.*\nThey get 20 days/);
});

test('an isolated skill that a person starts gets the question itself', async () => {
  const alone = createScriptedModel([search('leave days'), twenty], 'small-model');
  const deep = skillOf('deep-check', { settings: { isolated: true, visibility: 'user-only' } });
  const { ask } = createSkillWorld([twenty], { list: [leave, deep], modelFor: () => alone.model });
  assert.equal((await ask(`/deep-check ${question}`)).status, 'answered');
  assert.equal(texts(alone.requests[0]?.messages ?? [])[0], `/deep-check ${question}`);
});

test('an isolated skill that fails is a failed call, and the answer goes on without it', async () => {
  const alone = createScriptedModel([new Error('gone')]);
  const deep = skillOf('deep-check', { settings: { isolated: true } });
  const { ask } = createSkillWorld([load('deep-check'), search('leave days'), twenty], {
    list: [deep],
    modelFor: () => alone.model,
  });
  assert.equal((await ask(question)).status, 'answered');
});

/** All texts that tools gave back, in order. */
function told(request?: ModelRequest): string[] {
  return (request?.messages ?? []).flatMap(({ content }) =>
    content.flatMap((block) =>
      block.type === 'tool_result' ? block.content.flatMap((item) => (item.type === 'text' ? [item.text] : [])) : [],
    ),
  );
}

function texts(messages: readonly Message[]): string[] {
  return messages.flatMap(({ content }) => content.flatMap((block) => (block.type === 'text' ? [block.text] : [])));
}

test('what an isolated skill calculated can be cited, and the passages that it rests on come along', async () => {
  const alone = createScriptedModel([
    search('leave days'),
    runHalf('20 days'),
    answer('10 days remain.', 'remaining: 10'),
  ]);
  const deep = { ...leave, settings: { ...leave.settings, isolated: true } };
  const { ask, script } = createSkillWorld([load(), answer('You have 10 days remaining.', 'remaining: 10')], {
    list: [deep],
    modelFor: () => alone.model,
  });
  const given = await ask(question);
  assert.equal(given.status, 'answered');
  assert.match(given.text, /1\. 20 days × 1\/2 = 10 days \[2\]$/);
  assert.deepEqual(
    resultsIn(script.requests[1]?.messages ?? []).map(({ source }) => source.split('#')[0]),
    ['policy://handbook/leave-de.md@1', 'script://leave-check/half.mjs'],
  );
});

test('an isolated skill starts no other, and its tokens count for the answer', async () => {
  const nested = load('leave-check');
  const alone = createScriptedModel([nested, search('leave days'), twenty]);
  const deep = skillOf('deep-check', { settings: { isolated: true } });
  const { ask, answers } = createSkillWorld([load('deep-check'), twenty], {
    list: [leave, deep],
    modelFor: () => alone.model,
  });
  assert.equal((await ask(question)).status, 'answered');
  assert.match(told(alone.requests[1])[0] ?? '', /There is no tool named load_skill/);
  assert.deepEqual(answers.get('answer-1')?.usage, { inputTokens: 50, outputTokens: 25 });
});
