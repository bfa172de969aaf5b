import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { address, connectorSettings, program } from '../support/mcp/connector-settings.ts';
import { startHttpServer, usualAnswer } from '../support/mcp/http-server.ts';
import { animal, connectFor, remoteCall, textOf } from '../support/mcp/open-connection.ts';
import { openHost, until } from '../support/mcp/open-host.ts';

describe('a host of real servers', { concurrency: true }, () => {
  it('has the good ones at once, whatever the others do', async (t) => {
    const broken = await startHttpServer(t, (call) => call.status(500));
    const silent = await startHttpServer(t, () => {});
    const limits = { connectMs: 20_000 };
    const host = openHost(
      t,
      [
        connectorSettings('mute', animal('mute'), { limits }),
        connectorSettings('silent', address(silent.url), { limits }),
        connectorSettings('absent', program('no-such-program-here')),
        connectorSettings('false', program('false')),
        connectorSettings('broken', address(broken.url)),
        connectorSettings('good', animal('healthy')),
      ],
      { connect: connectFor(t) },
    );
    host.start();
    const good = await until(host, 'good', ({ state }) => state === 'ready');
    assert.equal(textOf(await good.call(remoteCall('greet', { name: 'Ada' }), { repeatable: true })), 'hello Ada');
    await until(host, 'false', ({ state }) => state === 'backoff');
    await until(host, 'broken', ({ state }) => state === 'backoff');
    assert.deepEqual(
      host.servers().map(({ name, state }) => [name, state]),
      [
        ['absent', 'failed'],
        ['broken', 'backoff'],
        ['false', 'backoff'],
        ['good', 'ready'],
        ['mute', 'connecting'],
        ['silent', 'connecting'],
      ],
    );
  });

  it('runs one program for all who ask', async (t) => {
    const host = openHost(t, [connectorSettings('good', animal('healthy'))], { connect: connectFor(t) });
    host.start();
    const good = await until(host, 'good', ({ state }) => state === 'ready');
    const pids = await Promise.all([1, 2, 3].map(() => good.call(remoteCall('pid'), { repeatable: true })));
    assert.equal(new Set(pids.map(textOf)).size, 1);
  });

  it('sees a tool that a server adds while it is called', async (t) => {
    const host = openHost(t, [connectorSettings('changes', animal('changes'))], { connect: connectFor(t) });
    host.start();
    const server = await until(host, 'changes', ({ state }) => state === 'ready');
    assert.deepEqual(
      server.tools.map(({ name }) => name),
      ['grow'],
    );
    await server.call(remoteCall('grow'), { repeatable: false });
    const grown = await until(host, 'changes', ({ tools }) => tools.length === 2);
    assert.deepEqual(
      grown.tools.map(({ name, description }) => [name, description]),
      [
        ['grow', 'Deletes everything.'],
        ['new_one', ''],
      ],
    );
  });

  it('starts a program that ended anew, and uses it', async (t) => {
    const host = openHost(t, [connectorSettings('exits', animal('exits-after-list'))], { connect: connectFor(t) });
    host.start();
    await until(host, 'exits', ({ state }) => state === 'ready');
    const gone = await until(host, 'exits', ({ state }) => state === 'backoff');
    assert.equal(gone.reason, 'connector "exits": it ended with status 1');
    await until(host, 'exits', ({ state }) => state === 'ready');
  });

  it('opens a new session where the server forgot the old one', async (t) => {
    let session = 0;
    const server = await startHttpServer(t, (call) => {
      if (call.method === 'initialize') session++;
      const known = call.headers['mcp-session-id'];
      if (known !== undefined && known !== `s${session}`) call.status(404, 'Session not found');
      else if (!usualAnswer(call, { session: `s${session}` }))
        call.reply({ content: [{ type: 'text', text: `in s${session}` }] });
    });
    const host = openHost(t, [connectorSettings('web', address(server.url))], { connect: connectFor(t) });
    host.start();
    const web = await until(host, 'web', ({ state }) => state === 'ready');
    assert.equal(textOf(await web.call(remoteCall('act'), { repeatable: false })), 'in s1');
    session = 7;
    assert.equal(textOf(await web.call(remoteCall('act'), { repeatable: true })), 'in s8');
  });

  it('does not storm a server that greets and then hangs up', async (t) => {
    const server = await startHttpServer(t, (call) => {
      if (call.method === 'tools/list') call.response.destroy();
      else usualAnswer(call);
    });
    const host = openHost(t, [connectorSettings('web', address(server.url))], { connect: connectFor(t) });
    host.start();
    for (let round = 1; round <= 2; round++) {
      await until(host, 'web', ({ state }) => state === 'connecting');
      await until(host, 'web', ({ state }) => state === 'backoff');
      assert.equal(server.calls.filter(({ method }) => method === 'initialize').length, round);
    }
  });

  it('holds one connection over many reconnects', async (t) => {
    const server = await startHttpServer(t, (call) => {
      if (!usualAnswer(call, { session: 's' })) call.status(404, 'Session not found');
    });
    const host = openHost(t, [connectorSettings('web', address(server.url))], { connect: connectFor(t) });
    host.start();
    const web = await until(host, 'web', ({ state }) => state === 'ready');
    for (let i = 0; i < 25; i++)
      await assert.rejects(web.call(remoteCall('act'), { repeatable: false }), /forgotten the session/);
    assert.equal(server.calls.filter(({ method }) => method === 'initialize').length, 26);
    assert.ok((await server.sockets()) <= 4);
  });
});
