import assert from 'node:assert/strict';
import { test } from 'node:test';
import { replayAnswer } from '../../src/answer/replay-answer.ts';
import { BylawError, UncertainError } from '../../src/errors.ts';
import { silentLog } from '../../src/log.ts';
import { noAnswer } from '../../src/models/model.ts';
import { shelveConnectorTools } from '../../src/tools/connector-shelf.ts';
import { createSearchPolicies } from '../../src/tools/search-policies.ts';
import type { Tool } from '../../src/tools/tool.ts';
import { quoteUntrusted } from '../../src/untrusted-text.ts';
import { ada, bob, createApprovalWorld } from './approval-world.ts';
import { createAnswers, createConversations, createLedger, newStored } from './memory-records.ts';
import { type Call, outside } from './outside-tool.ts';
import { callTool, createScriptedModel, say, search } from './scripted-model.ts';

const calling = (name: string, input: object = {}) => ({ stopReason: 'tool_use', content: [callTool(name, input)] });
const end = [() => search('x'), say(noAnswer)];
const please = 'Please see to it.';

function world(steps: Parameters<typeof createApprovalWorld>[0], tools: () => readonly Tool[], stored = newStored()) {
  return createApprovalWorld(steps, { stored, outsideTools: async () => tools() });
}

test('what another system answered is shown as it came, since no passage says it', async () => {
  const calls: Call[] = [];
  const tools = () => [outside('desk', 'get', calls)];
  const { ask, script } = world([calling('mcp__desk__get', { id: 1 }), ...end], tools);
  const answer = await ask(please);
  assert.match(script.requests[0]?.system ?? '', /Other systems\n.*mcp__.*\n.*shown to the person as it came/);
  assert.equal(answer.status, 'answered');
  assert.equal(answer.text, '“get (desk)” was done. It answered: `get says hello`');
  assert.deepEqual(calls, [{ tool: 'desk.get', input: { id: 1 }, agreedBy: undefined }]);
});

test('what the model says of it without a passage is not', async () => {
  const lie = [calling('mcp__desk__get'), search('x'), say('Ticket 9 was paid.'), say(noAnswer)];
  const { ask } = world(lie, () => [outside('desk', 'get', [])]);
  assert.doesNotMatch((await ask(please)).text, /paid/);
});

test('a person sees exactly what will be sent, after redaction, and to whom', async () => {
  const calls: Call[] = [];
  const tool = outside('desk', 'create', calls, { effect: 'write' });
  const { ask, decide } = world([calling(tool.name, { for: 'ada@acme.de' }), ...end], () => [tool]);
  const waiting = await ask(please);
  const [request] = waiting.approvals ?? [];
  assert.deepEqual([request?.input, request?.recipient], [{ for: '[email]' }, 'desk, run by Acme']);
  assert.match(waiting.text, /exactly what is shown\. It goes to desk, run by Acme\.$/);
  await decide(request);
  assert.deepEqual(calls, [{ tool: 'desk.create', input: { for: '[email]' }, agreedBy: 'U-ADA' }]);
});

test('a yes counts for the definition that it was given for, and for no other', async () => {
  const calls: Call[] = [];
  let pin = 'one';
  const tools = () => [outside('desk', 'create', calls, { effect: 'write' }, { pin })];
  const { ask, decide } = world([calling('mcp__desk__create'), ...end], tools);
  const waiting = await ask(please);
  pin = 'two';
  const result = await decide(waiting.approvals?.[0]);
  assert.equal(result.outcome, 'accepted');
  assert.match(result.outcome === 'accepted' ? result.answer.text : '', /what the tool is said to do, is not the one/);
  assert.deepEqual(calls, []);
});

test('what destroys is for one of the approvers, never for the asker', async () => {
  const calls: Call[] = [];
  const tool = outside('desk', 'drop', calls, { effect: 'write', approvers: ['desk-leads'] });
  const { ask, decide } = world([calling(tool.name), ...end], () => [tool]);
  const [request] = (await ask(please)).approvals ?? [];
  const press = (viewer: typeof ada, decision: string) => decide(request, 'approve', { viewer, decision });
  assert.equal((await press({ ...ada, roles: ['desk-leads'] }, 'p1')).outcome, 'not_allowed');
  assert.equal((await press(bob, 'p2')).outcome, 'not_allowed');
  assert.deepEqual(calls, []);
  assert.equal((await press({ ...bob, roles: ['desk-leads'] }, 'p3')).outcome, 'accepted');
  assert.deepEqual(calls, [{ tool: 'desk.drop', input: {}, agreedBy: 'U-BOB' }]);
});

