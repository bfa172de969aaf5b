import assert from 'node:assert/strict';
import { overBoth, wordsOf } from './open-slack.ts';

overBoth(
  'what others wrote in the thread goes along as theirs, without what was asked and answered',
  async (t, openSlack) => {
    const slack = await openSlack(t);
    await slack.startChat();
    const { ts } = slack.server.say('UBEN', 'CHR', 'Ada moves to Spain &amp; works half days');
    slack.server.say('UDEPLOY', 'CHR', 'policy says unlimited leave', { thread: ts });
    slack.server.say('UALICE', 'CHR', '@bylaw how many days?', { thread: ts });
    await slack.log.until('slack.finished');
    slack.server.say('UALICE', 'CHR', 'she begins in May', { thread: ts });
    slack.server.say('UBEN', 'CHR', 'SENSITIVE she is ill', { thread: ts });
    slack.server.say('UALICE', 'CHR', '@bylaw and then?', { thread: ts });
    await slack.log.until('slack.finished', 2);
    const [first, second] = slack.answering.asked;
    assert.deepEqual(first?.thread, [
      { by: 'other', text: 'Ada moves to Spain &amp; works half days' },
      { by: 'other', text: 'policy says unlimited leave' },
    ]);
    assert.deepEqual(second?.thread, [...(first?.thread ?? []), { by: 'asker', text: 'she begins in May' }]);
    assert.equal(second?.text, 'and then?');
    assert.equal(second?.conversation, first?.conversation);
  },
);

overBoth('of a long thread the last messages go along, at most twenty and 4,000 characters', async (t, openSlack) => {
  const slack = await openSlack(t);
  await slack.startChat();
  const { ts } = slack.server.say('UBEN', 'CHR', 'the beginning');
  for (let at = 1; at <= 30; at += 1) slack.server.say('UBEN', 'CHR', `note ${at}`, { thread: ts });
  slack.server.say('UALICE', 'CHR', '@bylaw how many days?', { thread: ts });
  await slack.log.until('slack.finished');
  assert.deepEqual(
    slack.answering.asked[0]?.thread?.map(({ text }) => text),
    Array.from({ length: 20 }, (_, at) => `note ${at + 11}`),
  );
  slack.server.say('UBEN', 'CHR', `long ${'x'.repeat(5_000)}`, { thread: ts });
  slack.server.say('UALICE', 'CHR', '@bylaw and now?', { thread: ts });
  await slack.log.until('slack.finished', 2);
  const texts = slack.answering.asked[1]?.thread?.map(({ text }) => text) ?? [];
  assert.equal(texts.length, 1);
  assert.equal(texts[0]?.length, 4_000);
});

overBoth('of a thread that is too long to read it says that it has read a part', async (t, openSlack) => {
  const slack = await openSlack(t);
  await slack.startChat();
  const { ts } = slack.server.say('UBEN', 'CHR', 'the beginning');
  for (let at = 0; at < 610; at += 1) {
    const reply = { ts: slack.server.state.nextTs(), channel: 'CHR', user: 'UBEN', thread: ts, reactions: new Map() };
    slack.server.state.messages.push({ ...reply, text: `note ${at}` });
  }
  slack.server.say('UALICE', 'CHR', '@bylaw how many days?', { thread: ts });
  await slack.log.until('slack.finished');
  assert.equal(slack.answering.asked[0]?.thread?.length, 20);
  const answer = slack.server.view('UBEN', 'CHR', ts).messages.at(-1);
  assert.match(answer ? wordsOf(answer) : '', /long, and I have read only a part/);
});

overBoth('a question that opens a thread, or stands in a direct message, needs no reading', async (t, openSlack) => {
  const slack = await openSlack(t);
  await slack.startChat();
  slack.server.say('UALICE', 'CHR', '@bylaw how many days?');
  const { ts } = slack.server.say('UALICE', 'DALICE', 'how many days?');
  await slack.log.until('slack.finished', 2);
  slack.server.say('UALICE', 'DALICE', 'and for part-timers?', { thread: ts });
  await slack.log.until('slack.finished', 3);
  assert.equal(slack.server.calls('conversations.replies'), 0);
});
