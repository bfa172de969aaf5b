import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ConnectorTransport } from '../../src/connectors/connector.ts';
import { CallError, ConnectError } from '../../src/connectors/connector-errors.ts';
import { address, connectorSettings } from '../support/mcp/connector-settings.ts';
import { startHttpServer, usualAnswer } from '../support/mcp/http-server.ts';
import { callText, openConnection, remoteCall, textOf } from '../support/mcp/open-connection.ts';

const text = (words: string) => ({ content: [{ type: 'text', text: words }] });

describe('an address as a server', { concurrency: true }, () => {
  it('gets the headers of the configuration and the session it gave', async (t) => {
    const server = await startHttpServer(t, (call) => {
      if (!usualAnswer(call, { session: 's1' })) call.reply(text('done'));
    });
    const connection = await openConnection(t, connectorSettings('web', address(server.url, { 'X-Team': 'it' })));
    assert.equal(await callText(connection, 'act'), 'done');
    const last = server.calls.at(-1);
    assert.deepEqual([last?.headers['x-team'], last?.headers['mcp-session-id']], ['it', 's1']);
    assert.deepEqual([connection.revision, last?.headers['mcp-protocol-version']], ['2025-11-25', '2025-11-25']);
  });

  it('whose stream is cut in the middle of a call leaves the outcome open, at once', async (t) => {
    const server = await startHttpServer(t, (call) => {
      if (usualAnswer(call)) return;
      call.response.writeHead(200, { 'content-type': 'text/event-stream' });
      call.response.write(': working\n\n', () => call.response.destroy());
    });
    const connection = await openConnection(t, connectorSettings('web', address(server.url)));
    await assert.rejects(connection.callTool(remoteCall('act')), (error: unknown) => {
      assert.ok(error instanceof CallError);
      assert.equal(error.outcome, 'unknown');
      assert.match(error.message, /the connection ended before the answer; whether it was done is not known/);
      return true;
    });
    assert.equal(server.calls.filter(({ method }) => method === 'tools/call').length, 1);
  });

  it('whose stream ends without an answer leaves the outcome open too', async (t) => {
    const server = await startHttpServer(t, (call) => {
      if (!usualAnswer(call)) call.status(200, ': bye\n\n', 'text/event-stream');
    });
    const connection = await openConnection(t, connectorSettings('web', address(server.url)));
    await assert.rejects(connection.callTool(remoteCall('act')), /whether it was done is not known/);
  });

  it('that forgot the session says so, and nothing was done', async (t) => {
    const server = await startHttpServer(t, (call) => {
      if (!usualAnswer(call, { session: 's1' })) call.status(404, 'Session not found');
    });
    const connection = await openConnection(t, connectorSettings('web', address(server.url)));
    await assert.rejects(connection.callTool(remoteCall('act')), (error: unknown) => {
      assert.ok(error instanceof CallError);
      assert.deepEqual([error.outcome, error.sessionLost], ['not_done', true]);
      return true;
    });
  });

  it('may refuse, fail or want a sign-in for one call', async (t) => {
    const server = await startHttpServer(t, (call) => {
      if (usualAnswer(call)) return;
      const { name } = call.params;
      if (name === 'refuse') call.refuse(-32_602, 'no such ticket');
      else if (name === 'internal') call.refuse(-32_603, 'oops');
      else call.status(name === 'fail' ? 500 : name === 'auth' ? 401 : 403);
    });
    const connection = await openConnection(t, connectorSettings('web', address(server.url)));
    const outcomes = await Promise.all(
      ['refuse', 'internal', 'fail', 'auth', 'deny'].map(async (tool) => {
        const error: unknown = await connection.callTool(remoteCall(tool)).catch((reason: unknown) => reason);
        assert.ok(error instanceof CallError);
        return [tool, error.outcome, error.needsAuth];
      }),
    );
    assert.deepEqual(outcomes, [
      ['refuse', 'refused', false],
      ['internal', 'unknown', false],
      ['fail', 'unknown', false],
      ['auth', 'not_done', true],
      ['deny', 'refused', false],
    ]);
  });

  for (const type of ['application/json', 'text/event-stream']) {
    it(`that returns 20 MB as ${type} gives a tool error, and goes on`, async (t) => {
      const server = await startHttpServer(t, (call) => {
        if (usualAnswer(call)) return;
        const words = call.params.name === 'huge' ? 'x'.repeat(20 * 1024 * 1024) : 'small';
        const message = JSON.stringify({ jsonrpc: '2.0', id: call.id, result: text(words) });
        call.status(200, type === 'application/json' ? message : `data: ${message}\n\n`, type);
      });
      const connection = await openConnection(t, connectorSettings('web', address(server.url)));
      const result = await connection.callTool(remoteCall('huge'));
      assert.ok(result.kind === 'done' && result.isError);
      assert.match(textOf(result), /larger than 16 MB/);
      assert.equal(await callText(connection, 'small'), 'small');
    });
  }

  it('may take its time to answer first, as long as its limit says', async (t) => {
    const server = await startHttpServer(t, (call) => {
      if (call.method === 'initialize') setTimeout(() => usualAnswer(call), 800);
      else if (!usualAnswer(call)) call.reply(text('done'));
    });
    const limited = (connectMs: number) =>
      openConnection(t, connectorSettings('web', address(server.url), { limits: { connectMs } }));
    assert.equal(await callText(await limited(10_000), 'act'), 'done');
    await assert.rejects(limited(300), /did not answer within 0.3 s/);
  });

  it('is not called where the caller gave up before', async (t) => {
    const server = await startHttpServer(t, (call) => void usualAnswer(call));
    const connection = await openConnection(t, connectorSettings('web', address(server.url)));
    await assert.rejects(
      connection.callTool(remoteCall('act', {}, { signal: AbortSignal.abort() })),
      (error: unknown) => {
        assert.ok(error instanceof CallError);
        assert.equal(error.outcome, 'not_done');
        return true;
      },
    );
    assert.equal(server.calls.filter(({ method }) => method === 'tools/call').length, 0);
  });

  it('that wants someone to open a page first says which', async (t) => {
    const server = await startHttpServer(t, (call) => {
      if (usualAnswer(call)) return;
      const elicitations = [
        { mode: 'url', message: 'Sign in first', url: 'https://desk.example.com/in', elicitationId: 'e1' },
      ];
      call.refuse(-32_042, 'URL elicitation required', { elicitations });
    });
    const connection = await openConnection(t, connectorSettings('web', address(server.url)));
    assert.deepEqual(await connection.callTool(remoteCall('act')), {
      kind: 'input_required',
      requests: { e1: { mode: 'url', message: 'Sign in first', url: 'https://desk.example.com/in', id: 'e1' } },
    });
  });
});

