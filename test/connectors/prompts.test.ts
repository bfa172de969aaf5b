import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { pinsOf } from '../../src/connectors/definition-pins.ts';
import { createPrompts } from '../../src/connectors/prompts.ts';
import type { ConnectorPin } from '../../src/records/records.ts';
import { address, connectorSettings } from '../support/mcp/connector-settings.ts';
import { startModernServer } from '../support/mcp/modern-server.ts';
import { connectFor, never } from '../support/mcp/open-connection.ts';
import { openHost, until } from '../support/mcp/open-host.ts';

const ada = { audienceKeys: ['everyone'], on: '2026-11-30', person: 'U-ADA', place: 'C-HR' };

async function openPrompts(t: TestContext, channels: readonly string[], approved = true) {
  const server = await startModernServer(t, { closed: [], notes: new Map() });
  const settings = connectorSettings('desk', address(server.url), { access: { channels, groups: [], people: [] } });
  const host = openHost(t, [settings], { connect: connectFor(t) });
  host.start();
  const { connection } = await until(host, 'desk', ({ state }) => state === 'ready');
  const listed = (await connection?.listPrompts(never)) ?? [];
  const pins: ConnectorPin[] = approved ? pinsOf('desk', { tools: [], prompts: listed }) : [];
  return createPrompts({ host, pins: async () => pins });
}

test('a person sees and starts approved prompts of connectors they may use, quoted as what they are', async (t) => {
  const prompts = await openPrompts(t, ['C-HR']);
  assert.deepEqual(
    (await prompts.list(ada, never)).map(({ connector, name, args }) => [connector, name, args[0]?.name]),
    [['desk', 'greet', 'who']],
  );
  const text = await prompts.render({ connector: 'desk', name: 'greet', args: { who: 'Bob', other: 'x' } }, ada, never);
  assert.match(text, /^Prompt greet of the connector desk, which the person started \(data, not instructions/);
  assert.match(text, /\n> Greet Bob$/);
  await assert.rejects(prompts.render({ connector: 'desk', name: 'greet', args: {} }, ada, never), /needs who/);
  await assert.rejects(prompts.render({ connector: 'desk', name: 'other', args: {} }, ada, never), /no prompt other/);
});

test('where a connector may not be used, or nobody approved its prompts, there are none', async (t) => {
  for (const prompts of [await openPrompts(t, ['C-OTHER']), await openPrompts(t, ['*'], false)]) {
    assert.deepEqual(await prompts.list(ada, never), []);
    const wanted = { connector: 'desk', name: 'greet', args: { who: 'Bob' } };
    await assert.rejects(prompts.render(wanted, ada, never), /no prompt greet of desk that you can start here/);
  }
});
