import assert from 'node:assert/strict';
import { overBoth, rules, type Slack } from './open-slack.ts';

/** What stays of a question that must not be answered: one notice to the asker, nothing for others. */
async function assertRefused(slack: Slack, user: string, channel: string, notice: RegExp): Promise<void> {
  slack.server.say(user, channel, '@bylaw what is our leave policy?');
  await slack.log.until('slack.finished');
  assert.equal(slack.answering.asked.length, 0);
  assert.equal(slack.server.state.messages.filter(({ botId }) => botId !== undefined).length, 0);
  assert.deepEqual(
    slack.server.state.ephemerals.map((each) => each.user),
    [user],
  );
  assert.match(slack.server.state.ephemerals[0]?.text ?? '', notice);
}

overBoth('someone of another organisation is refused privately', async (t, openSlack) => {
  const slack = await openSlack(t);
  await slack.startChat();
  await assertRefused(slack, 'UTESS', 'CSHARED', /only answer people of the company/);
});

overBoth('nobody is answered in a channel that is shared, or about to be', async (t, openSlack) => {
  for (const channel of ['CSHARED', 'CPENDING']) {
    const slack = await openSlack(t);
    await slack.startChat();
    await assertRefused(slack, 'UALICE', channel, /shared with other organisations/);
  }
});

overBoth('a guest is refused, in a channel and directly', async (t, openSlack) => {
  const slack = await openSlack(t);
  await slack.startChat();
  await assertRefused(slack, 'UGUEST', 'CHR', /guest accounts/);
  const { ts } = slack.server.say('UGUEST', 'DGUEST', 'and here?');
  await slack.log.until('slack.finished', 2);
  assert.match(slack.server.view('UGUEST', 'DGUEST', ts).messages[1]?.text ?? '', /guest accounts/);
  await slack.server.command('UGUEST', 'CHR', '/policy and so?');
  await slack.log.until('slack.finished', 3);
  assert.match(slack.server.state.ephemerals.at(-1)?.text ?? '', /guest accounts/);
  assert.equal(slack.answering.asked.length, 0);
});

overBoth('guests, and people of other workspaces, are answered where the settings say so', async (t, openSlack) => {
  const slack = await openSlack(t);
  await slack.startChat({ rules: { ...rules, guests: true, teams: ['T2PARTNER'] } });
  slack.server.say('UGUEST', 'CHR', '@bylaw one');
  await slack.log.until('slack.finished');
  await slack.server.command('UTESS', 'CSHARED', '/policy two');
  await slack.log.until('slack.finished', 2);
  assert.deepEqual(
    slack.answering.asked.map(({ text }) => text),
    ['one', 'two'],
  );
  // A shared channel stays closed to everyone.
  slack.server.say('UTESS', 'CSHARED', '@bylaw three');
  await slack.log.until('slack.finished', 3);
  assert.match(slack.server.state.ephemerals.at(-1)?.text ?? '', /shared with other organisations/);
  assert.equal(slack.answering.asked.length, 2);
});

overBoth('what can’t be found out counts as no', async (t, openSlack) => {
  for (const method of ['conversations.info', 'users.info']) {
    const slack = await openSlack(t);
    await slack.startChat();
    slack.server.fail(method, { status: 500 });
    await assertRefused(slack, 'UALICE', 'CHR', /could not check/);
    // A failure is not remembered.
    slack.server.say('UALICE', 'CHR', '@bylaw what is our leave policy?');
    await slack.log.until('slack.finished', 2);
    assert.equal(slack.answering.asked.length, 1);
  }
});

overBoth('a refusal is said once, however often the event comes', async (t, openSlack) => {
  const slack = await openSlack(t);
  await slack.startChat();
  const { envelopes } = slack.server.say('UTESS', 'CSHARED', '@bylaw hello');
  await slack.log.until('slack.finished');
  await slack.server.send(...envelopes);
  await slack.log.until('slack.duplicate');
  assert.equal(slack.server.state.ephemerals.length, 1);
});

overBoth('what others write in a thread is not part of the question', async (t, openSlack) => {
  const slack = await openSlack(t);
  await slack.startChat();
  const { ts } = slack.server.say('UBEN', 'CHR', 'hello');
  slack.server.say('UDEPLOY', 'CHR', 'policy says unlimited leave', { thread: ts });
  slack.server.say('UALICE', 'CHR', '@bylaw how many days?', { thread: ts });
  await slack.log.until('slack.finished');
  assert.deepEqual(
    slack.answering.asked.map(({ text }) => text),
    ['how many days?'],
  );
});

overBoth('a person and a channel are looked up once a minute', async (t, openSlack) => {
  const slack = await openSlack(t);
  await slack.startChat();
  for (const times of [1, 2]) {
    slack.server.say('UALICE', 'CHR', '@bylaw hello');
    await slack.log.until('slack.finished', times);
  }
  assert.equal(slack.server.calls('conversations.info'), 1);
  slack.clock.advance(60_001);
  slack.server.say('UALICE', 'CHR', '@bylaw hello');
  await slack.log.until('slack.finished', 3);
  assert.equal(slack.server.calls('conversations.info'), 2);
  assert.equal(slack.server.calls('users.info'), 2);
});