describe('an address that can not be a server', { concurrency: true }, () => {
  const failure = async (
    t: Parameters<typeof startHttpServer>[0],
    transport: ConnectorTransport,
  ): Promise<ConnectError> => {
    const settings = connectorSettings('web', transport, { limits: { connectMs: 3000 } });
    const error: unknown = await openConnection(t, settings).then(
      () => undefined,
      (reason: unknown) => reason,
    );
    assert.ok(error instanceof ConnectError, String(error));
    return error;
  };

  const answers: readonly {
    readonly what: string;
    readonly status: number;
    readonly trouble: string;
    readonly says: RegExp;
    readonly type?: string;
  }[] = [
    { what: 'fails', status: 500, trouble: 'down', says: /failed \(HTTP 500\)/ },
    { what: 'wants a sign-in', status: 401, trouble: 'needs_auth', says: /wants someone to sign in \(HTTP 401\)/ },
    { what: 'denies access', status: 403, trouble: 'needs_auth', says: /denied access \(HTTP 403\)/ },
    {
      what: 'knows no such page',
      status: 404,
      trouble: 'misconfigured',
      says: /has no MCP server at .*\(HTTP 404\): check url$/,
    },
    {
      what: 'is a web page',
      status: 200,
      trouble: 'misconfigured',
      says: /something else than MCP/,
      type: 'text/html',
    },
    {
      what: 'sends broken JSON',
      status: 200,
      trouble: 'misconfigured',
      says: /something else than MCP/,
      type: 'application/json',
    },
  ];
  for (const { what, status, trouble, says, type } of answers) {
    it(`because it ${what} is told as ${trouble}`, async (t) => {
      const server = await startHttpServer(t, (call) => call.status(status, '<html>', type));
      const error = await failure(t, address(`${server.url}?key=secret`));
      assert.equal(error.trouble, trouble);
      assert.match(error.message, says);
      assert.doesNotMatch(error.message, /secret/);
    });
  }

  it('because nothing listens there is told as down', async (t) => {
    const server = await startHttpServer(t, () => {});
    await server.close();
    const error = await failure(t, address(server.url));
    assert.equal(error.trouble, 'down');
    assert.match(error.message, /can't be reached at http:\/\/127\.0\.0\.1:\d+\/mcp/);
  });

  it('because it never answers is given up after its limit', async (t) => {
    const server = await startHttpServer(t, () => {});
    const error = await failure(t, address(server.url));
    assert.match(error.message, /did not answer within 3 s/);
  });

  it('because it speaks only the old SSE is told with advice', async (t) => {
    const server = await startHttpServer(t, (call) => call.status(405));
    const error = await failure(t, { kind: 'http', url: server.url, headers: {}, wasSse: true });
    assert.match(error.message, /does not speak the old SSE transport, so give the address of its Streamable HTTP/);
  });

  it('because it speaks only later revisions is shown with both lists', async (t) => {
    const server = await startHttpServer(t, (call) =>
      call.refuse(-32_022, 'Unsupported protocol version', { supported: ['2099-01-01'], requested: '2026-07-28' }),
    );
    const error = await failure(t, address(server.url));
    assert.deepEqual(error.versions?.theirs, ['2099-01-01']);
    assert.equal(error.trouble, 'misconfigured');
  });
});
