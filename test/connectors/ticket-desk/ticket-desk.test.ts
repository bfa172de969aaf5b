import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import process from 'node:process';
import { describe, it, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Client as LegacyClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import type { ConnectorSettings, ConnectorTransport } from '../../../src/connectors/connector.ts';
import type { ElicitAnswer, McpConnection } from '../../../src/connectors/mcp-connection.ts';
import { connectorSettings, program } from '../../support/mcp/connector-settings.ts';
import { connectFor, never, openConnection, remoteCall, textOf } from '../../support/mcp/open-connection.ts';
import { requestTracker, withoutRequestTracker } from '../../support/request-tracker.ts';
import { temporaryFolder } from '../../support/run-bylaw.ts';

const desk = fileURLToPath(new URL('../../../src/connectors/ticket-desk/serve.ts', import.meta.url));

function inFile(t: TestContext): Readonly<Record<string, string>> {
  return { TICKETS_FILE: join(temporaryFolder(t), 'tickets.sqlite') };
}

function settings(env: Readonly<Record<string, string>>, rest: Partial<Pick<ConnectorSettings, 'protocol'>> = {}) {
  return connectorSettings('tickets', transport(env), rest);
}

function transport(env: Readonly<Record<string, string>>): ConnectorTransport {
  return program(process.execPath, [desk], env);
}

const ask = { subject: 'A laptop for Ada', text: 'She starts on Monday.' };
const close = (connection: McpConnection, id: string, onElicit?: () => Promise<ElicitAnswer>) =>
  connection.callTool(remoteCall('ticket_close', { id }, onElicit ? { onElicit } : {}));
const yes = async () => ({ action: 'accept', content: { confirm: true, reason: 'solved' } }) as const;

/** The fields of a result; throws where it is none. */
async function data(connection: McpConnection, tool: string, input: Readonly<Record<string, unknown>>) {
  const result = await connection.callTool(remoteCall(tool, input));
  if (result.kind !== 'done' || result.isError) throw new Error(textOf(result));
  assert.deepEqual(result.warnings, []);
  return JSON.parse(JSON.stringify(result.data));
}

describe('the ticket desk', { concurrency: true }, () => {
  it('offers five tools, each saying what it does to tickets and what it gives back', async (t) => {
    const connection = await openConnection(t, settings(inFile(t)));
    assert.equal(connection.revision, '2026-07-28');
    const tools = await connection.listTools(never);
    assert.deepEqual(
      tools.map(({ name, annotations: { readOnlyHint, destructiveHint, idempotentHint } }) => [
        name,
        readOnlyHint,
        destructiveHint,
        idempotentHint,
      ]),
      [
        ['ticket_search', true, undefined, undefined],
        ['ticket_get', true, undefined, undefined],
        ['ticket_create', false, false, true],
        ['ticket_comment', false, false, false],
        ['ticket_close', false, true, true],
      ],
    );
    assert.ok(tools.every(({ annotations, outputSchema }) => annotations.openWorldHint === false && outputSchema));
  });

  for (const protocol of ['auto', 'legacy'] as const) {
    it(`opens, finds, comments and closes tickets, spoken to as ${protocol}`, async (t) => {
      const env = inFile(t);
      const connection = await openConnection(t, settings(env, { protocol }));
      const key = randomUUID();
      const made = await data(connection, 'ticket_create', { ...ask, idempotency_key: key });
      assert.deepEqual([made.subject, made.status, made.isRepeated], [ask.subject, 'open', false]);
      const again = await data(connection, 'ticket_create', { ...ask, idempotency_key: key });
      assert.deepEqual([again.id, again.isRepeated], [made.id, true]);
      const found = await data(connection, 'ticket_search', { query: 'ada laptop' });
      assert.deepEqual(
        found.tickets.map(({ id }: { id: string }) => id),
        [made.id],
      );
      assert.equal((await data(connection, 'ticket_comment', { id: made.id, text: 'ordered' })).id, made.id);

      const asked = await close(connection, made.id, yes);
      if (protocol === 'auto') {
        assert.ok(asked.kind === 'input_required');
        const [[name, request] = ['']] = Object.entries(asked.requests);
        assert.match(request?.message ?? '', /Close ticket 1 \(“A laptop for Ada”\)\?/);
        await connection.close();
        // A person answers after the desk was started anew.
        const later = await openConnection(t, settings(env));
        const answers = { responses: { [name]: await yes() } };
        await later.callTool(remoteCall('ticket_close', { id: made.id }, { answers }));
        assert.equal((await data(later, 'ticket_get', { id: made.id })).status, 'closed');
      } else {
        assert.equal(textOf(asked), 'Ticket 1 (closed, helpdesk): A laptop for Ada');
        assert.equal((await data(connection, 'ticket_get', { id: made.id })).status, 'closed');
      }
    });
  }

  it('serves a client on the older SDK', async (t) => {
    const client = new LegacyClient({ name: 'peer', version: '1' }, { capabilities: { elicitation: {} } });
    client.setRequestHandler(ElicitRequestSchema, async () => ({ action: 'accept', content: { confirm: true } }));
    const env = { PATH: process.env.PATH ?? '', ...inFile(t) };
    await client.connect(new StdioClientTransport({ command: process.execPath, args: [desk], env }));
    t.after(() => client.close());
    await client.listTools();
    const made = await client.callTool({ name: 'ticket_create', arguments: { ...ask, idempotency_key: 'k' } });
    assert.deepEqual(made.content, [{ type: 'text', text: 'Ticket 1 (open, helpdesk): A laptop for Ada' }]);
    const closed = await client.callTool({ name: 'ticket_close', arguments: { id: '1' } });
    assert.deepEqual(closed.content, [{ type: 'text', text: 'Ticket 1 (closed, helpdesk): A laptop for Ada' }]);
  });

  it('closes nothing without a yes to exactly this ticket', async (t) => {
    const connection = await openConnection(t, settings(inFile(t), { protocol: 'legacy' }));
    for (const key of ['a', 'b']) await data(connection, 'ticket_create', { ...ask, idempotency_key: key });
    const declined = await close(connection, '1', async () => ({ action: 'decline' }));
    assert.match(textOf(declined), /Nothing was closed/);
    const unticked = await close(connection, '1', async () => ({ action: 'accept', content: { confirm: false } }));
    assert.match(textOf(unticked), /Nothing was closed/);
    const modern = await openConnection(t, settings(inFile(t)));
    for (const key of ['a', 'b']) await data(modern, 'ticket_create', { ...ask, idempotency_key: key });
    const answers = { responses: { 'close-2': await yes() } };
    const other = await modern.callTool(remoteCall('ticket_close', { id: '1' }, { answers }));
    assert.equal(other.kind, 'input_required');
    for (const each of [connection, modern]) {
      assert.equal((await data(each, 'ticket_search', { only: 'open' })).tickets.length, 2);
    }
  });

  it('says what is wrong with its input, and that a ticket is not there', async (t) => {
    const connection = await openConnection(t, settings(inFile(t)));
    const wrong = async (tool: string, input: Readonly<Record<string, unknown>>) => {
      const result = await connection.callTool(remoteCall(tool, input));
      assert.ok(result.kind === 'done' && result.isError, tool);
      return textOf(result);
    };
    const keyed = { ...ask, idempotency_key: 'k' };
    assert.match(await wrong('ticket_get', { id: 'seven' }), /must be the number of a ticket, such as 42/);
    assert.match(await wrong('ticket_create', ask), /idempotency_key/);
    assert.match(await wrong('ticket_create', { ...keyed, requester: 'Ada' }), /must be a mail address/);
    assert.match(await wrong('ticket_create', { ...keyed, subject: 'two\nlines' }), /must be one line/);
    assert.match(await wrong('ticket_create', { ...keyed, text: 'x'.repeat(20_001) }), /longer than 20,000 characters/);
    assert.match(await wrong('ticket_search', { limit: 1000 }), /limit/);
    for (const tool of ['ticket_get', 'ticket_close'])
      assert.equal(await wrong(tool, { id: '7' }), 'There is no such ticket, or the ticket desk may not see it.');
    assert.match(await wrong('ticket_comment', { id: '7', text: 'x' }), /no such ticket/);
  });

  it('does not start with settings that can not work, and says why without showing a secret', async (t) => {
    const run = (env: Readonly<Record<string, string>>) =>
      new Promise<{ readonly code: unknown; readonly stdout: string; readonly stderr: string }>((resolve) => {
        const options = { cwd: temporaryFolder(t), env: { RT_PASSWORD: 'hush', ...env } };
        execFile(process.execPath, [desk], options, (error, stdout, stderr) =>
          resolve({ code: error?.code, stdout, stderr }),
        );
      });
    const odd = await run({ RT_URL: 'rt.example.com', RT_TOKEN: 'hush' });
    assert.deepEqual([odd.code, odd.stdout], [2, '']);
    assert.equal(odd.stderr, 'RT_URL must be the http or https address of Request Tracker.\n');
    const bare = await run({ RT_URL: 'http://127.0.0.1:1' });
    assert.equal(bare.stderr, 'RT_URL is set: set RT_TOKEN too, or RT_USER and RT_PASSWORD.\n');
  });

  it('works on Request Tracker as on its own file', { skip: withoutRequestTracker }, async (t) => {
    const { url, token } = await requestTracker();
    const connect = connectFor(t);
    const connection = await openConnection(t, settings({ RT_URL: url, RT_TOKEN: token }), connect);
    const subject = `Chair ${randomUUID().slice(0, 8)}`;
    const made = await data(connection, 'ticket_create', { ...ask, subject, idempotency_key: subject });
    assert.deepEqual([made.status, made.queue], ['new', 'General']);
    assert.match(made.url, /^http:\/\/127\.0\.0\.1:\d+\/Ticket\/Display\.html\?id=\d+$/);
    const answers = { responses: { [`close-${made.id}`]: await yes() } };
    await connection.callTool(remoteCall('ticket_close', { id: made.id }, { answers }));
    assert.equal((await data(connection, 'ticket_get', { id: made.id })).status, 'resolved');
    const unknown = await connection.callTool(
      remoteCall('ticket_create', { ...ask, queue: 'Nope', idempotency_key: 'nope' }),
    );
    assert.ok(unknown.kind === 'done' && unknown.isError);
    assert.match(textOf(unknown), /no queue "Nope"/);
  });
});
