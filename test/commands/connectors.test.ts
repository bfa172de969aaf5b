import assert from 'node:assert/strict';
import { join } from 'node:path';
import process from 'node:process';
import { test } from 'node:test';
import { connectorsCommand } from '../../src/commands/connectors.ts';
import { projectFolder, runBylaw } from '../support/run-bylaw.ts';
import { createCommandWorld } from './run-command.ts';

const animal = (name: string) => ({
  command: process.execPath,
  args: [join(projectFolder, 'test', 'connectors', 'zoo', `${name}.mjs`)],
});

const desk = {
  embeddings: { provider: 'none' },
  mcpServers: { desk: animal('healthy'), broken: { command: 'no-such-program' } },
  connectors: {
    desk: {
      card: { operator: 'Acme GmbH', location: 'Germany', data: ['ticket texts'] },
      access: { channels: ['C-HR'], groups: ['hr'] },
      tools: { trusted: true, deny: ['environment'] },
    },
  },
};

test('without connectors the list says how to add one', async (t) => {
  const { run } = createCommandWorld(t);
  const { status, stdout } = await run(connectorsCommand, { words: ['list'] });
  assert.deepEqual([status, stdout.split('.')[0]], [0, 'No connectors']);
  const json = await run(connectorsCommand, { words: ['list'], json: true });
  assert.deepEqual(JSON.parse(json.stdout), { connectors: [], tokens: 0, deferred: false });
});

test('list names what can’t be reached, who receives data, who may use it, and what waits for an admin', async (t) => {
  const { cwd } = createCommandWorld(t, desk);
  const { status, stdout } = await runBylaw(['connectors', 'list'], { cwd });
  assert.equal(status, 1);
  assert.match(stdout, /^broken: failed\n {2}connector "broken" can't be started: there is no program/);
  assert.match(stdout, /\ndesk: ready, revision 2025-11-25\n {2}3 tools: 0 offered, 1 quarantined, 2 denied;/);
  assert.match(stdout, /Run by Acme GmbH, Germany; may receive ticket texts\.\n {2}In C-HR, by group hr\.\n/);
});

test('approve shows every line, and takes it over after a yes only', async (t) => {
  const { run } = createCommandWorld(t, desk);
  const words = ['approve', 'desk'];
  const unasked = await run(connectorsCommand, { words });
  assert.equal(unasked.status, 1);
  assert.match(
    unasked.stdout,
    /^tool environment: new\n[\s\S]*tool greet: new\n {2}\+ \{\n {2}\+ {3}"annotations": \{/,
  );
  assert.match(unasked.stdout, /with --yes, to approve\.\nNothing was approved\.\n$/);
  assert.match((await run(connectorsCommand, { words, typed: '\n' })).stdout, /\nNothing was approved\.\n$/);
  const agreed = await run(connectorsCommand, { words, typed: 'y\n' });
  assert.equal(agreed.status, 0);
  assert.match(agreed.stdout, /\[y\/N\] [\s\S]*Approved\.\n$/);
  const again = await run(connectorsCommand, { words, json: true });
  assert.deepEqual([again.status, JSON.parse(again.stdout)], [0, { name: 'desk', changes: [], approved: false }]);

  const tested = await run(connectorsCommand, { words: ['test', 'desk'], json: true });
  const { state, revision, tokens, tools } = JSON.parse(tested.stdout);
  assert.deepEqual([tested.status, state, revision, tokens > 0], [0, 'ready', '2025-11-25', true]);
  assert.deepEqual(
    tools.map(({ modelName, state, effect }: Record<string, string>) => [modelName, state, effect]),
    [
      ['mcp__desk__environment', 'denied', 'destructive'],
      ['mcp__desk__greet', 'offered', 'read'],
      ['mcp__desk__pid', 'denied', 'destructive'],
    ],
  );
});

test('--yes approves without asking', async (t) => {
  const { run } = createCommandWorld(t, desk);
  const { status, stdout } = await run(connectorsCommand, {
    words: ['approve', 'desk'],
    options: { yes: true },
    json: true,
  });
  const { approved, changes } = JSON.parse(stdout);
  assert.deepEqual([status, approved, changes.length], [0, true, 3]);
});

test('data prints what a third party has received, also once it is no longer configured', async (t) => {
  const { run, records } = createCommandWorld(t, desk);
  const none = await run(connectorsCommand, { words: ['data', 'desk'] });
  assert.equal(none.stdout, 'desk: nothing was sent to it. Run by Acme GmbH, Germany; may receive ticket texts.\n');
  await records(async ({ connectors }) => {
    await connectors.begin({
      ...{ id: 'one', at: 0, person: 'U-ADA', place: 'C-HR', connector: 'old', endpoint: 'https://old.example/mcp' },
      ...{ tool: 'ticket_create', revision: '2026-07-28', args: '{"title":"Leave"}', argsHash: 'a1', bytesOut: 17 },
      ...{ decision: 'approved', approver: 'U-BOB' },
    });
    await connectors.finish('one', { outcome: 'done', ms: 12, bytesIn: 8, resultHash: 'b2' });
  });
  const { status, stdout } = await run(connectorsCommand, { words: ['data', 'old'] });
  assert.equal(status, 0);
  assert.deepEqual(stdout.split('\n'), [
    'old: 1 call since 1970-01-01T00:00:00.000Z, 17 bytes sent, 8 received. It is no longer configured.',
    '1970-01-01T00:00:00.000Z  ticket_create  for U-ADA in C-HR, agreed to by U-BOB',
    '  sent to https://old.example/mcp, revision 2026-07-28: {"title":"Leave"}',
    '  17 bytes, SHA-256 a1; done after 12 ms, 8 bytes back (SHA-256 b2)',
    '',
  ]);
  const json = JSON.parse((await run(connectorsCommand, { words: ['data', 'old'], json: true })).stdout);
  assert.deepEqual([json.totals.calls, json.calls[0].end.outcome], [1, 'done']);
});

test('a connector that does not exist, and a word that means nothing, are refused with what there is', async (t) => {
  const { run } = createCommandWorld(t, desk);
  const refused = (words: readonly string[], message: RegExp) =>
    assert.rejects(run(connectorsCommand, { words }), { code: 'usage', message });
  await refused(['test', 'dsk'], /^there is no connector "dsk": there are broken, desk$/);
  await refused(['data', 'dsk'], /there are broken, desk/);
  await refused(['show', 'desk'], /usage: bylaw connectors list \| test NAME/);
  await assert.rejects(run(connectorsCommand, { words: ['approve', 'broken'] }), { code: 'connector_failed' });
});

test('doctor says how each connector stands and what to do', async (t) => {
  const { cwd } = createCommandWorld(t, desk);
  const { checks } = JSON.parse((await runBylaw(['doctor', '--json'], { cwd })).stdout);
  const lines = checks.filter(({ name }: Record<string, string>) => name?.startsWith('connector'));
  assert.deepEqual(
    lines.map(({ name, ok, fix }: Record<string, unknown>) => [name, ok, fix]),
    [
      ['connector broken', false, 'bylaw connectors test broken'],
      ['connector desk', true, undefined],
    ],
  );
  assert.match(
    lines[1].detail,
    /^ready \(2025-11-25\), 0 tools, 1 to be looked at with bylaw connectors approve desk$/,
  );
});
