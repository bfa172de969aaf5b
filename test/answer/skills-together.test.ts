import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noAnswer } from '../../src/models/model.ts';
import { withoutSandbox } from '../support/skill-folder.ts';
import { skillOf } from '../tools/stub-skills.ts';
import { startSampleApp } from './sample-app.ts';
import { call, says, scriptCall } from './sample-replies.ts';
import { callTool, say, search } from './scripted-model.ts';
import { createSkillWorld } from './skill-world.ts';
import { conversations } from './worked-conversations.ts';

const skip = await withoutSandbox();

test('two skills in one answer: both loaded, both computed, both cited with their steps', { skip }, async (t) => {
  const { app, fake, ask } = await startSampleApp(t);
  const chosen = conversations.filter(({ skill }) => skill === 'leave-entitlement' || skill === 'escalate-to-human');
  fake.reply(
    { content: chosen.map(({ skill }) => call('load_skill', { name: skill })) },
    { content: chosen.flatMap(({ searches }) => searches.map((query) => call('search_policies', { query }))) },
    (request) => ({ content: chosen.map((conversation) => scriptCall(request, conversation)) }),
    says(chosen.flatMap((conversation) => conversation.says)),
  );
  const given = await ask('How much leave do I have left in Germany, and who takes my question about a sabbatical?');
  assert.equal(given.status, 'answered', given.text);
  assert.deepEqual(
    given.skills,
    ['escalate-to-human', 'leave-entitlement'].map((name) => ({ name, version: app.skills.get(name, {})?.version })),
  );
  for (const { skill, script, says: said, steps } of chosen) {
    for (const [statement] of said) assert.ok(given.text.includes(statement.trim()), given.text);
    assert.ok(
      given.citations.some(({ document }) => document === `script:${skill}/${script}`),
      skill,
    );
    for (const [step, document] of steps) {
      assert.match(given.text.slice(given.text.indexOf('**How this was calculated')), step);
      assert.ok(
        given.citations.some((citation) => citation.document === `policies/${document}`),
        document,
      );
    }
  }
  const sent = fake.requests.map(({ raw }) => raw).at(-1) ?? '';
  for (const { skill } of chosen) assert.equal(sent.split(`<skill_content name=\\"${skill}\\"`).length, 2, skill);
  assert.deepEqual(
    fake.requests.flatMap(({ error }) => error ?? []),
    [],
  );
});

test('of two skills that are followed one has to list a tool with side effects', async () => {
  const [first, second] = [skillOf('first'), skillOf('second', { allowedTools: ['create_ticket'] })];
  const ticket = {
    ...{ name: 'create_ticket', description: 'x', inputSchema: { type: 'object' }, effect: 'write' as const },
    run: async () => [],
  };
  for (const [loaded, expected] of [
    [['first', 'second'], undefined],
    [['first', 'third'], /not among the allowed-tools of first, third\. It was not run/],
  ] as const) {
    const { ask, script } = createSkillWorld(
      [
        { stopReason: 'tool_use', content: loaded.map((name) => callTool('load_skill', { name })) },
        { stopReason: 'tool_use', content: [callTool('create_ticket', {})] },
        search('x'),
        say(noAnswer),
      ],
      { list: [first, second, skillOf('third')], tools: [ticket] },
    );
    const given = await ask('Please open a ticket.');
    if (expected === undefined) assert.equal(given.status, 'awaiting_approval');
    else assert.match(JSON.stringify(script.requests[2]?.messages.at(-1)), expected);
  }
});

test('a skill lists the tools of whichever connector there is with a star for its name', async () => {
  const named = (name: string) => ({
    ...{ name, description: 'x', inputSchema: { type: 'object' }, effect: 'write' as const },
    run: async () => [],
  });
  for (const [name, status] of [
    ['mcp__desk__ticket_create', 'awaiting_approval'],
    ['mcp__desk__ticket_close', 'not_found'],
    ['mcp__ticket_create', 'not_found'],
  ] as const) {
    const { ask } = createSkillWorld(
      [
        { stopReason: 'tool_use', content: [callTool('load_skill', { name: 'hand-over' })] },
        { stopReason: 'tool_use', content: [callTool(name, {})] },
        search('x'),
        say(noAnswer),
      ],
      { list: [skillOf('hand-over', { allowedTools: ['mcp__*__ticket_create'] })], tools: [named(name)] },
    );
    assert.equal((await ask('Please open a ticket.')).status, status, name);
  }
});
