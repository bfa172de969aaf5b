import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noAnswer } from '../../src/models/model.ts';
import { createRemember } from '../../src/tools/remember.ts';
import { createSearchPolicies } from '../../src/tools/search-policies.ts';
import { createWorld } from './answering-world.ts';
import { ada, bob } from './approval-world.ts';
import { createMemories } from './memory-records.ts';
import { answer, callTool, createScriptedModel, type Step, say, search } from './scripted-model.ts';
import { createHandbook, viewer } from './small-handbook.ts';

function rememberingWorld(steps: readonly Step[], files = new Map<string, string>()) {
  const script = createScriptedModel(steps);
  const handbook = createHandbook();
  const tools = [createRemember({ memories: createMemories(files), now: () => 0 }), createSearchPolicies(handbook)];
  return { ...createWorld({ model: script.model, handbook, tools }), script, files };
}

const memory = (input: object) => ({ stopReason: 'tool_use', content: [callTool('memory', input)] });
const keep = memory({ command: 'create', path: '/memories/me.md', file_text: 'Works in Germany' });

test('what a person asks to be remembered is kept, and said in fixed words', async () => {
  const { ask, files } = rememberingWorld([keep, search('x'), say('I noted it, and you get 40 days.'), say(noAnswer)]);
  const given = await ask('Please remember that I work in Germany.', { viewer: ada });
  assert.equal(given.text, 'I will remember: `Works in Germany`. You can see and erase it at any time.');
  assert.equal(given.status, 'answered');
  assert.deepEqual([...files], [['U-ADA\nme.md', 'Works in Germany']]);
});

test('a document can’t have anything remembered', async () => {
  const { ask, files } = rememberingWorld([
    search('leave days'),
    keep,
    answer('You get 20 days of paid leave a year.', '20 days'),
  ]);
  const given = await ask('How many days of leave do I get?', { viewer: ada });
  assert.equal(given.status, 'answered');
  assert.match(given.text, /^You get 20 days/);
  assert.equal(files.size, 0);
});

test('without a person, and for a text of someone else, there is no memory', async () => {
  const { ask, script } = rememberingWorld([search('x'), say(noAnswer), search('x'), say(noAnswer)]);
  await ask('How much leave?', { viewer });
  await ask('Remember me.', { viewer: ada, conversation: 'C2', isQuoted: true });
  for (const { tools } of script.requests)
    assert.deepEqual(
      tools.map(({ name }) => name),
      ['search_policies'],
    );
});

test('what was looked up of one person is not sent along for another', async () => {
  const files = new Map([['U-ADA\nme.md', 'Works in Germany']]);
  const look = memory({ command: 'view', path: '/memories/me.md' });
  const twenty = answer('You get 20 days of paid leave a year.', '20 days');
  const { ask, script } = rememberingWorld([look, search('leave days'), twenty, search('leave days'), twenty], files);
  await ask('How many days of leave do I get?', { viewer: ada });
  await ask('And how many days do I get?', { viewer: bob });
  assert.match(JSON.stringify(script.requests[1]?.messages), /Works in Germany/);
  assert.doesNotMatch(JSON.stringify(script.requests[3]?.messages), /Works in Germany/);
});
