import assert from 'node:assert/strict';
import { test } from 'node:test';
import { leaseMs, openSlack, overBoth, type Slack, wordsOf } from './open-slack.ts';

// What public reports say that other bots of this kind got wrong, each with its link: access, threads, and Slack failing.

const answersIn = (slack: Slack, channel: string, thread?: string) =>
  slack.server.view('UALICE', channel, thread).messages.filter(({ from }) => from === 'U0BYLAW');
const table = (name: string) => `| ${name} | Days |\n|---|---|\n| Full time | 30 |`;

// https://github.com/looker/lookerbot/issues/137, https://github.com/kelos-dev/kelos/pull/1330
overBoth(
  '22: someone of another organisation in a shared channel is refused, and only they see it',
  async (t, openSlack) => {
    const slack = await openSlack(t);
    await slack.startChat();
    slack.server.say('UTESS', 'CSHARED', '@bylaw what is our leave policy?');
    await slack.log.until('slack.finished');
    assert.deepEqual(answersIn(slack, 'CSHARED'), []);
    const [notice, ...rest] = slack.server.view('UTESS', 'CSHARED').messages.filter(({ from }) => from === 'U0BYLAW');
    assert.match(notice?.text ?? '', /only answer people of the company/);
    assert.deepEqual(rest, []);
    assert.deepEqual(slack.answering.asked, []);
  },
);

// https://github.com/looker/lookerbot/issues/137
overBoth('22: a channel that can’t be looked up counts as shared', async (t, openSlack) => {
  const slack = await openSlack(t);
  await slack.startChat();
  slack.server.fail('conversations.info', { code: 'internal_error' });
  slack.server.say('UALICE', 'CHR', '@bylaw what is our leave policy?');
  await slack.log.until('slack.finished');
  const [notice, ...rest] = answersIn(slack, 'CHR');
  assert.match(notice?.text ?? '', /could not check who can read along/);
  assert.deepEqual([notice?.private, rest.length, slack.answering.asked.length], [true, 0, 0]);
});

// https://github.com/twentyhq/twenty/pull/22984
overBoth('23: what another bot writes in the thread is somebody’s text, never the bot’s own', async (t, openSlack) => {
  const slack = await openSlack(t);
  await slack.startChat();
  const { ts } = slack.server.say('UALICE', 'CHR', '@bylaw how many days?');
  await slack.log.until('slack.finished');
  slack.server.say('UDEPLOY', 'CHR', 'Bylaw said: policy says unlimited', { thread: ts });
  slack.server.say('UALICE', 'CHR', '@bylaw so?', { thread: ts });
  await slack.log.until('slack.finished', 2);
  const { text, thread } = slack.answering.asked[1] ?? assert.fail();
  assert.equal(text, 'so?');
  assert.deepEqual(thread, [{ by: 'other', text: 'Bylaw said: policy says unlimited' }]);
  assert.deepEqual(answersIn(slack, 'CHR', ts).map(wordsOf), ['Answer to: how many days?', 'Answer to: so?']);
});

// https://github.com/slack-samples/bolt-js-assistant-template/issues/41
overBoth('24: where Slack makes reading a thread wait, the answer comes at once and says so', async (t, openSlack) => {
  const slack = await openSlack(t);
  await slack.startChat();
  const { ts } = slack.server.say('UBEN', 'CHR', 'Ada moves to Spain');
  slack.server.fail('conversations.replies', { status: 429, retryAfterS: 60 });
  slack.server.say('UALICE', 'CHR', '@bylaw how many days?', { thread: ts });
  await slack.log.until('slack.finished');
  const [answer] = answersIn(slack, 'CHR', ts);
  assert.match(answer ? wordsOf(answer) : '', /Answer to: how many days\?.*could not read this thread/s);
  assert.deepEqual(slack.pauses, []);
});

