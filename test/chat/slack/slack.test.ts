import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BylawError } from '../../../src/errors.ts';
import { openSlack, overBoth, wordsOf } from './open-slack.ts';

overBoth('a mention is answered in its thread, once, with the status cleared', async (t, openSlack) => {
  const slack = await openSlack(t);
  await slack.startChat();
  const { ts } = slack.server.say('UALICE', 'CHR', '@bylaw how many days of leave do I have?');
  await slack.log.until('slack.finished');
  const { messages, status } = slack.server.view('UBEN', 'CHR', ts);
  assert.deepEqual(
    messages.map((message) => [message.from, wordsOf(message)]),
    [
      ['UALICE', '<@U0BYLAW> how many days of leave do I have?'],
      ['U0BYLAW', 'Answer to: how many days of leave do I have?'],
    ],
  );
  assert.equal(status, undefined);
  assert.equal(slack.answering.asked[0]?.viewer.place, 'CHR');
  assert.deepEqual(slack.server.problems(), []);
});

overBoth('a direct message is answered in a thread of its own and read by the asker alone', async (t, openSlack) => {
  const slack = await openSlack(t);
  await slack.startChat();
  const { ts } = slack.server.say('UALICE', 'DALICE', 'Can I carry leave over?');
  await slack.log.until('slack.finished');
  const [, answer] = slack.server.view('UALICE', 'DALICE', ts).messages;
  assert.equal(answer && wordsOf(answer), 'Answer to: Can I carry leave over?');
  const { viewer, conversation } = slack.answering.asked[0] ?? assert.fail();
  assert.equal(viewer.place, undefined);
  assert.equal(viewer.person, 'UALICE');
  assert.equal(conversation, `slack:DALICE:${ts}`);
});

overBoth('a command is acknowledged before the work and answered to the asker alone', async (t, openSlack) => {
  const slack = await openSlack(t);
  await slack.startChat();
  const release = slack.answering.hold();
  await slack.server.command('UALICE', 'GBOARD', '/policy is R&D > 5 covered for @ben?');
  assert.match(slack.server.view('UALICE', 'GBOARD').messages[0]?.text ?? '', /^Looking/);
  release();
  await slack.log.until('slack.finished');
  assert.equal(slack.answering.asked[0]?.text, 'is R&D > 5 covered for @UBEN?');
  const seen = slack.server.view('UALICE', 'GBOARD').messages;
  assert.deepEqual(
    seen.map((message) => [wordsOf(message), message.private]),
    [['Answer to: is R&D > 5 covered for @UBEN?', true]],
  );
  assert.deepEqual(slack.server.view('UBEN', 'GBOARD').messages, []);
  assert.equal(slack.server.calls('chat.postMessage') + slack.server.calls('chat.postEphemeral'), 0);
});

for (const words of ['', ' ', ' help']) {
  overBoth(`the command with ${JSON.stringify(words)} explains itself`, async (t, openSlack) => {
    const slack = await openSlack(t);
    await slack.startChat();
    await slack.server.command('UALICE', 'CHR', `/policy${words}`);
    const shown = () => slack.server.view('UALICE', 'CHR').messages.map(({ text }) => text);
    await slack.server.until(() => shown().some((text) => text.startsWith('Ask me about company policies')));
    assert.equal(shown().length, 1);
    assert.equal(slack.answering.asked.length, 0);
  });
}

overBoth('a mention without a question is answered privately with what the bot does', async (t, openSlack) => {
  const slack = await openSlack(t);
  await slack.startChat();
  slack.server.say('UALICE', 'CHR', '@bylaw');
  await slack.log.until('slack.finished');
  assert.match(slack.server.view('UALICE', 'CHR').messages[1]?.text ?? '', /^Ask me about/);
  assert.equal(slack.server.view('UBEN', 'CHR').messages.length, 1);
});

overBoth('questions of one thread are answered one at a time, in the order they came', async (t, openSlack) => {
  const slack = await openSlack(t);
  await slack.startChat();
  const release = slack.answering.hold();
  const { ts, acknowledged } = slack.server.say('UALICE', 'CHR', '@bylaw first');
  await acknowledged;
  await slack.server.say('UBEN', 'CHR', '@bylaw second', { thread: ts }).acknowledged;
  await slack.server.say('UALICE', 'CHR', '@bylaw third', { thread: ts }).acknowledged;
  slack.server.say('UALICE', 'DALICE', 'elsewhere');
  await slack.answering.until(2);
  assert.deepEqual(slack.answering.asked.map(({ text }) => text).sort(), ['elsewhere', 'first']);
  release();
  await slack.log.until('slack.finished', 4);
  const answers = slack.server.view('UALICE', 'CHR', ts).messages.filter(({ from }) => from === 'U0BYLAW');
  assert.deepEqual(answers.map(wordsOf), ['Answer to: first', 'Answer to: second', 'Answer to: third']);
});