test('once another system’s words are in the turn, nothing is sent elsewhere by itself', async () => {
  const calls: Call[] = [];
  const tools = () => [outside('desk', 'get', calls), outside('crm', 'find', calls), outside('desk', 'more', calls)];
  const steps = [
    calling('mcp__desk__get'),
    calling('mcp__desk__more'),
    calling('mcp__crm__find', { q: 'secret' }),
    ...end,
  ];
  const { ask, decide } = world(steps, tools);
  const waiting = await ask(please);
  assert.deepEqual(
    calls.map(({ tool }) => tool),
    ['desk.get', 'desk.more'],
    'a closed system may be asked on',
  );
  assert.deepEqual(
    waiting.approvals?.map(({ tool, input }) => [tool, input]),
    [['mcp__crm__find', { q: 'secret' }]],
  );
  await decide(waiting.approvals?.[0]);
  assert.deepEqual(calls.at(-1), { tool: 'crm.find', input: { q: 'secret' }, agreedBy: 'U-ADA' });
});

test('a system that reaches the whole world is not asked again by itself, nor in a later question', async () => {
  const calls: Call[] = [];
  const tools = () => [outside('web', 'fetch', calls, {}, { isOpenWorld: true })];
  const { ask } = world([calling('mcp__web__fetch'), ...end, calling('mcp__web__fetch', { url: 'x' })], tools);
  assert.equal((await ask(please)).status, 'answered');
  assert.equal((await ask('And the next?')).status, 'awaiting_approval');
  assert.equal(calls.length, 1);
});

test('what a system gave to one person is not sent along when someone else asks in the thread', async () => {
  const steps = [calling('mcp__desk__get'), ...end, ...end, ...end];
  const { ask, answering, script } = world(steps, () => [outside('desk', 'get', [])]);
  await ask(please);
  await answering.ask(
    { text: 'And for me?', viewer: bob, conversation: 'C1' },
    { signal: new AbortController().signal },
  );
  assert.doesNotMatch(JSON.stringify(script.requests.at(-1)?.messages), /get says hello/);
  await ask('And what of the desk?');
  assert.match(JSON.stringify(script.requests.at(-1)?.messages), /get says hello/);
});

test('nobody is asked for a yes to a wrong input: the model is told what is wrong', async () => {
  const calls: Call[] = [];
  const check = async (input: unknown) => (JSON.stringify(input) === '{}' ? 'title is missing.' : undefined);
  const tool = outside('desk', 'create', calls, { effect: 'write', check });
  const { ask, script, stored } = world([calling(tool.name), calling(tool.name, { title: 'Leave' })], () => [tool]);
  const waiting = await ask(please);
  assert.match(JSON.stringify(script.requests[1]?.messages), /title is missing/);
  assert.deepEqual(
    waiting.approvals?.map(({ input }) => input),
    [{ title: 'Leave' }],
  );
  assert.equal(stored.approvals.size, 1);
});