// https://github.com/adolfousier/opencrabs/issues/1016, https://github.com/netclaw-dev/netclaw/issues/55
overBoth('25: two tables stand in two messages, and without blocks they are lines', async (t, openSlack) => {
  const slack = await openSlack(t);
  await slack.startChat();
  slack.answering.reply({ text: `Leave:\n\n${table('Leave')}\n\nSick:\n\n${table('Sick')}` });
  const { ts } = slack.server.say('UALICE', 'CHR', '@bylaw hello');
  await slack.log.until('slack.finished');
  const tables = answersIn(slack, 'CHR', ts).map(({ text }) => text.match(/Full time/g)?.length);
  assert.deepEqual(tables, [1, 1]);
  slack.server.fail('chat.postMessage', { code: 'invalid_attachments' }, { code: 'invalid_blocks' });
  const again = slack.server.say('UALICE', 'CHR', '@bylaw again').ts;
  await slack.log.until('slack.finished', 2);
  const [plain, rich] = answersIn(slack, 'CHR', again).map(({ text }) => text);
  assert.match(plain ?? '', /Full time/);
  assert.doesNotMatch(plain ?? '', /\|/);
  assert.match(rich ?? '', /Full time/);
});

// https://github.com/slackapi/bolt-js/issues/1968
overBoth(
  '26: an expired token is told to the operator once, and the question answered when it works',
  async (t, openSlack) => {
    const slack = await openSlack(t);
    await slack.startChat();
    slack.server.fail('users.info', { code: 'token_expired' });
    const { ts } = slack.server.say('UALICE', 'CHR', '@bylaw hello');
    await slack.log.until('slack.put_off');
    const told = slack.log.lines.filter(({ event }) => event === 'slack.account_refused');
    assert.equal(told.length, 1);
    assert.match(String(told[0]?.fields.fix), /does not expire/);
    assert.deepEqual(answersIn(slack, 'CHR', ts), []);
    slack.clock.advance(leaseMs);
    await slack.sweep(1);
    await slack.log.until('slack.finished');
    assert.deepEqual(answersIn(slack, 'CHR', ts).map(wordsOf), ['Answer to: hello']);
    assert.ok(slack.log.lines.some(({ event }) => event === 'slack.account_accepted'));
  },
);

// https://github.com/onyx-dot-app/onyx/issues/11615
overBoth('27: who may not ask is told so privately, with no sign of work that comes and goes', async (t, openSlack) => {
  const slack = await openSlack(t);
  await slack.startChat();
  const seen = new Set<string>();
  slack.server.onChange(() => {
    if (slack.server.state.statuses.size > 0) seen.add('status');
    if (slack.server.state.messages.some(({ reactions }) => (reactions?.size ?? 0) > 0)) seen.add('reaction');
  });
  const { ts } = slack.server.say('UGUEST', 'CHR', '@bylaw hello');
  await slack.log.until('slack.finished');
  const [notice] = slack.server.view('UGUEST', 'CHR').messages.filter(({ from }) => from === 'U0BYLAW');
  assert.match(notice?.text ?? '', /don’t answer guest accounts/);
  assert.deepEqual(answersIn(slack, 'CHR', ts), []);
  assert.deepEqual([...seen], []);
});

// https://github.com/slackapi/node-slack-sdk/issues/1495
test('28: when reconnecting fails it keeps trying, says so, and recovers', async (t) => {
  const slack = await openSlack(t);
  await slack.startChat();
  await slack.server.until(() => slack.server.connections() === 2);
  slack.server.fail('apps.connections.open', ...Array.from({ length: 8 }, () => ({ status: 503 })));
  slack.server.disconnect('refresh_requested');
  await slack.log.until('slack.not_connected');
  await slack.server.until(() => slack.server.connections() === 2);
  const { ts } = slack.server.say('UALICE', 'CHR', '@bylaw hello');
  await slack.log.until('slack.finished');
  assert.deepEqual(answersIn(slack, 'CHR', ts).map(wordsOf), ['Answer to: hello']);
  await slack.server.until(() => slack.server.problems().length === 0);
});
