import assert from 'node:assert/strict';
import { join } from 'node:path';
import process from 'node:process';
import { it, type TestContext } from 'node:test';
import { pickTicketStore } from '../../src/connectors/ticket-desk/pick-ticket-store.ts';
import type { TicketStore } from '../../src/connectors/ticket-desk/ticket-store.ts';
import { createTicketWatch, type TicketNews } from '../../src/connectors/ticket-watch.ts';
import { silentLog } from '../../src/log.ts';
import { requestTracker, withoutRequestTracker } from '../support/request-tracker.ts';
import { projectFolder, temporaryFolder } from '../support/run-bylaw.ts';
import { startSampleApp } from './sample-app.ts';
import { call, says } from './sample-replies.ts';

const never = new AbortController().signal;
const person = 'U-ADA';
const conversation = 'slack:C1:1.0';
const tool = 'mcp__desk__ticket_create';
const input = {
  subject: 'How long can a sabbatical be?',
  text: 'The policies name no length of a sabbatical. Please tell the asker.',
  idempotency_key: 'sabbatical',
};

/** The whole app with the desk that comes along, over the store that these variables name. */
async function openDesk(t: TestContext, env: Readonly<Record<string, string>>) {
  const { app, fake, ask } = await startSampleApp(t, {
    more: {
      mcpServers: {
        desk: {
          ...{ command: process.execPath, args: [join(projectFolder, 'src/connectors/ticket-desk/serve.ts')] },
          env: { ...env, RT_TOKEN: env.RT_TOKEN ?? '' },
        },
      },
      connectors: { desk: { access: { channels: ['*'] }, tools: { trusted: true } } },
    },
  });
  app.connectors.start();
  await app.connectors.settled();
  await app.connectors.approve(await app.connectors.review('desk', never), 'ops');
  const store = pickTicketStore(env, { cwd: '/', now: Date.now }).store;
  t.after(() => store.stop());
  const told: TicketNews[] = [];
  let now = Date.parse('2026-11-30T09:00:00Z');
  const watch = createTicketWatch({
    ...{ tickets: app.records.tickets, desk: app.tickets, viewerFor: app.viewer, now: () => now, log: silentLog },
    tell: async (news) => {
      told.push(news);
      return 'told';
    },
  });
  const look = async () => {
    now += 3_600_000;
    await watch.run(never);
  };
  return { app, fake, ask, store, told, look };
}

async function handsOver(t: TestContext, env: Readonly<Record<string, string>>, key: string): Promise<void> {
  const { app, fake, ask, store, told, look } = await openDesk(t, env);
  const subject = `${input.subject} ${key}`;
  fake.reply(
    { content: [call('load_skill', { name: 'escalate-to-human' })] },
    { content: [call('search_policies', { query: 'desks for requests that no policy answers: People team Germany' })] },
    { content: [call(tool, { ...input, subject, idempotency_key: key })] },
  );
  const waiting = await ask('How long can a sabbatical be? Please open a ticket.', {
    person,
    place: 'C1',
    conversation,
  });
  assert.equal(waiting.status, 'awaiting_approval', waiting.text);
  const [request] = waiting.approvals ?? [];
  assert.ok(request !== undefined);
  assert.deepEqual([request.tool, request.title], [tool, 'Open a ticket (desk)']);
  assert.deepEqual(request.input, { ...input, subject, idempotency_key: key });
  assert.deepEqual(await found(store, subject), []);

  fake.reply(says([['People team Germany: people-de@larkmoor.example', 'people-de@larkmoor.example']]));
  const viewer = await app.viewer({ person, place: 'C1' });
  const yes = { approval: request.id, argsHash: request.argsHash, verdict: 'approve', viewer } as const;
  const [first, second] = await Promise.all(
    ['once', 'twice'].map((decision) => app.answers.decide({ ...yes, decision }, { signal: never })),
  );
  const given = [first, second].flatMap((each) => (each?.outcome === 'accepted' ? [each.answer] : []));
  assert.equal(given.length, 1);
  const [ticket, ...others] = await found(store, subject);
  assert.ok(ticket !== undefined && others.length === 0);
  assert.match(given[0]?.text ?? '', new RegExp(`Ticket ${ticket.id} \\(${ticket.status}`));

  await look();
  assert.equal(told.length, 0);
  await store.close(ticket.id, 'Twelve months at most.', never);
  await look();
  await look();
  const status = (await store.get(ticket.id, never))?.status ?? '';
  const news: Omit<TicketNews, 'key'>[] = told.map(({ key: _, ...each }) => each);
  assert.deepEqual(news, [
    {
      ...{ conversation, person, connector: 'desk', ticket: ticket.id, was: ticket.status, status },
      ...(ticket.url && { url: ticket.url }),
    },
  ]);
  const calls = await app.records.connectors.calls('desk', 10);
  assert.deepEqual(
    calls.map(({ tool: name, decision, approver, person: asker, end }) => [
      name,
      decision,
      approver,
      asker,
      end?.outcome,
    ]),
    [
      ['ticket_get', 'automatic', undefined, person, 'done'],
      ['ticket_get', 'automatic', undefined, person, 'done'],
      ['ticket_get', 'automatic', undefined, person, 'done'],
      ['ticket_create', 'approved', person, person, 'done'],
    ],
  );
}

function found(store: TicketStore, subject: string) {
  return store.search({ text: subject, limit: 5 }, never);
}

it('the hand-over opens one ticket after a yes, and the thread hears what becomes of it: a desk of its own', async (t) => {
  await handsOver(t, { TICKETS_FILE: join(temporaryFolder(t), 'tickets.sqlite') }, 'own');
});

it('and Request Tracker', { skip: withoutRequestTracker }, async (t) => {
  const { url, token } = await requestTracker();
  await handsOver(t, { RT_URL: url, RT_TOKEN: token }, 'tracker');
});
