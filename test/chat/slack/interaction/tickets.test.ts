import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { type ConnectorCall, createTicketConnector } from '../../../../src/connectors/ticket-connector.ts';
import { createSqliteTickets } from '../../../../src/connectors/ticket-desk/sqlite-tickets.ts';
import type { TicketStore } from '../../../../src/connectors/ticket-desk/ticket-store.ts';
import { createTicketWatch } from '../../../../src/connectors/ticket-watch.ts';
import { BylawError } from '../../../../src/errors.ts';
import type { OpenedTicket } from '../../../../src/records/records.ts';
import { overBoth, type Slack, wordsOf } from '../open-slack.ts';

const never = new AbortController().signal;
const hourMs = 3_600_000;
const people = { topics: { leave: ['UBEN'] } };
const settings = { people, admins: [], remembers: false, timezone: 'UTC' };

/** A desk in a file, as the rules of connectors let people reach it. */
function openDesk(t: TestContext, slack: Slack) {
  const store: TicketStore = createSqliteTickets({ file: join(slack.folder, 'tickets.sqlite'), now: Date.now });
  t.after(() => store.stop());
  let isDown = false;
  const agreed: (string | undefined)[] = [];
  const tickets = createTicketConnector({
    offered: ({ place }) =>
      place === 'CGENERAL'
        ? []
        : ['ticket_create', 'ticket_get'].map((tool) => ({
            ...{ connector: 'desk', tool, recipient: 'IT, ourselves' },
            prepare: (input: unknown) => JSON.parse(JSON.stringify(input).replaceAll('secret', '[hidden]')),
          })),
    call: async ({ tool, input, agreedBy, signal }: ConnectorCall) => {
      if (isDown) throw new BylawError('connector_failed', 'The desk does not answer.');
      if (tool === 'ticket_get') return store.get(String(input.id), signal);
      agreed.push(agreedBy);
      const [subject, text, idempotencyKey] = [input.subject, input.text, input.idempotency_key].map(String);
      return store.create({ subject: subject ?? '', text: text ?? '', idempotencyKey: idempotencyKey ?? '' }, signal);
    },
  });
  const all = () => store.search({ text: '', limit: 10 }, never);
  const fail = (down: boolean) => {
    isDown = down;
  };
  const opened = (ticket: OpenedTicket) => slack.records.tickets.watch(ticket, slack.clock.now());
  return { store, tickets: { ...tickets, opened }, agreed, all, fail };
}

async function ask(slack: Slack): Promise<string> {
  slack.answering.reply({ status: 'not_found', text: 'I do not know.' });
  const { ts } = slack.server.say('UALICE', 'CHR', '@bylaw How long can a secret sabbatical be?');
  await slack.log.until('slack.finished');
  return ts;
}

function buttonIn(slack: Slack, user: string, channel: string, thread: string | undefined, text: string) {
  const { messages } = slack.server.view(user, channel, thread);
  const found = messages.flatMap(({ ts, buttons }) => buttons.map((button) => ({ ts, ...button })));
  const button = found.find((each) => each.text === text);
  assert.ok(button, `${text} among ${found.map((each) => each.text).join(', ')}`);
  return { channel, ts: button.ts, actionId: button.actionId, value: button.value };
}

const privates = (slack: Slack, user: string, thread?: string) =>
  slack.server
    .view(user, 'CHR', thread)
    .messages.filter((each) => each.private)
    .map(wordsOf);
const open = (slack: Slack, thread: string) =>
  slack.server
    .view('UBEN', 'CHR', thread)
    .messages.filter((each) => !each.private)
    .map(wordsOf)
    .filter((text) => text.includes('Ticket 1'));

