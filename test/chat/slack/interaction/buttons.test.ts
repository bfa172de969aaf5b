import assert from 'node:assert/strict';
import type { Answer } from '../../../../src/domain.ts';
import { overBoth, type Slack, wordsOf } from '../open-slack.ts';

const cited: Partial<Answer> = {
  text: 'You have 28 days of leave. [1]',
  citations: [
    {
      ...{ n: 1, passage: 'handbook/leave.md@3#2', document: 'handbook/leave.md', title: 'Annual leave', section: '' },
      ...{ quote: 'Employees have 28 days of leave.', version: 3, owner: 'People team' },
    },
  ],
  followUps: ['What about “Carrying over” in “Annual leave”?'],
};
const people = { topics: { leave: ['UBEN', 'Leave desk: ext. 12'] } };
const settings = { people, admins: ['UALICE'], remembers: true, retentionDays: 90, timezone: 'UTC' };

/** Asks in the channel and waits for the answer; the thread. */
async function ask(slack: Slack, reply: Partial<Answer> = cited): Promise<string> {
  slack.answering.reply(reply);
  const { ts } = slack.server.say('UALICE', 'CHR', '@bylaw How much leave do I have?');
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

const privates = (slack: Slack, user: string, channel: string, thread?: string) =>
  slack.server
    .view(user, channel, thread)
    .messages.filter((each) => each.private)
    .map(wordsOf);

overBoth('a helpful answer is noted, and the person thanked', async (t, openSlack) => {
  const slack = await openSlack(t);
  await slack.startChat({ settings });
  const thread = await ask(slack);
  await slack.server.press('UBEN', buttonIn(slack, 'UBEN', 'CHR', thread, 'Helpful'));
  await slack.server.until(() => privates(slack, 'UBEN', 'CHR', thread).length === 1);
  assert.match(privates(slack, 'UBEN', 'CHR', thread)[0] ?? '', /Thank you/);
  const [noted] = await slack.records.feedback.list({ limit: 10 });
  assert.deepEqual(
    { ...noted?.feedback, at: undefined },
    { answerId: 'answer-1', person: 'UBEN', verdict: 'helpful', at: undefined },
  );
  assert.equal(privates(slack, 'UALICE', 'CHR', thread).length, 0);
});

overBoth('thumbs down asks for the reason, which is kept with the answer', async (t, openSlack) => {
  const slack = await openSlack(t);
  await slack.startChat({ settings });
  const thread = await ask(slack);
  await slack.server.press('UALICE', buttonIn(slack, 'UALICE', 'CHR', thread, 'Not helpful'));
  await slack.server.until(() => slack.server.modal('UALICE') !== undefined);
  const modal = slack.server.modal('UALICE')?.id ?? '';
  await slack.server.submit('UALICE', modal, {
    reason: { reason: 'outdated' },
    details: { details: 'It is 30 days since May.' },
  });
  await slack.log.until('feedback.reason');
  const [noted] = await slack.records.feedback.list({ verdict: 'not_helpful', limit: 10 });
  assert.equal(noted?.feedback.reason, 'It is out of date: It is 30 days since May.');
  assert.equal(noted?.about?.question, 'How much leave do I have?');
  assert.equal(slack.server.modal('UALICE'), undefined);
});

overBoth('words for people only are not kept with a reason', async (t, openSlack) => {
  const slack = await openSlack(t);
  await slack.startChat({ settings });
  const thread = await ask(slack);
  await slack.server.press('UALICE', buttonIn(slack, 'UALICE', 'CHR', thread, 'Not helpful'));
  await slack.server.until(() => slack.server.modal('UALICE') !== undefined);
  const modal = slack.server.modal('UALICE')?.id ?? '';
  await slack.server.submit('UALICE', modal, { reason: { reason: 'other' }, details: { details: 'SENSITIVE' } });
  await slack.server.until(() => slack.server.view('UALICE', 'DALICE').messages.length === 1);
  assert.match(slack.server.view('UALICE', 'DALICE').messages[0]?.text ?? '', /People who help with health: Ada/);
  const [noted] = await slack.records.feedback.list({ limit: 10 });
  assert.equal(noted?.feedback.reason, 'Something else');
});

overBoth('asking a person calls in those who are named for the topic, once', async (t, openSlack) => {
  const slack = await openSlack(t);
  await slack.startChat({ settings });
  const thread = await ask(slack);
  const button = buttonIn(slack, 'UALICE', 'CHR', thread, 'Ask a person');
  await slack.server.press('UALICE', button);
  await slack.log.until('answer.handed_over');
  await slack.server.press('UALICE', button);
  await slack.server.until(() => privates(slack, 'UALICE', 'CHR', thread).length === 1);
  assert.match(privates(slack, 'UALICE', 'CHR', thread)[0] ?? '', /handed over already/);
  const calls = slack.server
    .view('UBEN', 'CHR', thread)
    .messages.map(({ text }) => text)
    .filter((text) => text.includes('<@UBEN>'));
  assert.equal(calls.length, 1);
  assert.match(calls[0] ?? '', /Leave desk: ext\. 12/);
  assert.match(calls[0] ?? '', /How much leave do I have\?/);
  assert.deepEqual(slack.server.problems({ mayPing: ['UBEN'] }), []);
});

overBoth('a private question is handed over in private', async (t, openSlack) => {
  const slack = await openSlack(t);
  await slack.startChat({ settings });
  slack.answering.reply(cited);
  await slack.server.command('UALICE', 'CHR', '/policy How much leave do I have?');
  await slack.log.until('slack.finished');
  await slack.server.press('UALICE', buttonIn(slack, 'UALICE', 'CHR', undefined, 'Ask a person'));
  await slack.server.until(() => slack.server.view('UBEN', 'DUBEN').messages.length === 1);
  const told = slack.server.view('UBEN', 'DUBEN').messages[0]?.text ?? '';
  assert.match(told, /<@UALICE> asked me this/);
  assert.match(told, /How much leave do I have\?/);
  assert.equal(slack.server.view('UBEN', 'CHR').messages.length, 0);
});

overBoth('where nobody is named, the owners of what was found are', async (t, openSlack) => {
  const slack = await openSlack(t);
  await slack.startChat({ settings: { ...settings, people: { topics: {} } } });
  const thread = await ask(slack);
  await slack.server.press('UALICE', buttonIn(slack, 'UALICE', 'CHR', thread, 'Ask a person'));
  await slack.server.until(() => privates(slack, 'UALICE', 'CHR', thread).length === 1);
  assert.match(privates(slack, 'UALICE', 'CHR', thread)[0] ?? '', /looked after by: People team \(Annual leave\)/);
});

overBoth('a question nearby is asked in the same thread, with its words', async (t, openSlack) => {
  const slack = await openSlack(t);
  await slack.startChat({ settings });
  const thread = await ask(slack);
  const [question = ''] = cited.followUps ?? [];
  slack.answering.reply({ text: 'Until 31 March. [1]' });
  await slack.server.press('UBEN', buttonIn(slack, 'UBEN', 'CHR', thread, question));
  await slack.log.until('slack.finished', 2);
  const asked = slack.answering.asked[1];
  assert.equal(asked?.text, question);
  assert.equal(asked?.viewer.person, 'UBEN');
  assert.equal(asked?.conversation, slack.answering.asked[0]?.conversation);
  const last = slack.server.view('UALICE', 'CHR', thread).messages.at(-1)?.text ?? '';
  assert.match(last, /Carrying over/);
  assert.match(last, /Until 31 March/);
});

overBoth('a private answer is shared once, if all who read along may see it', async (t, openSlack) => {
  const slack = await openSlack(t);
  await slack.startChat({ settings });
  await slack.records.syncs.succeeded('handbook', slack.clock.now());
  slack.answering.reply(cited);
  await slack.server.command('UALICE', 'CHR', '/policy How much leave do I have?');
  await slack.log.until('slack.finished');
  assert.equal(slack.server.view('UBEN', 'CHR').messages.length, 0);
  const button = buttonIn(slack, 'UALICE', 'CHR', undefined, 'Share in channel');
  await slack.server.press('UALICE', button);
  await slack.server.until(() => slack.server.view('UBEN', 'CHR').messages.length === 1);
  const [{ text: shared = '', ts = '' } = {}] = slack.server.view('UBEN', 'CHR').messages;
  assert.match(shared, /You have 28 days of leave/);
  assert.match(shared, /How much leave do I have\?/);
  assert.match(shared, /Indexed as of \d{1,2} \p{L}+ \d{4}/u);
  await slack.server.press('UALICE', button);
  await slack.server.until(() => privates(slack, 'UALICE', 'CHR').some((text) => text.includes('shared this')));
  assert.equal(slack.server.view('UBEN', 'CHR').messages.length, 1);
  // Nobody has opened a thread below it, so what it tells one person stands in the channel.
  await slack.server.press('UBEN', buttonIn(slack, 'UBEN', 'CHR', undefined, 'Why this answer'));
  await slack.server.until(() => privates(slack, 'UBEN', 'CHR').some((text) => text.includes('It rests on')));
  assert.deepEqual(privates(slack, 'UBEN', 'CHR', ts), []);
});

overBoth('a private answer is not shared where not everyone may see it', async (t, openSlack) => {
  const slack = await openSlack(t);
  await slack.startChat({ settings });
  slack.answering.reply(cited);
  await slack.server.command('UALICE', 'CHR', '/policy How much leave do I have?');
  await slack.log.until('slack.finished');
  slack.answering.hide();
  await slack.server.press('UALICE', buttonIn(slack, 'UALICE', 'CHR', undefined, 'Share in channel'));
  await slack.server.until(() => privates(slack, 'UALICE', 'CHR').some((text) => text.includes('Not everyone here')));
  assert.equal(slack.server.view('UBEN', 'CHR').messages.length, 0);
});

overBoth('why an answer came out so is told to the person who wants to know', async (t, openSlack) => {
  const slack = await openSlack(t);
  await slack.startChat({ settings });
  const thread = await ask(slack);
  await slack.server.press('UBEN', buttonIn(slack, 'UBEN', 'CHR', thread, 'Why this answer'));
  await slack.server.until(() => privates(slack, 'UBEN', 'CHR', thread).length === 1);
  assert.match(
    privates(slack, 'UBEN', 'CHR', thread)[0] ?? '',
    /^The question of [\s\S]*\[1\] Annual leave, version 3/,
  );
});
