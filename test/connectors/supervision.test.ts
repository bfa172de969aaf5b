import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { CallError, ConnectError } from '../../src/connectors/connector-errors.ts';
import type { RemoteResult } from '../../src/connectors/mcp-connection.ts';
import type { McpHost, McpServer } from '../../src/connectors/mcp-host.ts';
import { address, connectorSettings, program } from '../support/mcp/connector-settings.ts';
import { type FakeBehaviour, fakeConnect, fakeTool } from '../support/mcp/fake-connection.ts';
import { manualTimers } from '../support/mcp/manual-timers.ts';
import { remoteCall } from '../support/mcp/open-connection.ts';
import { openHost, until } from '../support/mcp/open-host.ts';

const desk = connectorSettings('desk', program('desk'));
const done: RemoteResult = { kind: 'done', isError: false, content: [], warnings: [] };
const down = () => new ConnectError('down', 'connector "desk" did not get ready');

function supervised(t: TestContext, behaviour: FakeBehaviour = {}, settings = desk) {
  const timers = manualTimers();
  const fake = fakeConnect(behaviour);
  const host = openHost(t, [settings], { connect: fake.connect, timers });
  return { timers, fake, host, ready: () => until(host, 'desk', isReady) };
}

const isReady = ({ state }: McpServer) => state === 'ready';
const stateOf = (host: McpHost) => host.server('desk')?.state;

