import assert from 'node:assert/strict';
import { leaseMs, overBoth, type Slack, wordsOf } from './open-slack.ts';

const said = (slack: Slack, channel: string, thread: string) =>
  slack.server
    .view('UALICE', channel, thread)
    .messages.filter(({ from }) => from === 'U0BYLAW')
    .map(wordsOf);

overBoth('a stop aborts the answer at once, says so in the thread, and leaves nothing behind', async (t, openSlack) => {
  const slack = await openSlack(t);
  await slack.startChat();
  slack.answering.hold();
  const { ts } = slack.server.say('UALICE', 'CHR', '@bylaw hello');
  await slack.server.until(() => slack.server.state.sessions.get(`CHR:${ts}`)?.status === 'processing');
  slack.server.stop('UALICE', 'CHR', ts);
  await slack.log.until('slack.stopped');
  await slack.server.until(() => said(slack, 'CHR', ts).length === 1);
  assert.deepEqual(said(slack, 'CHR', ts), ['Stopped.']);
  assert.equal(slack.server.state.sessions.get(`CHR:${ts}`)?.status, 'active');
  assert.equal((await slack.records.questions.get(`T0HOME:CHR:${ts}`))?.state, 'refused');
  await slack.server.until(() => slack.server.problems().length === 0);
  slack.answering.hold()();
  slack.server.say('UALICE', 'CHR', '@bylaw again', { thread: ts });
  await slack.log.until('slack.finished');
  assert.deepEqual(said(slack, 'CHR', ts), ['Stopped.', 'Answer to: again']);
});

overBoth('a second stop does nothing, nor does one when nothing is under way', async (t, openSlack) => {
  const slack = await openSlack(t);
  await slack.startChat();
  slack.answering.hold();
  const { ts } = slack.server.say('UALICE', 'CHR', '@bylaw hello');
  await slack.server.until(() => slack.server.state.sessions.get(`CHR:${ts}`)?.status === 'processing');
  const { envelopes } = slack.server.stop('UALICE', 'CHR', ts);
  await slack.server.send(...envelopes);
  await slack.log.until('slack.stopped', 2);
  await slack.server.send(...envelopes);
  await slack.log.until('slack.stopped', 3);
  await slack.server.until(() => said(slack, 'CHR', ts).length > 0);
  assert.deepEqual(said(slack, 'CHR', ts), ['Stopped.']);
});

overBoth(
  'a stop reaches what a process that died has left, so that the next does not answer it',
  async (t, openSlack) => {
    const slack = await openSlack(t);
    await slack.startChat();
    const { ts } = slack.server.say('UALICE', 'CHR', 'hello');
    const key = `T0HOME:CHR:${ts}`;
    const ask = {
      kind: 'mention',
      key,
      user: 'UALICE',
      channel: 'CHR',
      ts,
      text: '<@U0BYLAW> hello',
      files: [],
      at: 1,
    };
    const now = slack.clock.now();
    const claim = { key, payload: JSON.stringify(ask), owner: 'dead', leaseUntil: now + leaseMs, now };
    await slack.records.questions.claim(claim);
    const payload = { event: { type: 'agent_session_stopped', channel: 'CHR', user: 'UALICE', thread_ts: ts } };
    await slack.server.send({ type: 'events_api', payload });
    await slack.server.until(() => said(slack, 'CHR', ts).length === 1);
    slack.clock.advance(leaseMs);
    await slack.sweep(1);
    await slack.sweep(1);
    assert.deepEqual(said(slack, 'CHR', ts), ['Stopped.']);
    assert.equal(slack.answering.asked.length, 0);
  },
);
