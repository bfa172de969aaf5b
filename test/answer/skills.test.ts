import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newConversation, newTurn } from '../../src/answer/conversation.ts';
import { instructions } from '../../src/answer/instructions.ts';
import { toPendingCall } from '../../src/answer/plan-calls.ts';
import { createExtractiveModel } from '../../src/models/extractive.ts';
import { type Message, type ModelRequest, noAnswer } from '../../src/models/model.ts';
import { skillContent } from '../../src/tools/skill-content.ts';
import { skillOf } from '../tools/stub-skills.ts';
import { createConversations } from './memory-records.ts';
import { answer, callTool, say, search } from './scripted-model.ts';
import { createSkillWorld, leave, load } from './skill-world.ts';
import { viewer } from './small-handbook.ts';

const twenty = answer('You get 20 days of paid leave a year.', '20 days');
const question = 'How many days of leave do I get?';

/** All texts that tools gave back, in order. */
function told(request?: ModelRequest): string[] {
  return (request?.messages ?? []).flatMap(({ content }) =>
    content.flatMap((block) =>
      block.type === 'tool_result' ? block.content.flatMap((item) => (item.type === 'text' ? [item.text] : [])) : [],
    ),
  );
}

const bodies = (request?: ModelRequest) => told(request).filter((text) => text.startsWith('<skill_content'));
const notes = (request?: ModelRequest) => told(request).filter((text) => text.includes('is loaded already'));

test('the list of skills stands once, behind the static instructions, the same in every call', async () => {
  const { ask, script } = createSkillWorld([load(), search('leave days'), twenty, search('leave'), say(noAnswer)]);
  await ask(question);
  await ask('And how are they requested?');
  const [system, ...others] = new Set(script.requests.map((request) => request.system));
  assert.deepEqual(others, []);
  assert.ok(system?.startsWith(`${instructions}\n\nSkills\n`));
  assert.ok(system?.endsWith('\n\n- leave-check'));
  assert.equal(new Set(script.requests.map(({ tools }) => JSON.stringify(tools))).size, 1);
});

test('a change of the skills changes the prompt between turns, once', async () => {
  const list = [leave];
  const { ask, script } = createSkillWorld(
    [
      () => {
        list.push(skillOf('another'));
        return search('leave days');
      },
      twenty,
      search('leave'),
      say(noAnswer),
    ],
    { list },
  );
  await ask(question);
  await ask('And how are they requested?');
  const systems = script.requests.map(({ system }) => system.split('\n').slice(-2).join());
  assert.deepEqual(systems, [',- leave-check', ',- leave-check', '- another,- leave-check', '- another,- leave-check']);
});

test('without a visible skill nothing of skills is in the request', async () => {
  const { ask, script } = createSkillWorld([search('leave days'), twenty], {
    list: [skillOf('hidden', { settings: { visibility: 'user-only' } })],
  });
  const given = await ask(question);
  assert.equal(script.requests[0]?.system, instructions);
  assert.deepEqual(
    script.requests[0]?.tools.map(({ name }) => name),
    ['read_policy', 'search_policies'],
  );
  assert.equal(given.skills, undefined);
});

test('a skill that is loaded three times gives one body and two notes, over turns as well', async () => {
  const twice = { stopReason: 'tool_use', content: [1, 2].map(() => callTool('load_skill', { name: 'leave-check' })) };
  const { ask, script, answers } = createSkillWorld([
    twice,
    search('leave days'),
    twenty,
    load(),
    search('x'),
    say(noAnswer),
  ]);
  const given = await ask(question);
  assert.deepEqual([bodies(script.requests[1]).length, notes(script.requests[1]).length], [1, 1]);
  await ask('And in the second year?');
  assert.deepEqual([bodies(script.requests[5]).length, notes(script.requests[5]).length], [1, 2]);
  const followed = [{ name: 'leave-check', version: leave.version }];
  assert.deepEqual(given.skills, followed);
  assert.deepEqual(answers.get('answer-1')?.answer.skills, followed);
  assert.deepEqual(answers.get('answer-2')?.answer.skills, followed, 'its instructions were sent along');
});

test('a body that was cut off with the history is sent again, once', async () => {
  const { ask, script } = createSkillWorld(
    [load(), search('leave days'), twenty, load(), load(), search('leave days'), twenty],
    { limits: { historyChars: 10 } },
  );
  await ask(question);
  await ask(question);
  const last = script.requests.at(-1);
  assert.equal(last?.messages.length, 7, 'nothing of the first turn is left');
  assert.deepEqual([bodies(last).length, notes(last).length], [1, 1]);
});

test('the list of skills stands exactly once in each request, also where the history was cut', async () => {
  const { ask, script } = createSkillWorld(
    [load(), search('leave days'), twenty, load(), search('leave days'), twenty],
    { limits: { historyChars: 10 } },
  );
  await ask(question);
  await ask(question);
  assert.equal(script.requests[3]?.messages.length, 1, 'the history was cut');
  const times = script.requests.map(
    ({ system, messages }) => JSON.stringify([system, messages]).split('- leave-check').length - 1,
  );
  assert.deepEqual(times, [1, 1, 1, 1, 1, 1]);
});

test('a context that is too full loses the oldest search, not the instructions', async () => {
  const full = { stopReason: 'model_context_window_exceeded' };
  const { ask, script } = createSkillWorld([load(), search('carry over'), search('leave days'), full, twenty]);
  assert.equal((await ask(question)).status, 'answered');
  const last = script.requests.at(-1);
  assert.equal(bodies(last).length, 1);
  assert.doesNotMatch(JSON.stringify(last?.messages), /"query":"carry over"/);
});