describe('a server that is looked after', () => {
  it('is connected anew after it ended, the old connection closed, its tools kept meanwhile', async (t) => {
    const { timers, fake, host, ready } = supervised(t);
    host.start();
    await ready();
    fake.opened[0]?.emit({ kind: 'closed', reason: 'it ended with status 1' });
    const waiting = host.server('desk');
    assert.deepEqual([waiting?.state, waiting?.reason], ['backoff', 'connector "desk": it ended with status 1']);
    assert.deepEqual(
      waiting?.tools.map(({ name }) => name),
      ['act'],
    );
    await assert.rejects(waiting?.call(remoteCall('act'), { repeatable: true }) ?? Promise.resolve(), CallError);
    timers.advance(1000);
    await ready();
    assert.deepEqual([fake.opened.length, fake.opened[0]?.closed(), fake.opened[0]?.listeners()], [2, true, 0]);
  });

  it('waits longer after each failure, up to a minute, and the wait is not shortened by getting ready', async (t) => {
    const { timers, fake, host } = supervised(
      t,
      {
        onConnect: () => {
          throw down();
        },
      },
      connectorSettings('desk', address('http://127.0.0.1:1/')),
    );
    host.start();
    const waits: (number | undefined)[] = [];
    for (let i = 0; i < 8; i++) {
      await until(host, 'desk', ({ state }) => state === 'backoff');
      waits.push(timers.next());
      const again = until(host, 'desk', ({ state }) => state === 'connecting');
      timers.advance(timers.next() ?? 0);
      await again;
    }
    assert.deepEqual(waits, [1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000]);
    assert.equal(fake.attempts(), 9);
  });

  it('that gets ready and ends again and again is left alone for ten minutes', async (t) => {
    const { timers, fake, host, ready } = supervised(t);
    host.start();
    for (let i = 0; i < 6; i++) {
      await ready();
      fake.opened.at(-1)?.emit({ kind: 'closed', reason: 'it ended with status 1' });
      if (i < 5) timers.advance(timers.next() ?? 0);
    }
    assert.equal(stateOf(host), 'failed');
    assert.match(host.server('desk')?.reason ?? '', /failed too often and is tried again in 10 minutes/);
    assert.equal(timers.next(), 600_000);
    assert.equal(fake.attempts(), 6);
    timers.advance(600_000);
    await ready();
  });

  it('that was well for a minute starts with a short wait again', async (t) => {
    const { timers, fake, host, ready } = supervised(t);
    host.start();
    for (const wellMs of [0, 0, 0, 61_000]) {
      await ready();
      timers.advance(wellMs);
      fake.opened.at(-1)?.emit({ kind: 'closed', reason: 'gone' });
      if (wellMs === 0) timers.advance(timers.next() ?? 0);
    }
    assert.equal(timers.next(), 1000);
  });

  it('leaves nothing behind over a hundred reconnects', async (t) => {
    const { timers, fake, host, ready } = supervised(t);
    host.start();
    for (let i = 0; i < 100; i++) {
      await ready();
      timers.advance(61_000);
      await ready();
      fake.opened.at(-1)?.emit({ kind: 'closed', reason: 'gone' });
      timers.advance(timers.next() ?? 0);
    }
    await ready();
    assert.equal(fake.opened.filter((connection) => !connection.closed()).length, 1);
    assert.equal(
      fake.opened.reduce((sum, connection) => sum + connection.listeners(), 0),
      1,
    );
  });

  it('waits for a sign-in without trying, until someone says so', async (t) => {
    const { timers, fake, host, ready } = supervised(t, {
      onConnect: (attempt) => {
        if (attempt === 1) throw new ConnectError('needs_auth', 'connector "desk" wants someone to sign in');
      },
    });
    host.start();
    await host.settled();
    assert.deepEqual([stateOf(host), timers.next()], ['needs_auth', undefined]);
    await host.retry('desk');
    await ready();
    assert.equal(fake.attempts(), 2);
  });

  it('with a mistake in its configuration is shown with both lists of revisions, and seldom tried', async (t) => {
    const versions = { ours: ['2026-07-28'], theirs: ['2099-01-01'] };
    const { timers, host } = supervised(t, {
      onConnect: () => {
        throw new ConnectError('misconfigured', 'no common revision', { versions });
      },
    });
    host.start();
    await host.settled();
    assert.deepEqual([stateOf(host), host.server('desk')?.versions, timers.next()], ['failed', versions, 600_000]);
  });

  it('is tried once at a time', async (t) => {
    const { fake, host } = supervised(t);
    host.start();
    await Promise.all([host.retry('desk'), host.retry('desk'), host.settled()]);
    assert.equal(fake.attempts(), 1);
  });

  it('is connected anew when someone asks, the connection before closed', async (t) => {
    const { fake, host, ready } = supervised(t);
    host.start();
    await ready();
    await host.retry('desk');
    await ready();
    assert.deepEqual(
      fake.opened.map((connection) => connection.closed()),
      [true, false],
    );
  });

  it('is listed again once after many changes, and only a real change is told', async (t) => {
    let lists = 0;
    const tools = [fakeTool('act')];
    const { timers, fake, host, ready } = supervised(t, {
      tools: () => {
        lists++;
        return [...tools];
      },
    });
    host.start();
    await ready();
    let told = 0;
    host.on(({ kind }) => {
      if (kind === 'tools') told++;
    });
    tools.push(fakeTool('new_one'));
    for (let i = 0; i < 10; i++) fake.opened[0]?.emit({ kind: 'tools' });
    timers.advance(300);
    await until(host, 'desk', (server) => server.tools.length === 2);
    fake.opened[0]?.emit({ kind: 'tools' });
    timers.advance(300);
    await new Promise(setImmediate);
    assert.deepEqual([lists, told], [3, 1]);
  });

  it('that forgot the session gets a new connection, and a call again only if it may be repeated', async (t) => {
    const lost = new CallError('not_done', 'the server has forgotten the session (HTTP 404)', { sessionLost: true });
    const { fake, host, ready } = supervised(t, {
      callTool: async (_, connection) => {
        if (connection === 0) throw lost;
        return done;
      },
    });
    host.start();
    const server = await ready();
    const both = await Promise.allSettled([
      server.call(remoteCall('act'), { repeatable: true }),
      server.call(remoteCall('act'), { repeatable: false }),
    ]);
    assert.deepEqual(
      both.map(({ status }) => status),
      ['fulfilled', 'rejected'],
    );
    assert.deepEqual([fake.attempts(), fake.opened[0]?.closed()], [2, true]);
    assert.deepEqual(await host.server('desk')?.call(remoteCall('act'), { repeatable: false }), done);
  });

  it('is asked every minute whether it still answers, though never during a call', async (t) => {
    let checks = 0;
    let finish = () => {};
    const { timers, fake, host, ready } = supervised(t, {
      check: async () => {
        checks++;
        if (checks === 2) throw new CallError('unknown', 'connector "desk", check gave no sign of life');
      },
      callTool: () =>
        new Promise((resolve) => {
          finish = () => resolve(done);
        }),
    });
    host.start();
    const server = await ready();
    const call = server.call(remoteCall('act'), { repeatable: false });
    timers.advance(60_000);
    await new Promise(setImmediate);
    assert.equal(checks, 0);
    finish();
    await call;
    timers.advance(60_000);
    await new Promise(setImmediate);
    assert.deepEqual([checks, stateOf(host)], [1, 'ready']);
    timers.advance(60_000);
    await until(host, 'desk', ({ state }) => state === 'backoff');
    assert.equal(fake.opened[0]?.closed(), true);
  });
});
