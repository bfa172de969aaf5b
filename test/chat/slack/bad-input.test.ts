import assert from 'node:assert/strict';
import { test } from 'node:test';
import { leaseMs, openSlack, overBoth, type Slack, wordsOf } from './open-slack.ts';

const answerFailures = (slack: Slack) => slack.log.lines.filter(({ event }) => event === 'slack.answer_failed');
const directly = (slack: Slack) => slack.server.view('UALICE', 'DALICE').messages.map(wordsOf);

overBoth('events of unknown types and shapes are acknowledged and change nothing', async (t, openSlack) => {
  const slack = await openSlack(t);
  await slack.startChat();
  for (const event of [
    { type: 'message' },
    { type: 'message', channel: { id: 'CHR' }, ts: 1, text: null },
    { type: 'app_mention', channel: 'CHR', ts: '1.000001', text: ['<@U0BYLAW> hi'] },
    { type: 'agent_session_stopped', channel: 'CHR' },
    { type: 'member_joined_channel', user: 7 },
    { type: 'message', subtype: 'message_changed', channel: 'CHR' },
    { type: 'surprise', item: 'x' },
  ]) {
    await slack.server.send({ type: 'events_api', payload: { type: 'event_callback', team_id: 'T0HOME', event } });
  }
  const { ts } = slack.server.say('UALICE', 'CHR', '@bylaw hello');
  await slack.log.until('slack.finished');
  assert.equal(slack.server.view('UALICE', 'CHR', ts).messages.length, 2);
  await slack.server.until(() => slack.server.problems().length === 0);
});

test('an envelope that Slack’s own client could not read is acknowledged, and the process goes on', async (t) => {
  const slack = await openSlack(t);
  await slack.startChat();
  for (const payload of [{}, { event: null }, { event: {} }, { event: { type: 7 } }]) {
    await slack.server.send({ type: 'events_api', payload });
  }
  await slack.server.send({ type: 'slash_commands', payload: { text: 'x' } });
  await slack.log.until('slack.malformed', 5);
  slack.server.say('UALICE', 'CHR', '@bylaw hello');
  await slack.log.until('slack.finished');
});

overBoth('a command whose address Slack takes no more answers from is told directly', async (t, openSlack) => {
  const slack = await openSlack(t);
  await slack.startChat();
  const release = slack.answering.hold();
  await slack.server.command('UALICE', 'CHR', '/policy hello');
  await slack.answering.until(1);
  slack.clock.advance(31 * 60_000);
  release();
  await slack.log.until('slack.finished');
  assert.match(directly(slack)[0] ?? '', /could not show you my answer.*ask me here/s);
});

for (const fault of [{ status: 503 }, { drop: true }] as const) {
  overBoth(
    `a private answer that Slack took and did not confirm (${JSON.stringify(fault)}) stays, and is not sent again`,
    async (t, openSlack) => {
      const slack = await openSlack(t);
      await slack.startChat();
      slack.server.fail('response', { ...fault, applied: true });
      await slack.server.command('UALICE', 'CHR', '/policy hello');
      await slack.log.until('slack.finished');
      const seen = slack.server.view('UALICE', 'CHR').messages.map(wordsOf);
      assert.equal(seen.filter((text) => text === 'Answer to: hello').length, 1);
      assert.equal(seen.filter((text) => /If you see no answer to it, please ask again/.test(text)).length, 1);
      assert.equal(answerFailures(slack).length, 1);
    },
  );
}

for (const [what, act] of [
  ['the bot is removed from the channel', (slack: Slack) => slack.server.kick('U0BYLAW', 'CHR')],
  ['the channel is deleted', (slack: Slack) => slack.server.deleteChannel('CHR')],
] as const) {
  overBoth(
    `when ${what} in the middle of an answer, the asker is told directly and the operator once`,
    async (t, openSlack) => {
      const slack = await openSlack(t);
      await slack.startChat();
      const release = slack.answering.hold();
      slack.server.say('UALICE', 'CHR', '@bylaw hello');
      await slack.answering.until(1);
      act(slack);
      release();
      await slack.log.until('slack.finished');
      assert.match(directly(slack)[0] ?? '', /could not answer in the channel where you asked/);
      assert.equal(answerFailures(slack).length, 1);
    },
  );
}

overBoth('a status shows before anything slow is done, and not at all for who is refused', async (t, openSlack) => {
  const slack = await openSlack(t);
  await slack.startChat();
  const { ts } = slack.server.say('UBEN', 'CHR', 'Ada moves to Spain');
  const read = Promise.withResolvers<void>();
  slack.server.fail('conversations.replies', { applied: true, hold: read.promise });
  slack.server.say('UALICE', 'CHR', '@bylaw hello', { thread: ts });
  await slack.server.until(() => slack.server.view('UALICE', 'CHR', ts).status !== undefined);
  assert.deepEqual(slack.answering.asked, []);
  read.resolve();
  await slack.log.until('slack.finished');
  const before = slack.server.calls('assistant.threads.setStatus');
  slack.server.say('UGUEST', 'CHR', '@bylaw hello');
  await slack.log.until('slack.refused');
  assert.equal(slack.server.calls('assistant.threads.setStatus'), before);
});

overBoth(
  'an answer that Slack never takes is given up after many tries: the asker is told, and the operator',
  async (t, openSlack) => {
    const slack = await openSlack(t);
    await slack.startChat();
    slack.server.fail('chat.postMessage', ...Array.from({ length: 100 }, () => ({ code: 'internal_error' })));
    slack.server.say('UALICE', 'CHR', '@bylaw hello');
    const ended = () =>
      slack.log.lines.filter(({ event }) => event === 'slack.put_off' || event === 'slack.finished').length;
    await slack.log.when(() => ended() === 1);
    for (let tries = 2; answerFailures(slack).length === 0; tries += 1) {
      slack.clock.advance(11 * leaseMs);
      await slack.sweep(1);
      await slack.log.when(() => ended() === tries);
    }
    const [, notice, ...rest] = slack.server.view('UALICE', 'CHR').messages.map(wordsOf);
    assert.match(notice ?? '', /could not answer your question.*ask again/);
    assert.deepEqual([rest.length, answerFailures(slack).length, slack.answering.asked.length], [0, 1, 1]);
  },
);