overBoth(
  'asking a person opens a ticket after the yes to what is shown, and the thread hears of it',
  async (t, openSlack) => {
    const slack = await openSlack(t);
    const desk = openDesk(t, slack);
    const chat = await slack.startChat({ settings, tickets: desk.tickets });
    const thread = await ask(slack);
    await slack.server.press('UALICE', buttonIn(slack, 'UALICE', 'CHR', thread, 'Ask a person'));
    await slack.server.until(() => privates(slack, 'UALICE', thread).length === 1);
    const [shown = ''] = privates(slack, 'UALICE', thread);
    assert.match(shown, /This would be sent to IT, ourselves/);
    assert.match(shown, /How long can a \[hidden\] sabbatical be\?/);
    assert.match(shown, /Asked in Slack by UALICE\. No policy answered it\./);
    assert.deepEqual([await desk.all(), privates(slack, 'UBEN', thread)], [[], []]);

    const yes = buttonIn(slack, 'UALICE', 'CHR', thread, 'Open the ticket');
    await Promise.all([slack.server.press('UALICE', yes), slack.server.press('UALICE', yes)]);
    await slack.server.until(() => privates(slack, 'UALICE', thread).length === 2);
    assert.deepEqual(
      (await desk.all()).map(({ id }) => id),
      ['1'],
    );
    assert.deepEqual(new Set(desk.agreed), new Set(['UALICE']));
    assert.deepEqual(open(slack, thread), ['Ticket 1 is open (open). I will tell here what becomes of it.']);

    let now = slack.clock.now();
    const watch = createTicketWatch({
      ...{ tickets: slack.records.tickets, desk: desk.tickets, now: () => now, log: slack.log },
      viewerFor: (asker) => ({ audienceKeys: ['everyone'], on: '2026-11-30', ...asker }),
      tell: async (news, signal) => (await chat.tellOfTicket?.(news, signal)) ?? 'gone',
    });
    await desk.store.close('1', undefined, never);
    now += hourMs;
    await watch.run(never);
    now += hourMs;
    await watch.run(never);
    assert.deepEqual(open(slack, thread).slice(1), ['Ticket 1 is now “closed” (it was “open”).']);

    // As after a kill between posting it and noting that.
    await chat.tellOfTicket?.(
      {
        ...{ key: 'ticket:desk:1:1', conversation: `slack:CHR:${thread}`, ticket: '1', connector: 'desk' },
        ...{ was: 'open', status: 'closed' },
      },
      never,
    );
    assert.equal(open(slack, thread).length, 2);
    assert.deepEqual(slack.server.problems({ mayPing: [] }), []);
  },
);

overBoth('a desk that fails is named, and pressing again opens one ticket', async (t, openSlack) => {
  const slack = await openSlack(t);
  const desk = openDesk(t, slack);
  await slack.startChat({ settings, tickets: desk.tickets });
  const thread = await ask(slack);
  await slack.server.press('UALICE', buttonIn(slack, 'UALICE', 'CHR', thread, 'Ask a person'));
  await slack.server.until(() => privates(slack, 'UALICE', thread).length === 1);
  const yes = buttonIn(slack, 'UALICE', 'CHR', thread, 'Open the ticket');
  desk.fail(true);
  await slack.server.press('UALICE', yes);
  await slack.server.until(() => privates(slack, 'UALICE', thread).length === 2);
  assert.match(privates(slack, 'UALICE', thread)[1] ?? '', /could not be opened\. The desk does not answer\./);
  desk.fail(false);
  await slack.server.press('UALICE', yes);
  await slack.log.until('ticket.opened');
  await slack.server.until(() => open(slack, thread).length === 1);
  assert.equal((await desk.all()).length, 1);
});

overBoth('a ticket of a private question is told of in private', async (t, openSlack) => {
  const slack = await openSlack(t);
  const desk = openDesk(t, slack);
  const chat = await slack.startChat({ settings, tickets: desk.tickets });
  slack.answering.reply({ status: 'not_found', text: 'I do not know.' });
  await slack.server.command('UALICE', 'CHR', '/policy How long can a sabbatical be?');
  await slack.log.until('slack.finished');
  await slack.server.press('UALICE', buttonIn(slack, 'UALICE', 'CHR', undefined, 'Ask a person'));
  await slack.server.until(() => privates(slack, 'UALICE').some((text) => text.includes('would be sent')));
  await slack.server.press('UALICE', buttonIn(slack, 'UALICE', 'CHR', undefined, 'Open the ticket'));
  await slack.server.until(() => privates(slack, 'UALICE').some((text) => text.includes('Ticket 1 is open')));
  const [watched] = await slack.records.tickets.watched();
  assert.ok(watched !== undefined);
  const news = { ...watched, key: 'k', was: 'open', status: 'closed' };
  assert.equal(await chat.tellOfTicket?.(news, never), 'told');
  assert.equal(await chat.tellOfTicket?.(news, never), 'told');
  assert.deepEqual(slack.server.view('UALICE', 'DALICE').messages.map(wordsOf), [
    'Ticket 1 is now “closed” (it was “open”).',
  ]);
  assert.equal(slack.server.view('UBEN', 'CHR').messages.length, 0);
});
