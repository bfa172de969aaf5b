import assert from 'node:assert/strict';
import { join } from 'node:path';
import process from 'node:process';
import { it } from 'node:test';
import { pickTicketStore } from '../../../src/connectors/ticket-desk/pick-ticket-store.ts';
import { createTicketWatch } from '../../../src/connectors/ticket-watch.ts';
import { startSampleApp } from '../../answer/sample-app.ts';
import { call, says } from '../../answer/sample-replies.ts';
import { requestTracker, withoutRequestTracker } from '../../support/request-tracker.ts';
import { projectFolder, temporaryFolder } from '../../support/run-bylaw.ts';
import { openSlack, wordsOf } from './open-slack.ts';

const never = new AbortController().signal;
const subject = 'How long can a sabbatical be, in Slack?';

it('a hand-over in Slack: the skill, a yes, a ticket in Request Tracker (or a file), and its change in the thread', async (t) => {
  const tracker = withoutRequestTracker ? undefined : await requestTracker();
  const env: Record<string, string> =
    tracker === undefined
      ? { TICKETS_FILE: join(temporaryFolder(t), 'tickets.sqlite') }
      : { RT_URL: tracker.url, RT_TOKEN: tracker.token };
  const { app, fake } = await startSampleApp(t, {
    more: {
      mcpServers: {
        desk: { command: process.execPath, args: [join(projectFolder, 'src/connectors/ticket-desk/serve.ts')], env },
      },
      connectors: { desk: { access: { channels: ['*'] }, tools: { trusted: true } } },
    },
  });
  app.connectors.start();
  await app.connectors.settled();
  await app.connectors.approve(await app.connectors.review('desk', never), 'ops');
  const slack = await openSlack(t);
  const chat = await slack.startChat({
    records: app.records,
    answers: app.answers,
    viewerFor: (who) => app.viewer(who),
  });
  const { store } = pickTicketStore(env, { cwd: '/', now: Date.now });
  t.after(() => store.stop());
  const tickets = () => store.search({ text: subject, limit: 5 }, never);

  fake.reply(
    { content: [call('load_skill', { name: 'escalate-to-human' })] },
    { content: [call('search_policies', { query: 'desks for requests that no policy answers: People team Germany' })] },
    { content: [call('mcp__desk__ticket_create', { subject, text: 'Please help.', idempotency_key: 'slack' })] },
    says([['People team Germany: people-de@larkmoor.example', 'people-de@larkmoor.example']]),
  );
  const { ts: thread } = slack.server.say(
    'UALICE',
    'CHR',
    '@bylaw How long can a sabbatical be? Open a ticket please.',
  );
  const seen = () => slack.server.view('UALICE', 'CHR', thread).messages;
  const approve = () =>
    seen()
      .flatMap(({ ts, buttons }) => buttons.map((button) => ({ channel: 'CHR', ts, ...button })))
      .find(({ text }) => text === 'Approve');
  await slack.server.until(() => approve() !== undefined);
  assert.deepEqual(await tickets(), []);
  const yes = approve() ?? assert.fail();
  await slack.server.press('UALICE', { ...yes, channel: 'CHR', ts: yes.ts });
  await slack.server.until(() => seen().some((message) => /Ticket \d+ \(/.test(wordsOf(message))));
  const [ticket, ...others] = await tickets();
  assert.ok(ticket !== undefined && others.length === 0);

  let now = slack.clock.now();
  const watch = createTicketWatch({
    ...{ tickets: app.records.tickets, desk: app.tickets, viewerFor: app.viewer, now: () => now, log: slack.log },
    tell: async (news, signal) => (await chat.tellOfTicket?.(news, signal)) ?? 'gone',
  });
  await store.close(ticket.id, 'Twelve months at most.', never);
  for (let round = 0; round < 3; round += 1) {
    now += 3_600_000;
    await watch.run(never);
  }
  const status = (await store.get(ticket.id, never))?.status;
  const told = seen()
    .map(wordsOf)
    .filter((text) => text.includes(`Ticket ${ticket.id} is now “${status}” (it was “${ticket.status}”).`));
  assert.equal(told.length, 1);
});
