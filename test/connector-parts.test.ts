import assert from 'node:assert/strict';
import { join } from 'node:path';
import process from 'node:process';
import { type TestContext, test } from 'node:test';
import { startSampleApp } from './answer/sample-app.ts';
import { call } from './answer/sample-replies.ts';
import { projectFolder } from './support/run-bylaw.ts';

const noAnswer = { content: [{ type: 'text', text: 'NO_ANSWER' }] } as const;
const search = { content: [call('search_policies', { query: 'tickets' })] };

/** The whole app with the servers of the zoo as connectors, all of them approved. */
async function startApp(t: TestContext, animals: Readonly<Record<string, string>>, rules: object = {}) {
  const names = Object.keys(animals);
  const server = (animal: string) => ({
    command: process.execPath,
    args: [join(projectFolder, 'test', 'connectors', 'zoo', `${animal}.mjs`)],
  });
  const own = { access: { channels: ['C-HR'] }, tools: { trusted: true, approvers: ['desk-leads'] }, ...rules };
  const world = await startSampleApp(t, {
    roles: { 'desk-leads': ['U-BOB'] },
    more: {
      skills: { roots: [] },
      mcpServers: Object.fromEntries(Object.entries(animals).map(([name, animal]) => [name, server(animal)])),
      connectors: Object.fromEntries(names.map((name) => [name, own])),
    },
  });
  const { connectors } = world.app;
  connectors.start();
  await connectors.settled();
  for (const name of names)
    await connectors.approve(await connectors.review(name, new AbortController().signal), 'ops');
  const toolNames = (request: number) =>
    (world.fake.requests[request]?.body.tools ?? []).map(({ name }) => name).filter((name) => name.startsWith('mcp__'));
  return { ...world, toolNames };
}

test('systems are reached where, by whom and as their rules say, people read what they said, and it is noted', async (t) => {
  const { app, fake, ask, toolNames } = await startApp(t, { desk: 'healthy', odd: 'odd-tools', moody: 'changes' });

  // By itself, since the desk is trusted and the tool only reads.
  fake.reply({ content: [call('mcp__desk__greet', { name: 'Ada' })] }, search, noAnswer);
  const answer = await ask('Say hello to the desk.', { person: 'U-ADA', place: 'C-HR' });
  assert.equal(answer.text, '“greet (desk)” was done. It answered: `hello Ada`');
  const [noted] = await app.records.connectors.calls('desk', 1);
  assert.deepEqual(
    [noted?.person, noted?.place, noted?.args, noted?.decision, noted?.revision, noted?.end?.outcome],
    ['U-ADA', 'C-HR', '{"name":"Ada"}', 'automatic', '2025-11-25', 'done'],
  );
  assert.equal((await app.records.privacy.heldOf('U-ADA')).connectorCalls, 1);

  // Odd definitions come in a form that the API takes: the fake refuses what the real one does.
  assert.deepEqual(
    toolNames(0).map((name) => name.replace(/_[0-9a-f]{8}$/, '_HASH')),
    [
      ...['mcp__desk__environment', 'mcp__desk__greet', 'mcp__desk__pid', 'mcp__moody__grow'],
      ...['mcp__odd__admin_find_HASH', 'mcp__odd__dangling', 'mcp__odd__no_schema', 'mcp__odd__twice'],
    ],
  );

  // Elsewhere there are no such tools.
  fake.reply(search, noAnswer);
  await ask('Say hello to the desk.', { person: 'U-ADA', place: 'C-ALL' });
  assert.deepEqual(toolNames(fake.requests.length - 1), []);

  // What may destroy something is for one of the approvers.
  fake.reply({ content: [call('mcp__moody__grow', {})] });
  const asked = await ask('Grow.', { person: 'U-ADA', place: 'C-HR' });
  const [request] = asked.approvals ?? [];
  assert.deepEqual(request?.approvers, ['desk-leads']);
  fake.reply(search, noAnswer);
  const decision = { decision: 'press', approval: request?.id ?? '', argsHash: request?.argsHash ?? '' };
  const viewer = await app.viewer({ person: 'U-BOB', place: 'C-HR' });
  const { signal } = new AbortController();
  const decided = await app.answers.decide({ ...decision, viewer, verdict: 'approve' }, { signal });
  assert.match(
    decided.outcome === 'accepted' ? decided.answer.text : '',
    /“grow \(moody\)” was done. It answered: `grown`/,
  );
  assert.equal((await app.records.connectors.calls('moody', 1))[0]?.approver, 'U-BOB');
});
