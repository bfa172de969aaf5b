import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import process from 'node:process';
import { describe, it, type TestContext } from 'node:test';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import type { McpConnection } from '../../src/connectors/mcp-connection.ts';
import { address, connectorSettings, program } from '../support/mcp/connector-settings.ts';
import { animal, callText, never, openConnection, remoteCall, textOf } from '../support/mcp/open-connection.ts';
import { printed, projectFolder, temporaryFolder } from '../support/run-bylaw.ts';

const official = (name: string) =>
  join(projectFolder, 'node_modules', '@modelcontextprotocol', `server-${name}`, 'dist', 'index.js');

async function everything(connection: McpConnection): Promise<void> {
  const tools = await connection.listTools(never);
  assert.equal(tools.length, 15);
  assert.equal(await callText(connection, 'echo', { message: 'hi' }), 'Echo: hi');
  const image = await connection.callTool(remoteCall('get-tiny-image'));
  assert.ok(
    image.kind === 'done' && image.content.some((block) => block.type === 'image' && block.mimeType === 'image/png'),
  );
  const weather = await connection.callTool(remoteCall('get-structured-content', { location: 'Chicago' }));
  assert.ok(weather.kind === 'done' && weather.warnings.length === 0 && weather.data !== undefined);
  const links = await connection.callTool(remoteCall('get-resource-links', { count: 2 }));
  assert.ok(links.kind === 'done' && links.content.filter(({ type }) => type === 'link').length === 2);
  const resources = await connection.listResources(never);
  assert.equal(resources.length, 7);
  const [content] = await connection.readResource(resources[0]?.uri ?? '', never);
  assert.ok((content?.text ?? '').length > 0);
  const prompts = await connection.listPrompts(never);
  assert.deepEqual(
    prompts.find(({ name }) => name === 'args-prompt')?.args.map(({ name, required }) => [name, required]),
    [
      ['city', true],
      ['state', false],
    ],
  );
  assert.deepEqual(await connection.getPrompt('args-prompt', { city: 'Oslo' }, never), ["What's weather in Oslo?"]);
}

describe('servers of others', { concurrency: true }, () => {
  it('everything, as a program', async (t) => {
    const connection = await openConnection(
      t,
      connectorSettings('everything', program(process.execPath, [official('everything')])),
    );
    assert.equal(connection.revision, '2025-11-25');
    await everything(connection);
  });

  it('everything, at an address', async (t) => {
    const port = await freePort();
    const child = spawn(process.execPath, [official('everything'), 'streamableHttp'], {
      env: { PATH: process.env.PATH, PORT: String(port) },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    t.after(() => child.kill('SIGKILL'));
    await printed(child, /listening on port/, 'stderr');
    child.stderr.resume();
    const connection = await openConnection(
      t,
      connectorSettings('everything', address(`http://127.0.0.1:${port}/mcp`)),
    );
    await everything(connection);
  });

  it('filesystem, within the folder it was given', async (t) => {
    const folder = temporaryFolder(t);
    writeFileSync(join(folder, 'note.txt'), 'read me');
    const connection = await openConnection(
      t,
      connectorSettings('files', program(process.execPath, [official('filesystem'), folder])),
    );
    const tools = await connection.listTools(never);
    assert.equal(tools.length, 14);
    assert.equal(tools.find(({ name }) => name === 'read_text_file')?.annotations.readOnlyHint, true);
    assert.equal(await callText(connection, 'read_text_file', { path: join(folder, 'note.txt') }), 'read me');
    const denied = await connection.callTool(remoteCall('read_text_file', { path: '/etc/hostname' }));
    assert.ok(denied.kind === 'done' && denied.isError);
  });

  it('memory', async (t) => {
    const transport = program(process.execPath, [official('memory')], {
      MEMORY_FILE_PATH: join(temporaryFolder(t), 'memory.jsonl'),
    });
    const connection = await openConnection(t, connectorSettings('memory', transport));
    assert.equal((await connection.listTools(never)).length, 9);
    await callText(connection, 'create_entities', {
      entities: [{ name: 'Ada', entityType: 'person', observations: ['works here'] }],
    });
    assert.match(await callText(connection, 'search_nodes', { query: 'Ada' }), /works here/);
  });

  it('on the older SDK, as a program, with a question whose defaults are filled in', async (t) => {
    const connection = await openConnection(t, connectorSettings('legacy', animal('legacy-sdk')));
    assert.equal(connection.revision, '2025-11-25');
    assert.equal(await callText(connection, 'greet', { name: 'Ada' }), 'hello Ada');
    const onElicit = async () => ({ action: 'accept', content: {} }) as const;
    const asked = await connection.callTool(remoteCall('ask', {}, { onElicit }));
    assert.equal(textOf(asked), '{"action":"accept","content":{"colour":"red"}}');
  });

  it('on the older SDK, at an address, with a session', async (t) => {
    const connection = await openConnection(t, connectorSettings('legacy', address(await legacyHttp(t))));
    assert.equal(connection.revision, '2025-11-25');
    assert.equal(await callText(connection, 'greet'), 'hello');
  });
});

async function legacyHttp(t: TestContext): Promise<string> {
  const transports = new Map<string, StreamableHTTPServerTransport>();
  const server = createServer(async (request, response) => {
    const known = transports.get(String(request.headers['mcp-session-id']));
    if (known !== undefined) {
      await known.handleRequest(request, response);
      return;
    }
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: () => `s${transports.size}`,
      onsessioninitialized: (id) => {
        transports.set(id, transport);
      },
    });
    const mcp = new McpServer({ name: 'legacy', version: '1' });
    mcp.registerTool('greet', {}, async () => ({ content: [{ type: 'text', text: 'hello' }] }));
    await mcp.connect(transport);
    await transport.handleRequest(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${portOf(server.address())}/mcp`;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const port = portOf(server.address());
  await new Promise((resolve) => server.close(resolve));
  return port;
}

function portOf(bound: AddressInfo | string | null): number {
  if (bound === null || typeof bound === 'string') throw new Error('no port');
  return bound.port;
}
