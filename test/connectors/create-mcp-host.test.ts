import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { connectorSettings, program } from '../support/mcp/connector-settings.ts';
import { fakeConnect, fakeTool } from '../support/mcp/fake-connection.ts';
import { manualTimers } from '../support/mcp/manual-timers.ts';
import { remoteCall } from '../support/mcp/open-connection.ts';
import { openHost } from '../support/mcp/open-host.ts';

const desk = connectorSettings('desk', program('desk'));

describe('a host', () => {
  it('shows servers by name, refused ones among them, and warns of equal names and of very many tools', async (t) => {
    const many = Array.from({ length: 130 }, (_, i) => fakeTool(`t${i}`));
    const fake = fakeConnect({ tools: () => [...many, fakeTool('t0', 'another')] });
    const refused = [{ name: 'calendar', state: 'off', reason: 'disabled' }] as const;
    const host = openHost(t, [desk], { connect: fake.connect, timers: manualTimers(), refused });
    host.start();
    await host.settled();
    assert.deepEqual(
      host.servers().map(({ name, state }) => [name, state]),
      [
        ['calendar', 'off'],
        ['desk', 'ready'],
      ],
    );
    assert.equal(host.server('desk')?.tools.length, 130);
    assert.deepEqual(host.server('desk')?.warnings, [
      'it has several tools named t0; only the first is used',
      'it has 130 tools; name those that you need under connectors.desk.tools.allow',
    ]);
    await assert.rejects(
      host.server('calendar')?.call(remoteCall('x'), { repeatable: false }) ?? Promise.resolve(),
      /disabled/,
    );
  });

  it('goes on where someone who listens fails', async (t) => {
    const host = openHost(t, [desk], { connect: fakeConnect().connect, timers: manualTimers() });
    host.on(() => {
      throw new Error('not mine');
    });
    host.start();
    await host.settled();
    assert.equal(host.server('desk')?.state, 'ready');
  });

  it('takes over a changed configuration and leaves what did not change alone', async (t) => {
    const fake = fakeConnect();
    const [a, b, c] = ['a', 'b', 'c'].map((name) => connectorSettings(name, program(name)));
    assert.ok(a && b && c);
    const host = openHost(t, [a, b], { connect: fake.connect, timers: manualTimers() });
    host.start();
    await host.settled();
    const kept = host.server('a')?.connection;
    const otherRules = { ...a, tools: { ...a.tools, deny: ['act'] } };
    await host.reconfigure({ connectors: [otherRules, connectorSettings('b', program('b2')), c], refused: [] });
    await host.settled();
    assert.deepEqual(
      host.servers().map(({ name, state }) => [name, state]),
      [
        ['a', 'ready'],
        ['b', 'ready'],
        ['c', 'ready'],
      ],
    );
    assert.equal(host.server('a')?.connection, kept);
    assert.deepEqual(host.server('a')?.settings?.tools.deny, ['act']);
    await host.reconfigure({ connectors: [otherRules], refused: [] });
    assert.deepEqual(
      host.servers().map(({ name }) => name),
      ['a'],
    );
    assert.deepEqual(
      fake.opened.map((connection) => connection.closed()),
      [false, true, true, true],
    );
  });
});
