import assert from 'node:assert/strict';
import { overBoth, rules, type Slack } from './open-slack.ts';

const asked = (slack: Slack) => slack.answering.asked.map(({ text }) => text);
const reasons = (slack: Slack) =>
  slack.log.lines.filter(({ event }) => event === 'slack.ignored').map(({ fields }) => fields.reason);

overBoth(
  'by default a channel is answered on a mention only, also in a thread that was asked in',
  async (t, openSlack) => {
    const slack = await openSlack(t);
    await slack.startChat();
    const { ts } = slack.server.say('UALICE', 'CHR', '@bylaw first');
    await slack.log.until('slack.finished');
    slack.server.say('UALICE', 'CHR', 'and for part-timers?', { thread: ts });
    slack.server.say('UBEN', 'CHR', 'how much leave is there?');
    await slack.log.when(() => reasons(slack).filter((reason) => reason === 'not_addressed').length === 2);
    assert.deepEqual(asked(slack), ['first']);
  },
);

overBoth(
  'with follow-ups the person who asked goes on without a mention, and nobody else does',
  async (t, openSlack) => {
    const slack = await openSlack(t);
    await slack.startChat({ rules: { ...rules, channels: { CHR: 'followups' } } });
    const { ts } = slack.server.say('UALICE', 'CHR', '@bylaw first');
    await slack.log.until('slack.finished');
    slack.server.say('UALICE', 'CHR', 'and for part-timers?', { thread: ts });
    await slack.log.until('slack.finished', 2);
    slack.server.say('UBEN', 'CHR', 'what about me?', { thread: ts });
    slack.server.say('UALICE', 'CHR', '@ben do you know?', { thread: ts });
    slack.server.say('UALICE', 'CHR', 'how much leave is there?');
    await slack.log.when(() => reasons(slack).filter((reason) => reason !== 'own').length === 3);
    assert.deepEqual(asked(slack), ['first', 'and for part-timers?']);
    assert.deepEqual(
      reasons(slack)
        .filter((reason) => reason !== 'own')
        .sort(),
      ['for_someone_else', 'not_addressed', 'not_addressed'],
    );
    assert.equal(slack.answering.asked[1]?.viewer.place, 'CHR');
    const how = slack.log.lines.filter(({ event }) => event === 'slack.addressed').map(({ fields }) => fields.how);
    assert.ok(how.includes('mention') && how.includes('followup'));
  },
);

overBoth('a follow-up counts while the first question is still being answered', async (t, openSlack) => {
  const slack = await openSlack(t);
  await slack.startChat({ rules: { ...rules, channels: { CHR: 'followups' } } });
  const release = slack.answering.hold();
  const { ts } = slack.server.say('UALICE', 'CHR', '@bylaw first');
  await slack.answering.until(1);
  await slack.server.say('UALICE', 'CHR', 'and for part-timers?', { thread: ts }).acknowledged;
  release();
  await slack.log.until('slack.finished', 2);
  assert.deepEqual(asked(slack), ['first', 'and for part-timers?']);
});

overBoth('a channel set to all is answered when somebody asks something', async (t, openSlack) => {
  const slack = await openSlack(t);
  await slack.startChat({ rules: { ...rules, channels: { CHR: 'all' } } });
  slack.server.say('UALICE', 'CHR', 'good morning everyone');
  const { ts } = slack.server.say('UBEN', 'CHR', 'How many days of leave are there?');
  await slack.log.until('slack.finished');
  slack.server.say('UBEN', 'CHR', 'and for part-timers', { thread: ts });
  await slack.log.until('slack.finished', 2);
  slack.server.say('UALICE', 'CHR', 'is that so?', { thread: ts });
  await slack.log.when(() => reasons(slack).filter((reason) => reason === 'not_addressed').length === 2);
  assert.deepEqual(asked(slack), ['How many days of leave are there?', 'and for part-timers']);
});

overBoth('in a channel that is off a mention is told so privately', async (t, openSlack) => {
  const slack = await openSlack(t);
  await slack.startChat({ rules: { ...rules, channels: { CHR: 'off' } } });
  slack.server.say('UALICE', 'CHR', '@bylaw hello');
  await slack.log.until('slack.finished');
  assert.deepEqual(asked(slack), []);
  assert.match(slack.server.state.ephemerals[0]?.text ?? '', /don’t answer in this channel/);
  await slack.server.command('UALICE', 'CHR', '/policy hello');
  await slack.log.until('slack.finished', 2);
  assert.deepEqual(asked(slack), ['hello']);
});

overBoth('a group direct message is answered on a mention, and then to who asked', async (t, openSlack) => {
  const slack = await openSlack(t);
  await slack.startChat();
  slack.server.say('UBEN', 'GGROUP', 'how much leave is there?');
  const { ts } = slack.server.say('UALICE', 'GGROUP', '@bylaw first');
  await slack.log.until('slack.finished');
  slack.server.say('UALICE', 'GGROUP', 'and for part-timers?', { thread: ts });
  await slack.log.until('slack.finished', 2);
  assert.deepEqual(asked(slack), ['first', 'and for part-timers?']);
  assert.ok(slack.answering.asked.every(({ viewer }) => viewer.place === 'GGROUP'));
});

overBoth(
  'a bot is answered if it is allowed, so many times in a thread, and told nothing else',
  async (t, openSlack) => {
    const slack = await openSlack(t);
    await slack.startChat({ rules: { ...rules, bots: ['BUDEPLOY'], botTurns: 2 } });
    const { ts } = slack.server.say('UDEPLOY', 'CHR', '@bylaw one');
    await slack.log.until('slack.finished');
    slack.server.say('UDEPLOY', 'CHR', '@bylaw two', { thread: ts });
    await slack.log.until('slack.finished', 2);
    slack.server.say('UDEPLOY', 'CHR', '@bylaw three', { thread: ts });
    await slack.log.when(() => reasons(slack).includes('bot_turns'));
    slack.server.say('UDEPLOY', 'CHR', 'policy says unlimited', { thread: ts });
    await slack.log.when(() => reasons(slack).includes('not_addressed'));
    assert.deepEqual(asked(slack), ['one', 'two']);
    assert.deepEqual(slack.server.state.ephemerals, []);
  },
);