overBoth('a failure is told to the asker alone, without the raw error', async (t, openSlack) => {
  const slack = await openSlack(t);
  await slack.startChat();
  slack.answering.reply(new TypeError('secret stack'));
  slack.server.say('UALICE', 'CHR', '@bylaw first');
  await slack.log.until('slack.finished');
  const told = slack.server.view('UALICE', 'CHR').messages[1]?.text ?? '';
  assert.match(told, /something went wrong/);
  assert.doesNotMatch(told, /secret/);
  assert.deepEqual(slack.server.problems(), []);

  slack.answering.reply(new BylawError('busy', 'Too many questions at once: ask again in a minute'));
  await slack.server.command('UALICE', 'CHR', '/policy second');
  await slack.log.until('slack.finished', 2);
  const seen = slack.server.view('UALICE', 'CHR').messages.map(({ text }) => text);
  assert.ok(seen.includes('Too many questions at once: ask again in a minute'));
  assert.ok(slack.log.lines.every(({ fields }) => !JSON.stringify(fields).includes('secret')));
});

overBoth('a question that cannot be claimed is told to be asked again', async (t, openSlack) => {
  const slack = await openSlack(t);
  const { records } = slack;
  const broken = { ...records.questions, claim: () => Promise.reject(new Error('disk full')) };
  await slack.startChat({ records: { ...records, questions: broken } });
  slack.server.say('UALICE', 'CHR', '@bylaw first');
  await slack.server.until(() => slack.server.state.ephemerals.length === 1);
  assert.match(slack.server.view('UALICE', 'CHR').messages[1]?.text ?? '', /Something went wrong here/);
  assert.equal(slack.answering.asked.length, 0);
});

overBoth('no failure of the status fails the answer', async (t, openSlack) => {
  const slack = await openSlack(t);
  await slack.startChat();
  slack.server.fail(
    'assistant.threads.setStatus',
    { status: 500 },
    { code: 'not_authorized' },
    { status: 429, retryAfterS: 60 },
  );
  const { ts } = slack.server.say('UALICE', 'CHR', '@bylaw hello');
  await slack.log.until('slack.finished');
  assert.equal(slack.server.view('UALICE', 'CHR', ts).messages.length, 2);
});

overBoth('the status shows while the answer is in the making', async (t, openSlack) => {
  const slack = await openSlack(t);
  await slack.startChat();
  const release = slack.answering.hold();
  const { ts } = slack.server.say('UALICE', 'CHR', '@bylaw hello');
  await slack.server.until(() => slack.server.view('UALICE', 'CHR', ts).status === 'is writing an answer…');
  release();
  await slack.log.until('slack.finished');
  assert.deepEqual(slack.server.problems(), []);
});

test('a wrong token, a missing scope and a refused connection are named at start', async (t) => {
  const slack = await openSlack(t, { without: ['users:read'] });
  await assert.rejects(slack.startChat({ botToken: 'xoxb-wrong' }), /Slack refused the bot token \(invalid_auth\)/);
  await assert.rejects(slack.startChat(), /lacks users:read: update it from manifest.yml/);
  const other = await openSlack(t);
  await assert.rejects(
    other.startChat({ reach: { kind: 'socket', appToken: 'xapp-wrong' } }),
    /refused the connection \(invalid_auth\).*SLACK_APP_TOKEN/,
  );
});

test('without the optional scopes it starts all the same and says what is missing', async (t) => {
  const slack = await openSlack(t, { without: ['files:read', 'mpim:history', 'mpim:read', 'usergroups:read'] });
  await slack.startChat();
  const missing = slack.log.lines.find(({ event }) => event === 'slack.scopes_missing')?.fields.scopes;
  assert.equal(missing, 'files:read, mpim:history, mpim:read, usergroups:read');
  slack.server.say('UALICE', 'CHR', '@bylaw hello');
  await slack.log.until('slack.finished');
});
