import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openSlack, overBoth, rules, type Slack, wordsOf } from './open-slack.ts';

// What public reports say that other bots of this kind got wrong, each with its link: events and who is answered.

const answersIn = (slack: Slack, channel: string, thread: string) =>
  slack.server
    .view('UALICE', channel, thread)
    .messages.filter(({ from }) => from === 'U0BYLAW')
    .map(wordsOf);
const ignored = (slack: Slack) =>
  slack.log.lines.filter(({ event }) => event === 'slack.ignored').map(({ fields }) => fields.reason);

// https://github.com/slackapi/bolt-js/issues/2487
overBoth('1: an event that is delivered again is answered once', async (t, openSlack) => {
  const slack = await openSlack(t);
  await slack.startChat();
  const { ts, envelopes } = slack.server.say('UALICE', 'CHR', '@bylaw hello');
  const [event] = envelopes;
  assert.ok(event);
  await slack.server.send({ ...event, retryAttempt: 1 });
  await slack.log.until('slack.duplicate');
  await slack.log.until('slack.finished');
  await slack.server.send({ ...event, retryAttempt: 2 });
  await slack.log.until('slack.duplicate', 2);
  assert.deepEqual(answersIn(slack, 'CHR', ts), ['Answer to: hello']);
});

// https://github.com/slackapi/bolt-js/issues/2487
overBoth('1: a retry of what was never finished is answered', async (t, openSlack) => {
  const slack = await openSlack(t);
  const { ts, envelopes } = slack.server.say('UALICE', 'CHR', '@bylaw hello');
  const key = `T0HOME:CHR:${ts}`;
  const now = slack.clock.now();
  // Another process took it and died.
  await slack.records.questions.claim({ key, payload: '{}', owner: 'dead', leaseUntil: now, now });
  const ask = {
    kind: 'mention',
    key,
    user: 'UALICE',
    channel: 'CHR',
    ts,
    text: '<@U0BYLAW> hello',
    files: [],
    at: now,
  };
  await slack.records.questions.finish(key, { state: 'failed' });
  await slack.records.questions.prune(now + 1);
  await slack.records.questions.claim({ key, payload: JSON.stringify(ask), owner: 'dead', leaseUntil: now + 1, now });
  await slack.startChat();
  await slack.log.until('slack.duplicate');
  slack.clock.advance(1_000);
  for (const event of envelopes) await slack.server.send({ ...event, retryAttempt: 1 });
  await slack.log.until('slack.finished');
  assert.deepEqual(answersIn(slack, 'CHR', ts), ['Answer to: hello']);
});

// https://github.com/slackapi/node-slack-sdk/issues/2141
overBoth('2: one message under eleven event ids, and again a day later, is answered once', async (t, openSlack) => {
  const slack = await openSlack(t);
  const first = await slack.startChat();
  const { ts, envelopes } = slack.server.say('UALICE', 'CHR', '@bylaw hello');
  const copies = Array.from({ length: 10 }, (_, at) => ({
    type: 'events_api' as const,
    payload: { ...envelopes[0]?.payload, event_id: `EvCopy${at}` },
  }));
  await slack.server.send(...copies);
  await slack.log.until('slack.duplicate', 10);
  await slack.log.until('slack.finished');
  await first.stop();
  slack.clock.advance(24 * 3_600_000);
  await slack.startChat();
  await slack.server.send(...copies);
  await slack.log.until('slack.duplicate', 20);
  assert.deepEqual(answersIn(slack, 'CHR', ts), ['Answer to: hello']);
});

// https://github.com/jeremylongshore/claude-code-slack-channel/pull/8
for (const [order, random] of [
  ['the mention first', 0.9],
  ['the message first', 0.1],
] as const) {
  overBoth(`3: a mention that arrives as two events, ${order}, is answered once`, async (t, openSlack) => {
    const slack = await openSlack(t, { events: ['message.channels'], random: () => random });
    await slack.startChat();
    const first = slack.server.say('UALICE', 'CHR', '@bylaw hello');
    assert.equal(first.envelopes.length, 2);
    await slack.log.until('slack.duplicate');
    await slack.log.until('slack.finished');
    slack.server.say('UALICE', 'CHR', '@bylaw and then?', { thread: first.ts });
    await slack.log.until('slack.duplicate', 2);
    await slack.log.until('slack.finished', 2);
    assert.deepEqual(answersIn(slack, 'CHR', first.ts), ['Answer to: hello', 'Answer to: and then?']);
  });
}

// https://github.com/JJtmc1234/carl/issues/11
overBoth('3: a mention in a direct message that arrives as both events is answered once', async (t, openSlack) => {
  const slack = await openSlack(t);
  await slack.startChat();
  const { ts, envelopes } = slack.server.say('UALICE', 'DALICE', '@bylaw hello');
  const { channel_type: _, ...event } = { channel_type: '', ...Object(envelopes[0]?.payload.event) };
  const payload = { ...envelopes[0]?.payload, event_id: 'EvOther', event: { ...event, type: 'app_mention' } };
  await slack.server.send({ type: 'events_api', payload });
  await slack.log.until('slack.duplicate');
  await slack.log.until('slack.finished');
  assert.deepEqual(answersIn(slack, 'DALICE', ts), ['Answer to: hello']);
});

// https://github.com/openclaw/openclaw/pull/34859
overBoth('4: a message that was not addressed claims nothing, so its mention is answered', async (t, openSlack) => {
  const slack = await openSlack(t, { events: ['message.channels'] });
  await slack.startChat();
  const { ts, envelopes } = slack.server.say('UALICE', 'CHR', 'bylaw hello');
  await slack.log.until('slack.ignored');
  const event = { ...Object(envelopes[0]?.payload.event), type: 'app_mention', text: '<@U0BYLAW> hello' };
  await slack.server.send({ type: 'events_api', payload: { ...envelopes[0]?.payload, event_id: 'EvLater', event } });
  await slack.log.until('slack.finished');
  assert.deepEqual(answersIn(slack, 'CHR', ts), ['Answer to: hello']);
});