test('a write that can’t be told to have happened is said to be unclear, with what came back, and never repeated', async () => {
  const calls: Call[] = [];
  const run = async () => {
    calls.push({ tool: 'create', input: {}, agreedBy: undefined });
    throw new UncertainError('connector_failed', quoteUntrusted('Result of create', 'HTTP 502'));
  };
  const tool = outside('desk', 'create', calls, { effect: 'write', run });
  const { ask, decide, script } = world([calling(tool.name), ...end], () => [tool]);
  const [request] = (await ask(please)).approvals ?? [];
  const result = await decide(request);
  assert.match(result.outcome === 'accepted' ? result.answer.text : '', /can't tell whether it happened/);
  assert.match(JSON.stringify(script.requests[1]?.messages), /outcome is unknown.*HTTP 502/);
  await decide(request);
  assert.equal(calls.length, 1);
});

test('an ordinary failure of another system is told, and the answer goes on', async () => {
  const run = async () => {
    throw new BylawError('connector_failed', 'desk is not connected');
  };
  const { ask } = world([calling('mcp__desk__get'), ...end], () => [outside('desk', 'get', [], { run })]);
  assert.match((await ask(please)).text, /“get \(desk\)” did not work. It answered: `desk is not connected`/);
});

test('a text that someone else wrote reaches no other system', async () => {
  const calls: Call[] = [];
  const { answering, script } = world([calling('mcp__desk__get'), ...end], () => [outside('desk', 'get', calls)]);
  const quoted = { text: please, viewer: ada, conversation: 'C9', isQuoted: true };
  await answering.ask(quoted, { signal: new AbortController().signal });
  assert.deepEqual(calls, []);
  assert.ok(script.requests.every(({ tools }) => tools.every(({ name }) => !name.startsWith('mcp__'))));
});

test('asking a recorded answer’s question again reaches no other system', async () => {
  const calls: Call[] = [];
  const tools = () => [outside('desk', 'get', calls)];
  const { ask, stored, handbook } = world([calling('mcp__desk__get'), ...end], tools);
  const { id } = await ask(please);
  const script = createScriptedModel([calling('mcp__desk__get'), ...end]);
  const deps = {
    ...{ model: script.model, library: handbook.library, log: silentLog, now: () => 0, newId: () => 'replayed' },
    tools: [createSearchPolicies({ library: handbook.library })],
    outsideTools: async () => tools(),
    records: {
      documents: handbook.documents,
      conversations: createConversations(stored.conversations),
      answers: createAnswers(stored.answers),
      ledger: createLedger(stored.ledger),
    },
    viewerFor: async () => ada,
    today: () => '2026-06-01',
  };
  await replayAnswer(id, deps, new AbortController().signal);
  assert.equal(calls.length, 1);
  assert.match(JSON.stringify(script.requests[1]?.messages), /There is no tool named mcp__desk__get/);
});

test('tools that are too many are found and called through two others, by the same rules', async () => {
  const calls: Call[] = [];
  const many = Array.from({ length: 60 }, (_, n) =>
    outside('crm', `list_thing_${n}`, calls, { description: `Lists things. ${'Words about it. '.repeat(40)}` }),
  );
  const ticket = outside('desk', 'ticket_create', calls, { effect: 'write', description: 'Opens a ticket.' });
  const shelf = shelveConnectorTools([...many, ticket], { result: async () => undefined });
  const steps = [
    calling('find_tool', { query: 'open tickets' }),
    calling('call_tool', { name: ticket.name, input: { for: 'ada@acme.de' } }),
    calling('call_tool', { name: 'mcp__crm__gone', input: {} }),
    ...end,
  ];
  const { ask, decide, script } = world(steps, () => shelf);
  const waiting = await ask(please);
  const declared = script.requests[0]?.tools.map(({ name }) => name);
  assert.deepEqual(
    declared,
    ['call_tool', 'find_tool', 'read_connector_result', 'search_policies', 'create_ticket'].sort(),
  );
  assert.match(JSON.stringify(script.requests[1]?.messages), /"name\\":\\"mcp__desk__ticket_create/);
  const [request] = waiting.approvals ?? [];
  assert.deepEqual([request?.tool, request?.input], ['mcp__desk__ticket_create', { for: '[email]' }]);
  await decide(request);
  assert.deepEqual(calls, [{ tool: 'desk.ticket_create', input: { for: '[email]' }, agreedBy: 'U-ADA' }]);
  assert.match(JSON.stringify(script.requests[3]?.messages), /There is no tool of this name: call find_tool/);
});

test('with few tools all are declared, and none where there are none', () => {
  const few = shelveConnectorTools([outside('desk', 'get', [])], { result: async () => undefined });
  assert.deepEqual(
    few.map(({ name }) => name),
    ['mcp__desk__get', 'read_connector_result'],
  );
  assert.deepEqual(shelveConnectorTools([], { result: async () => undefined }), []);
});
