import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { type TestContext, test } from 'node:test';
import { createSqliteRecords } from '../../src/records/sqlite.ts';
import { projectFolder, runBylaw, temporaryFolder } from '../support/run-bylaw.ts';

const animal = (name: string) => ({
  command: process.execPath,
  args: [join(projectFolder, 'test', 'connectors', 'zoo', `${name}.mjs`)],
});

/** A working folder with these settings. */
function installation(t: TestContext, settings: object): string {
  const cwd = temporaryFolder(t);
  mkdirSync(join(cwd, 'policies'));
  const usual = { sources: [{ folder: 'policies' }], embeddings: { provider: 'none' } };
  writeFileSync(join(cwd, 'bylaw.yaml'), JSON.stringify({ ...usual, ...settings }));
  return cwd;
}

const desk = {
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
  const cwd = installation(t, {});
  const { status, stdout } = await runBylaw(['connectors', 'list'], { cwd });
  assert.deepEqual([status, stdout.split('.')[0]], [0, 'No connectors']);
});

test('list, approve, test and data tell the whole life of a connector', async (t) => {
  const cwd = installation(t, desk);
  const before = await runBylaw(['connectors', 'list'], { cwd });
  assert.equal(before.status, 1, 'one can’t be reached');
  assert.match(before.stdout, /^broken: failed\n {2}connector "broken" can't be started: there is no program/);
  assert.match(before.stdout, /\ndesk: ready, revision 2025-11-25\n {2}3 tools: 0 offered, 1 quarantined, 2 denied;/);
  assert.match(before.stdout, /Run by Acme GmbH, Germany; may receive ticket texts\.\n {2}In C-HR, by group hr\.\n/);

  const shown = await runBylaw(['connectors', 'approve', 'desk'], { cwd });
  assert.equal(shown.status, 1);
  assert.match(shown.stdout, /^tool environment: new\n[\s\S]*tool greet: new\n {2}\+ \{\n {2}\+ {3}"annotations": \{/);
  assert.match(shown.stdout, /with --yes, to approve\.\nNothing was approved\.\n$/);
  const agreed = await runBylaw(['connectors', 'approve', 'desk', '--yes', '--json'], { cwd });
  assert.equal(agreed.status, 0);
  assert.deepEqual([JSON.parse(agreed.stdout).approved, JSON.parse(agreed.stdout).changes.length], [true, 3]);
  const tested = JSON.parse((await runBylaw(['connectors', 'test', 'desk', '--json'], { cwd })).stdout);
  assert.deepEqual([tested.state, tested.revision, tested.tokens > 0], ['ready', '2025-11-25', true]);
  assert.deepEqual(
    tested.tools.map(({ modelName, state, effect }: Record<string, string>) => [modelName, state, effect]),
    [
      ['mcp__desk__environment', 'denied', 'destructive'],
      ['mcp__desk__greet', 'offered', 'read'],
      ['mcp__desk__pid', 'denied', 'destructive'],
    ],
  );
});

test('data prints what a third party has received, also once it is no longer configured', async (t) => {
  const cwd = installation(t, desk);
  mkdirSync(join(cwd, '.bylaw'));
  const records = createSqliteRecords({ file: join(cwd, '.bylaw', 'records.sqlite'), now: Date.now });
  await records.start();
  await records.connectors.begin({
    ...{ id: 'one', at: 0, person: 'U-ADA', place: 'C-HR', connector: 'old', endpoint: 'https://old.example/mcp' },
    ...{ tool: 'ticket_create', revision: '2026-07-28', args: '{"title":"Leave"}', argsHash: 'a1', bytesOut: 17 },
    ...{ decision: 'approved', approver: 'U-BOB' },
  });
  await records.connectors.finish('one', { outcome: 'done', ms: 12, bytesIn: 8, resultHash: 'b2' });
  await records.stop();
  const { status, stdout } = await runBylaw(['connectors', 'data', 'old'], { cwd });
  assert.equal(status, 0);
  assert.deepEqual(stdout.split('\n'), [
    'old: 1 call since 1970-01-01T00:00:00.000Z, 17 bytes sent, 8 received. It is no longer configured.',
    '1970-01-01T00:00:00.000Z  ticket_create  for U-ADA in C-HR, agreed to by U-BOB',
    '  sent to https://old.example/mcp, revision 2026-07-28: {"title":"Leave"}',
    '  17 bytes, SHA-256 a1; done after 12 ms, 8 bytes back (SHA-256 b2)',
    '',
  ]);
});

test('a connector that does not exist is refused with what there is', async (t) => {
  const cwd = installation(t, desk);
  const unknown = await runBylaw(['connectors', 'test', 'dsk'], { cwd });
  assert.deepEqual(
    [unknown.status, unknown.stderr],
    [2, 'bylaw: there is no connector "dsk": there are broken, desk\n'],
  );
});
