import assert from 'node:assert/strict';
import process from 'node:process';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { ConnectionEvent, McpConnection } from '../../src/connectors/mcp-connection.ts';
import { address, connectorSettings, program } from '../support/mcp/connector-settings.ts';
import { startModernServer } from '../support/mcp/modern-server.ts';
import { never, openConnection, remoteCall, textOf } from '../support/mcp/open-connection.ts';

describe('servers of the stateless revision', { concurrency: true }, () => {
  const fresh = () => ({ closed: [] as string[], notes: new Map([['a', 'first']]) });

  it('are spoken to in it, as a program and at an address', async (t) => {
    const server = await startModernServer(t, fresh());
    const file = fileURLToPath(new URL('./zoo/modern.ts', import.meta.url));
    for (const transport of [address(server.url), program(process.execPath, [file])]) {
      const connection = await openConnection(t, connectorSettings('modern', transport));
      assert.deepEqual(
        [connection.revision, connection.server],
        ['2026-07-28', { name: 'modern', version: '1', instructions: 'Be kind.' }],
      );
      assert.deepEqual(
        (await connection.listTools(never)).map(({ name }) => name),
        ['close', 'sample'],
      );
      assert.deepEqual(await connection.listResources(never), [{ uri: 'note://a', name: 'a', mimeType: 'text/plain' }]);
      assert.deepEqual(await connection.readResource('note://a', never), [{ uri: 'note://a', text: 'first' }]);
      assert.deepEqual(await connection.getPrompt('greet', { who: 'Ada' }, never), ['Greet Ada']);
      await connection.check(never);
    }
  });

  it('may be pinned or spoken to as older ones where they can', async (t) => {
    const server = await startModernServer(t, fresh());
    const [pinned, legacy] = await Promise.all(
      (['2026-07-28', 'legacy'] as const).map((protocol) =>
        openConnection(t, connectorSettings('modern', address(server.url), { protocol })),
      ),
    );
    assert.deepEqual([pinned?.revision, legacy?.revision], ['2026-07-28', '2025-11-25']);
  });

  it('ask a person who may answer after both sides were restarted', async (t) => {
    const state = fresh();
    const before = await startModernServer(t, state);
    const settings = connectorSettings('modern', address(before.url));
    const first = await openConnection(t, settings);
    const asked = await first.callTool(remoteCall('close', { id: '7' }));
    assert.ok(asked.kind === 'input_required');
    assert.equal(asked.state, 'ticket 7');
    const { why } = asked.requests;
    assert.ok(why?.mode === 'form');
    assert.deepEqual([why.message, why.schema.required], ['Why close 7?', ['reason']]);
    await first.close();
    await before.close();

    await startModernServer(t, state, before.port);
    // Sockets to the server before are still pooled; the first request notices.
    await fetch(before.url).catch(() => {});
    const later = await openConnection(t, settings);
    const answers = {
      state: asked.state ?? '',
      responses: { why: { action: 'accept', content: { reason: 'solved' } } },
    } as const;
    assert.equal(textOf(await later.callTool(remoteCall('close', { id: '7' }, { answers }))), 'closed');
    assert.deepEqual(state.closed, ['7: solved (ticket 7)']);
  });

  it('that ask for sampling get an error that the model reads', async (t) => {
    const server = await startModernServer(t, fresh());
    const connection = await openConnection(t, connectorSettings('modern', address(server.url)));
    const result = await connection.callTool(remoteCall('sample')).catch((error: unknown) => error);
    assert.match(JSON.stringify(result), /sampling|refused/);
  });

  it('need no new connection after a restart, and changes are heard again', async (t) => {
    const state = fresh();
    const before = await startModernServer(t, state);
    const connection = await openConnection(t, connectorSettings('modern', address(before.url)));
    const heard = listenTo(connection);
    await connection.watchResources(['note://a'], never);
    before.notify.toolsChanged();
    await heard.until((event) => event.kind === 'tools');
    before.notify.resourceUpdated('note://a');
    await heard.until((event) => event.kind === 'resource' && event.uri === 'note://a');

    await before.close();
    heard.forget();
    const after = await startModernServer(t, state, before.port);
    // Whatever changed meanwhile is asked for, once the subscription stands again.
    await heard.until((event) => event.kind === 'tools');
    await heard.until((event) => event.kind === 'resource');
    heard.forget();
    after.notify.promptsChanged();
    await heard.until((event) => event.kind === 'prompts');
    assert.equal((await connection.listTools(never)).length, 2);
  });
});

function listenTo(connection: McpConnection) {
  const events: ConnectionEvent[] = [];
  const looks = new Set<() => void>();
  connection.on((event) => {
    events.push(event);
    for (const look of [...looks]) look();
  });
  return {
    forget: () => {
      events.length = 0;
    },
    until: (wanted: (event: ConnectionEvent) => boolean) =>
      new Promise<void>((resolve) => {
        const look = () => {
          if (!events.some(wanted)) return;
          looks.delete(look);
          resolve();
        };
        looks.add(look);
        look();
      }),
  };
}
