import assert from 'node:assert/strict';
import { overBoth, type Slack } from '../open-slack.ts';

const settings = { people: { topics: {} }, admins: ['UALICE'], remembers: true, retentionDays: 90, timezone: 'UTC' };

const told = (slack: Slack, user: string, channel = 'CHR') =>
  slack.server
    .view(user, channel)
    .messages.filter((each) => each.private)
    .map(({ text }) => text);

async function say(slack: Slack, user: string, words: string, expected: RegExp): Promise<void> {
  await slack.server.command(user, 'CHR', words);
  await slack.server.until(() => told(slack, user).some((text) => expected.test(text)));
}

overBoth('the words of /policy answer the person alone and ask nothing', async (t, openSlack) => {
  const slack = await openSlack(t);
  await slack.startChat({ settings });
  await slack.records.syncs.succeeded('handbook', slack.clock.now());
  await say(slack, 'UALICE', '/policy help', /Ask me about company policies[\s\S]*leave-entitlement/);
  await say(slack, 'UALICE', '/policy sources', /not read any policies yet/);
  await say(slack, 'UALICE', '/policy why', /not asked me anything yet/);
  await say(slack, 'UALICE', '/policy stop', /not working on a question of yours/);
  await say(slack, 'UALICE', '/policy memory', /don’t remember anything about you/);
  assert.equal(slack.answering.asked.length, 0);
  assert.deepEqual(told(slack, 'UBEN'), []);
});

overBoth('a text that begins with such a word is a question', async (t, openSlack) => {
  const slack = await openSlack(t);
  await slack.startChat({ settings });
  await slack.server.command('UALICE', 'CHR', "/policy why can't I carry over leave?");
  await slack.log.until('slack.finished');
  assert.equal(slack.answering.asked[0]?.text, "why can't I carry over leave?");
});

overBoth('why tells of one’s own last question', async (t, openSlack) => {
  const slack = await openSlack(t);
  await slack.startChat({ settings });
  slack.server.say('UALICE', 'CHR', '@bylaw hello');
  await slack.log.until('slack.finished');
  await say(slack, 'UALICE', '/policy why', /searched no policies[\s\S]*Answer answer-1/);
  await say(slack, 'UBEN', '/policy why', /not asked me anything yet/);
});

overBoth('stop ends what the person has under way', async (t, openSlack) => {
  const slack = await openSlack(t);
  await slack.startChat({ settings });
  slack.answering.hold();
  const { ts } = slack.server.say('UALICE', 'CHR', '@bylaw hello');
  await slack.answering.until(1);
  await say(slack, 'UBEN', '/policy stop', /not working/);
  await say(slack, 'UALICE', '/policy stop', /^Stopped\.$/);
  const thread = slack.server.view('UALICE', 'CHR', ts).messages.map(({ text }) => text);
  assert.ok(thread.includes('Stopped.'));
});

overBoth('an administrator can pause the bot and let it go on, others can not', async (t, openSlack) => {
  const slack = await openSlack(t);
  await slack.startChat({ settings });
  await say(slack, 'UBEN', '/policy pause', /Only administrators/);
  await say(slack, 'UALICE', '/policy pause', /I am paused now/);
  await say(slack, 'UALICE', '/policy pause', /paused already/);
  slack.server.say('UBEN', 'CHR', '@bylaw hello');
  await slack.log.until('slack.refused');
  await slack.server.until(() => told(slack, 'UBEN').some((text) => text.includes('I am paused at the moment')));
  assert.equal(slack.answering.asked.length, 0);
  await say(slack, 'UALICE', '/policy resume', /I answer again/);
  slack.server.say('UBEN', 'CHR', '@bylaw hello again');
  await slack.answering.until(1);
});

overBoth('administrators may be a user group', async (t, openSlack) => {
  const slack = await openSlack(t, { scopes: ['usergroups:read'] });
  await slack.startChat({ settings: { ...settings, admins: ['SADMINS'] } });
  await say(slack, 'UALICE', '/policy pause', /Only administrators/);
  await say(slack, 'UBEN', '/policy pause', /I am paused now/);
});

overBoth('a guest is told so, whatever the word', async (t, openSlack) => {
  const slack = await openSlack(t);
  await slack.startChat({ settings });
  await say(slack, 'UGUEST', '/policy sources', /don’t answer guest accounts/);
});

overBoth('Home shows what the bot knows, one’s own questions and nobody else’s', async (t, openSlack) => {
  const slack = await openSlack(t);
  await slack.startChat({ settings });
  slack.server.say('UALICE', 'CHR', '@bylaw How much leave?');
  await slack.log.until('slack.finished');
  await slack.records.memories.write('UALICE', '/memories/about.md', 'country: DE', slack.clock.now());
  const home = (user: string) => JSON.stringify(slack.server.home(user) ?? []);
  slack.server.openHome('UALICE');
  await slack.server.until(() => slack.server.home('UALICE') !== undefined);
  assert.match(home('UALICE'), /not read any policies yet/);
  assert.match(home('UALICE'), /How much leave\?/);
  assert.match(home('UALICE'), /country: DE/);
  assert.match(home('UALICE'), /erased after 90 days/);
  slack.server.openHome('UBEN');
  await slack.server.until(() => slack.server.home('UBEN') !== undefined);
  assert.doesNotMatch(home('UBEN'), /How much leave|country: DE/);
  await slack.server.press('UALICE', { actionId: 'forget_memory' });
  await slack.server.until(() => !home('UALICE').includes('country: DE'));
  assert.deepEqual(await slack.records.memories.list('UALICE'), []);
});

overBoth('the messages tab suggests how to begin', async (t, openSlack) => {
  const slack = await openSlack(t);
  await slack.startChat({ settings });
  slack.server.openMessages('UALICE');
  await slack.server.until(() => slack.server.prompts('UALICE').length > 0);
  assert.deepEqual(slack.server.prompts('UALICE').at(-1), { title: 'What can you do?', message: 'What can you do?' });
});

overBoth('a message of someone else is answered privately, as their words', async (t, openSlack) => {
  const slack = await openSlack(t);
  await slack.startChat({ settings });
  const { ts } = slack.server.say('UBEN', 'CHR', 'Can we claim taxis & trains?');
  await slack.server.shortcut('UALICE', 'policy_from_message', 'CHR', ts);
  await slack.log.until('slack.finished');
  const [asked] = slack.answering.asked;
  assert.equal(asked?.text, 'Can we claim taxis & trains?');
  assert.equal(asked?.isQuoted, true);
  assert.equal(asked?.viewer.person, 'UALICE');
  assert.equal(asked?.viewer.place, undefined);
  assert.ok(told(slack, 'UALICE').some((text) => text.includes('Answer to: Can we claim taxis & trains?')));
  assert.deepEqual(told(slack, 'UBEN'), []);
});
