import assert from 'node:assert/strict';
import { join } from 'node:path';
import process from 'node:process';
import { describe, it, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { everyone } from '../../src/audience.ts';
import { type ConnectorCall, createTicketConnector, readTicket } from '../../src/connectors/ticket-connector.ts';
import type { Viewer } from '../../src/domain.ts';
import { BylawError } from '../../src/errors.ts';
import { connectorSettings, program } from '../support/mcp/connector-settings.ts';
import { connectFor, remoteCall, textOf } from '../support/mcp/open-connection.ts';
import { openHost } from '../support/mcp/open-host.ts';
import { requestTracker, withoutRequestTracker } from '../support/request-tracker.ts';
import { temporaryFolder } from '../support/run-bylaw.ts';

const never = new AbortController().signal;
const desk = fileURLToPath(new URL('../../src/connectors/ticket-desk/serve.ts', import.meta.url));
const ada: Viewer = { audienceKeys: [everyone], on: '2026-11-30', person: 'U-ADA', place: 'C1' };

/** The host itself, without rules, with what was sent. */
async function openCalls(t: TestContext, env: Readonly<Record<string, string>>) {
  const host = openHost(t, [connectorSettings('tickets', program(process.execPath, [desk], env))], {
    connect: connectFor(t),
  });
  host.start();
  await host.settled();
  const sent: Omit<ConnectorCall, 'signal' | 'viewer'>[] = [];
  return {
    sent,
    offered: () =>
      host.servers().flatMap(({ name, tools }) =>
        tools.map((tool) => ({
          connector: name,
          tool: tool.name,
          recipient: 'the desk',
          prepare: (input: unknown) => input,
        })),
      ),
    call: async ({ signal, viewer: _, ...call }: ConnectorCall) => {
      sent.push(call);
      const { connector, tool, input, idempotencyKey } = call;
      const result = await host
        .server(connector)
        ?.call(remoteCall(tool, input, { idempotencyKey, signal }), { repeatable: false });
      if (result?.kind !== 'done' || result.isError)
        throw new BylawError('connector_failed', result === undefined ? 'gone' : textOf(result));
      return result.data;
    },
  };
}

const draft = { title: 'A laptop\nfor Ada', text: 'She starts on Monday.', idempotencyKey: 'a1', agreedBy: 'U-ADA' };

async function opensAndSees(t: TestContext, env: Readonly<Record<string, string>>, key: string): Promise<void> {
  const calls = await openCalls(t, env);
  const tickets = createTicketConnector(calls);
  const found = tickets.deskFor(ada);
  assert.deepEqual([found?.connector, found?.recipient], ['tickets', 'the desk']);
  const opened = await found?.open({ ...draft, idempotencyKey: key, requester: 'ada@example.com' }, never);
  assert.ok(opened !== undefined);
  assert.deepEqual([opened.connector, opened.person, opened.place, opened.isClosed], ['tickets', 'U-ADA', 'C1', false]);
  assert.deepEqual(await found?.open({ ...draft, idempotencyKey: key }, never), opened);
  assert.deepEqual(
    calls.sent.map(({ agreedBy, input }) => [agreedBy, input.subject]),
    [1, 2].map(() => ['U-ADA', 'A laptop for Ada']),
  );
  const state = await tickets.state(opened, ada, never);
  assert.deepEqual(state, { status: opened.status, isClosed: false });
  await assert.rejects(tickets.state({ connector: 'tickets', ticket: '99999' }, ada, never), /no such ticket/);
  const elsewhere = { ...opened, url: 'https://tickets.example.com/1' };
  await assert.rejects(tickets.state(elsewhere, ada, never), /no ticket could be read/, 'of another desk');
}

describe('the ticket connector', () => {
  it('opens a ticket once for a key, and sees how it stands, on a desk of its own', async (t) => {
    await opensAndSees(t, { TICKETS_FILE: join(temporaryFolder(t), 'tickets.sqlite') }, 'k');
  });

  it('and on Request Tracker', { skip: withoutRequestTracker }, async (t) => {
    const { url, token } = await requestTracker();
    await opensAndSees(t, { RT_URL: url, RT_TOKEN: token }, 'connector');
  });

  it('is the first connector with the tools of a desk that this viewer may use', () => {
    const offered = (...tools: readonly string[]) =>
      createTicketConnector({
        offered: () =>
          tools.map((name) => {
            const [connector = '', tool = ''] = name.split('.');
            return { connector, tool, recipient: '', prepare: (input) => input };
          }),
        call: () => assert.fail(),
      }).deskFor(ada)?.connector;
    assert.equal(offered('b.ticket_create', 'b.ticket_get', 'c.ticket_create', 'c.ticket_get'), 'b');
    assert.equal(offered('a.ticket_create', 'b.ticket_get', 'b.ticket_create'), 'b');
    assert.equal(offered('a.ticket_create', 'b.ticket_get'), undefined);
    assert.equal(offered(), undefined);
  });

  it('takes what other desks say for what it is', () => {
    const seen = { ticket: '7', status: 'Done', isClosed: true };
    assert.deepEqual(readTicket({ id: 7, status: ' Done\u200b ', url: 'javascript:alert(1)', more: [] }), seen);
    assert.deepEqual(readTicket({ id: 'A-1', status: 'x'.repeat(80), isClosed: false, url: 'https://x.example/1' }), {
      ...{ ticket: 'A-1', status: 'x'.repeat(60), isClosed: false, url: 'https://x.example/1' },
    });
    for (const data of [undefined, 'Ticket 7', { id: 7 }, { id: '', status: 'new' }, { id: '1', status: '\n' }])
      assert.equal(readTicket(data), undefined);
  });
});