// https://github.com/vercel/chat/blob/main/packages/adapter-slack/CHANGELOG.md
overBoth('5: an event first seen as a retry is answered', async (t, openSlack) => {
  const slack = await openSlack(t);
  const release = slack.server.holdEvents();
  const { envelopes, ts } = slack.server.say('UALICE', 'CHR', '@bylaw hello');
  await slack.startChat();
  const sent = envelopes.map((event) => ({ ...event, retryAttempt: 1 }));
  slack.server.holdEvents()();
  await slack.server.send(...sent);
  await slack.log.until('slack.finished');
  assert.deepEqual(answersIn(slack, 'CHR', ts), ['Answer to: hello']);
  release();
});

// https://github.com/slackapi/bolt-js/issues/2496
test('6: while a connection is renewed no event is lost, nor late', async (t) => {
  const slack = await openSlack(t);
  await slack.startChat();
  await slack.server.until(() => slack.server.connections() === 2);
  slack.server.disconnect('refresh_requested');
  await slack.log.until('slack.disconnected');
  const started = performance.now();
  const { ts } = slack.server.say('UALICE', 'CHR', '@bylaw hello');
  await slack.log.until('slack.finished');
  assert.ok(performance.now() - started < 1_000);
  assert.deepEqual(answersIn(slack, 'CHR', ts), ['Answer to: hello']);
  await slack.server.until(() => slack.server.problems().length === 0);
});

// https://github.com/nearform/slack-knowledgebase-chatgpt-responder/issues/983
overBoth('7: links in an answer are not unfurled, and a change of its message is no question', async (t, openSlack) => {
  const slack = await openSlack(t, { events: ['message.channels'] });
  await slack.startChat();
  slack.answering.reply({ text: 'See https://example.com/leave' });
  const { ts } = slack.server.say('UALICE', 'CHR', '@bylaw hello');
  await slack.log.until('slack.finished');
  await slack.log.until('slack.ignored');
  const [post] = slack.server.state.messages.filter(({ botId }) => botId !== undefined);
  const message = { ...post, bot_id: 'B0BYLAW', text: '<@U0BYLAW> hello' };
  const hidden = { type: 'message', subtype: 'message_changed', hidden: true, channel: 'CHR', ts: '1764493200.000099' };
  const payload = { type: 'event_callback', team_id: 'T0HOME', event: { ...hidden, message } };
  await slack.server.send({ type: 'events_api', payload });
  await slack.log.until('slack.ignored', 2);
  assert.deepEqual(ignored(slack).sort(), ['edit_own', 'own']);
  assert.equal(answersIn(slack, 'CHR', ts).length, 1);
});

// https://github.com/slackapi/python-slack-sdk/issues/390, https://github.com/slackapi/hubot-slack/issues/447
overBoth('8: another bot is ignored, or answered so many times and no more', async (t, openSlack) => {
  const slack = await openSlack(t);
  await slack.startChat();
  const { ts } = slack.server.say('UDEPLOY', 'CHR', '@bylaw policy says unlimited');
  await slack.log.until('slack.ignored', 2);
  assert.deepEqual(ignored(slack), ['bot', 'bot']);
  assert.deepEqual(answersIn(slack, 'CHR', ts), []);
  assert.deepEqual(await slack.records.questions.unfinished(Number.MAX_SAFE_INTEGER), []);
});

// https://github.com/slackapi/hubot-slack/issues/447
overBoth('8: two bots that answer each other come to an end', async (t, openSlack) => {
  const slack = await openSlack(t);
  await slack.startChat({ rules: { ...rules, bots: ['BUDEPLOY'], botTurns: 2 } });
  const { ts } = slack.server.say('UDEPLOY', 'CHR', '@bylaw one');
  await slack.log.until('slack.finished');
  slack.server.say('UDEPLOY', 'CHR', '@bylaw two', { thread: ts });
  await slack.log.until('slack.finished', 2);
  slack.server.say('UDEPLOY', 'CHR', '@bylaw three', { thread: ts });
  await slack.log.when(() => ignored(slack).includes('bot_turns'));
  assert.deepEqual(answersIn(slack, 'CHR', ts), ['Answer to: one', 'Answer to: two']);
});

// https://github.com/vercel/chat/issues/171
overBoth(
  '9: a question with a file in a direct message is answered, the file named as not read',
  async (t, openSlack) => {
    const slack = await openSlack(t);
    await slack.startChat();
    const { ts } = slack.server.say('UALICE', 'DALICE', 'Is this allowed?', { files: ['contract_v2.pdf'] });
    await slack.log.until('slack.finished');
    assert.match(
      answersIn(slack, 'DALICE', ts)[0] ?? '',
      /^Answer to: Is this allowed\?.*not read.*contract\\_v2\.pdf/s,
    );
  },
);

// https://github.com/spacedriveapp/spacebot/issues/228
overBoth('9: a reply that also goes to the channel is answered', async (t, openSlack) => {
  const slack = await openSlack(t);
  await slack.startChat();
  const { ts } = slack.server.say('UBEN', 'CHR', 'Ada moves to Spain');
  slack.server.say('UALICE', 'CHR', '@bylaw how many days?', { thread: ts, broadcast: true });
  await slack.log.until('slack.finished');
  assert.deepEqual(answersIn(slack, 'CHR', ts), ['Answer to: how many days?']);
});
