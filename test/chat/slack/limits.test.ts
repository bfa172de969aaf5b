import assert from 'node:assert/strict';
import { overBoth, rules } from './open-slack.ts';

overBoth(
  'who has asked enough within an hour is told so privately each time, and answered after it',
  async (t, openSlack) => {
    const slack = await openSlack(t);
    await slack.startChat({ rules: { ...rules, perPersonHourly: 2 } });
    for (const times of [1, 2, 3, 4]) {
      slack.server.say('UALICE', 'CHR', '@bylaw hello');
      await slack.log.until('slack.finished', times);
    }
    assert.equal(slack.answering.asked.length, 2);
    assert.deepEqual(
      slack.server.state.ephemerals.map(({ user }) => user),
      ['UALICE', 'UALICE'],
    );
    for (const { text } of slack.server.state.ephemerals) assert.match(text, /asked as many questions/);
    await slack.server.command('UALICE', 'CHR', '/policy hello');
    await slack.log.until('slack.finished', 5);
    assert.match(slack.server.state.ephemerals.at(-1)?.text ?? '', /asked as many questions/);
    slack.server.say('UBEN', 'CHR', '@bylaw hello');
    await slack.log.until('slack.finished', 6);
    assert.equal(slack.answering.asked.length, 3);
    slack.clock.advance(3_600_001);
    slack.server.say('UALICE', 'CHR', '@bylaw hello');
    await slack.log.until('slack.finished', 7);
    assert.equal(slack.answering.asked.length, 4);
  },
);

overBoth('questions that are asked at the same time count too', async (t, openSlack) => {
  const slack = await openSlack(t);
  await slack.startChat({ rules: { ...rules, perPersonHourly: 2 } });
  const release = slack.answering.hold();
  for (let asked = 0; asked < 4; asked += 1) slack.server.say('UALICE', 'CHR', '@bylaw hello');
  await slack.log.until('slack.refused', 2);
  release();
  await slack.log.until('slack.finished', 4);
  assert.equal(slack.answering.asked.length, 2);
});

overBoth('while the bot is paused whoever asks is told so, and whom to turn to is still said', async (t, openSlack) => {
  const slack = await openSlack(t);
  await slack.startChat();
  await slack.records.flags.set('paused', 'yes', 'UBEN', slack.clock.now());
  slack.server.say('UALICE', 'CHR', '@bylaw hello');
  await slack.log.until('slack.finished');
  assert.match(slack.server.state.ephemerals[0]?.text ?? '', /I am paused/);
  slack.server.say('UALICE', 'CHR', '@bylaw SENSITIVE');
  await slack.log.until('slack.finished', 2);
  assert.deepEqual(slack.answering.referred, ['health']);
  await slack.records.flags.clear('paused');
  slack.server.say('UALICE', 'CHR', '@bylaw hello');
  await slack.log.until('slack.finished', 3);
  assert.equal(slack.answering.asked.length, 1);
});
