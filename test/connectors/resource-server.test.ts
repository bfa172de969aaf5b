import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { ConnectorState } from '../../src/connectors/connector.ts';
import type { HostEvent, McpServer } from '../../src/connectors/mcp-host.ts';
import { createResourceReader, onResourceChange, readersOf } from '../../src/connectors/resource-server.ts';
import { address, connectorSettings } from '../support/mcp/connector-settings.ts';
import { startHttpServer, usualAnswer } from '../support/mcp/http-server.ts';
import { startModernServer } from '../support/mcp/modern-server.ts';
import { connectFor, never } from '../support/mcp/open-connection.ts';
import { openHost, until } from '../support/mcp/open-host.ts';

async function readyHost(t: TestContext, url: string) {
  const host = openHost(t, [connectorSettings('wiki', address(url))], { connect: connectFor(t) });
  host.start();
  await until(host, 'wiki', ({ state }) => state === 'ready');
  return host;
}

test('resources are listed, read and heard of when they change', async (t) => {
  const state = { closed: [], notes: new Map([['a', 'first']]) };
  const server = await startModernServer(t, state);
  const host = await readyHost(t, server.url);
  const reader = createResourceReader(host, 'wiki');
  assert.deepEqual(
    (await reader.list(never)).map(({ uri }) => uri),
    ['note://a'],
  );
  assert.deepEqual(
    (await reader.read('note://a', never))?.map(({ text }) => text),
    ['first'],
  );
  const heard = new Promise<string>((resolve) => {
    t.after(onResourceChange(host, ['wiki'], resolve));
  });
  server.notify.resourceUpdated('note://a');
  assert.equal(await heard, 'wiki');
});

test('"not found" is told from a failure, under the code of either revision', async (t) => {
  for (const code of [-32_002, -32_602]) {
    const server = await startHttpServer(t, (call) => {
      if (!usualAnswer(call)) call.refuse(code, 'Resource not found');
    });
    const reader = createResourceReader(await readyHost(t, server.url), 'wiki');
    assert.equal(await reader.read('note://gone', never), undefined);
  }
  const failing = await startHttpServer(t, (call) => {
    if (!usualAnswer(call)) call.refuse(-32_603, 'Internal error');
  });
  await assert.rejects(createResourceReader(await readyHost(t, failing.url), 'wiki').read('note://a', never));
});

test('one that is not connected, or offers none, can not be listed', async (t) => {
  const host = openHost(t, [connectorSettings('wiki', address('http://127.0.0.1:9/mcp'))], { connect: connectFor(t) });
  await assert.rejects(createResourceReader(host, 'wiki').list(never), /not connected yet/);
  const server = await startHttpServer(t, (call) => void usualAnswer(call));
  await assert.rejects(createResourceReader(await readyHost(t, server.url), 'wiki').list(never), /offers no resources/);
});

test('the documents of a connector are for whoever may use it', () => {
  const readers = (access: Parameters<typeof readersOf>[0]['access']) => readersOf({ name: 'wiki', access });
  assert.deepEqual(readers({ channels: ['*'], groups: [], people: [] }), []);
  assert.deepEqual(readers({ channels: [], groups: [], people: [] }), ['connector:wiki']);
  assert.deepEqual(readers({ channels: ['direct'], groups: ['hr'], people: [] }), ['connector:wiki']);
  assert.deepEqual(readers({ channels: ['C1', 'direct'], groups: [], people: [] }), ['c1']);
  assert.deepEqual(readers({ channels: ['*'], groups: ['hr'], people: ['U1'] }), ['hr', 'u1']);
  assert.deepEqual(readers({ channels: ['C1'], groups: ['hr'], people: [] }), ['c1 + hr']);
});

test('only changes of its own resources are heard, and once that it got ready', () => {
  const listeners: ((event: HostEvent) => void)[] = [];
  const heard: string[] = [];
  let state: ConnectorState = 'connecting';
  const server = (name: string): McpServer => ({
    ...{ name, state, warnings: [], tools: [] },
    call: () => Promise.reject(new Error('not called')),
  });
  const on = (listener: (event: HostEvent) => void) => {
    listeners.push(listener);
    return () => {};
  };
  const say = (...events: HostEvent[]) => {
    for (const event of events) listeners[0]?.(event);
    return heard.splice(0);
  };
  onResourceChange({ on, server }, ['wiki'], (name) => heard.push(name));
  assert.deepEqual(
    say(
      { kind: 'tools', server: 'wiki' },
      { kind: 'resources', server: 'desk' },
      { kind: 'resources', server: 'wiki' },
      { kind: 'resource', server: 'wiki', uri: 'a://x' },
    ),
    ['wiki', 'wiki'],
  );
  const changed: HostEvent = { kind: 'state', server: 'wiki' };
  assert.deepEqual(say(changed), []);
  state = 'ready';
  assert.deepEqual(say(changed, changed), ['wiki']);
  state = 'backoff';
  assert.deepEqual(say(changed), []);
  state = 'ready';
  assert.deepEqual(say(changed), ['wiki']);
});