test('a new version is loaded anew', async () => {
  const list = [leave];
  const { ask, script } = createSkillWorld(
    [load(), search('leave days'), twenty, load(), search('leave days'), twenty],
    { list },
  );
  await ask(question);
  list.splice(0, 1, { ...leave, version: 'b'.repeat(64), body: 'Search twice.' });
  const given = await ask(question);
  assert.match(bodies(script.requests.at(-1)).at(-1) ?? '', /Search twice/);
  assert.deepEqual(given.skills, [{ name: 'leave-check', version: 'b'.repeat(64) }]);
});

test('a load that a crash interrupted is made again and gives the body', async () => {
  const messages: Message[] = [
    { role: 'user', content: [{ type: 'text', text: question }] },
    { role: 'assistant', content: [callTool('load_skill', { name: 'leave-check' }, 'toolu_crashed')] },
  ];
  const open = newTurn({ text: question, viewer, conversation: 'C1' }, messages);
  open.pending = [toPendingCall({ id: 'toolu_crashed', name: 'load_skill', input: { name: 'leave-check' } })];
  const skills = [{ name: 'leave-check', version: leave.version, call: 'toolu_crashed' }];
  const snapshots = new Map([['C1', JSON.stringify({ ...newConversation('C1'), open, skills })]]);
  const conversations = createConversations(snapshots);
  const { ask, script } = createSkillWorld([search('leave days'), twenty], { conversations });
  assert.equal((await ask(question)).status, 'answered');
  assert.equal(bodies(script.requests[0]).length, 1);
});

test('a person starts a skill by its name, with the same body that the model would load', async () => {
  const own = { ...leave, settings: { ...leave.settings, visibility: 'user-only' as const } };
  const { ask, script } = createSkillWorld([search('leave days'), twenty, load(), search('leave'), say(noAnswer)], {
    list: [own],
  });
  const given = await ask(`leave-check ${question}`);
  assert.equal(given.status, 'answered');
  assert.deepEqual(bodies(script.requests[0]), [skillContent(own, undefined)]);
  assert.deepEqual(given.skills, [{ name: 'leave-check', version: own.version }]);
  const byModel = createSkillWorld([load(), search('leave days'), twenty]);
  await byModel.ask(question);
  assert.deepEqual(bodies(byModel.script.requests[1]), bodies(script.requests[0]));
  await ask('And then?');
  assert.deepEqual([bodies(script.requests.at(-1)).length, notes(script.requests.at(-1)).length], [1, 1]);
});

test('a skill for the model only is not started by its name', async () => {
  const inner = { ...leave, settings: { ...leave.settings, visibility: 'model-only' as const } };
  const { ask, script, answering } = createSkillWorld([search('leave days'), twenty], { list: [inner] });
  await ask(`leave-check ${question}`);
  assert.deepEqual(bodies(script.requests[0]), []);
  assert.deepEqual(answering.startable({ audienceKeys: [], on: '2026-01-01' }), []);
});

test('without a language model a started skill leads to quotes, and the answer says why', async () => {
  const { ask, answering } = createSkillWorld([], { model: createExtractiveModel() });
  assert.deepEqual(
    answering.startable({ audienceKeys: ['everyone'], on: '2026-01-01' }),
    [],
    'so that help names none',
  );
  const given = await ask('leave-check How many days of paid leave do employees in Germany receive?');
  assert.equal(given.status, 'answered');
  assert.match(given.text, /20 days/);
  assert.match(given.notice ?? '', /“leave-check” can't be followed without one; what the policies say is quoted/);
  assert.equal(given.skills, undefined);
  assert.equal((await ask('leave-check')).status, 'not_found', 'its description is searched for');
});

test('a model that is gone leads to quotes for a started skill too', async () => {
  const { ask } = createSkillWorld([new Error('gone')], { fallback: createExtractiveModel() });
  const given = await ask('leave-check How many days of paid leave do employees in Germany receive?');
  assert.equal(given.status, 'answered');
  assert.match(given.notice ?? '', /“leave-check” can't be followed/);
});

test('a tool with side effects is asked for only if a loaded skill lists it', async () => {
  const ticket = (ran: string[]) => ({
    ...{ name: 'create_ticket', description: 'x', inputSchema: { type: 'object' }, effect: 'write' as const },
    run: async () => {
      ran.push('ticket');
      return [];
    },
  });
  const call = (name = 'create_ticket') => ({ stopReason: 'tool_use', content: [callTool(name, {})] });
  for (const [allowedTools, expected] of [
    [
      ['search_policies', 'remember', 'forget', 'send_message', 'read_policy'],
      /not among the allowed-tools of leave-check/,
    ],
    [['create_ticket'], undefined],
  ] as const) {
    const ran: string[] = [];
    const { ask, script } = createSkillWorld([load(), call(), search('x'), say(noAnswer)], {
      list: [{ ...leave, allowedTools }],
      tools: [ticket(ran)],
    });
    const given = await ask(question);
    if (expected === undefined) assert.equal(given.status, 'awaiting_approval');
    else assert.match(told(script.requests[2]).at(-1) ?? '', expected);
    assert.deepEqual(ran, []);
  }
  const { ask } = createSkillWorld([call(), say(noAnswer)], { tools: [ticket([])] });
  assert.equal((await ask(question)).status, 'awaiting_approval', 'no skill is followed, so none restricts');
});
