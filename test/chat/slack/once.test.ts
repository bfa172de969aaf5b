import assert from 'node:assert/strict';
import { mortal } from './mortal.ts';
import { leaseMs, overBoth, type Slack, wordsOf } from './open-slack.ts';

const answersIn = (slack: Slack, channel: string, thread: string) =>
  slack.server
    .view('UALICE', channel, thread)
    .messages.filter(({ from }) => from === 'U0BYLAW')
    .map((message) => ({ text: wordsOf(message) }));

overBoth('a redelivered command is answered once', async (t, openSlack) => {
  const slack = await openSlack(t);
  await slack.startChat();
  const { envelopes } = await slack.server.command('UALICE', 'CHR', '/policy hello');
  await slack.server.send(...envelopes);
  await slack.log.until('slack.duplicate');
  await slack.log.until('slack.finished');
  assert.equal(slack.server.calls('response'), 1);
});

overBoth('a process that dies while answering is followed by one that answers', async (t, openSlack) => {
  const slack = await openSlack(t);
  const first = mortal(slack);
  slack.answering.hold();
  await slack.startChat({ records: first.records });
  const { ts } = slack.server.say('UALICE', 'CHR', '@bylaw hello');
  await slack.answering.until(1);
  first.die();
  slack.answering.hold()();
  await slack.startChat();
  // Its lease has not run out yet.
  assert.equal(answersIn(slack, 'CHR', ts).length, 0);
  slack.clock.advance(leaseMs);
  await slack.sweep(2);
  await slack.log.until('slack.finished');
  assert.equal(answersIn(slack, 'CHR', ts)[0]?.text, 'Answer to: hello');
});

for (const [moment, applied] of [
  ['after its post arrived', true],
  ['before its post arrived', false],
] as const) {
  overBoth(`a process that dies ${moment} leaves one answer`, async (t, openSlack) => {
    const slack = await openSlack(t);
    const first = mortal(slack);
    await slack.startChat({ records: first.records });
    slack.server.fail('chat.postMessage', { applied, hold: new Promise(() => {}) });
    const { ts } = slack.server.say('UALICE', 'CHR', '@bylaw hello');
    await slack.server.until(() => slack.server.calls('chat.postMessage') === 1);
    await slack.server.until(() => !slack.server.problems().some((problem) => problem.includes('acknowledgement')));
    first.die();
    slack.clock.advance(leaseMs);
    await slack.startChat();
    await slack.log.until('slack.finished');
    assert.equal(answersIn(slack, 'CHR', ts).length, 1);
    await slack.server.until(() => slack.server.problems().length === 0);
  });
}

for (const method of ['users.info', 'conversations.info', 'assistant.threads.setStatus']) {
  overBoth(`a process that dies during ${method} leaves the question to the next start`, async (t, openSlack) => {
    const slack = await openSlack(t);
    const first = mortal(slack);
    await slack.startChat({ records: first.records });
    slack.answering.hold();
    slack.server.fail(method, { hold: new Promise(() => {}) });
    const { ts } = slack.server.say('UALICE', 'CHR', '@bylaw hello');
    await slack.server.until(() => slack.server.calls(method) === 1);
    first.die();
    slack.answering.hold()();
    slack.clock.advance(leaseMs);
    await slack.startChat();
    await slack.log.until('slack.finished');
    assert.equal(answersIn(slack, 'CHR', ts).length, 1);
  });
}

overBoth('an answer of several parts is completed after a crash, not repeated', async (t, openSlack) => {
  const slack = await openSlack(t);
  const first = mortal(slack);
  await slack.startChat({ records: first.records });
  const text = Array.from({ length: 2_500 }, (_, at) => `word${at}`).join(' ');
  slack.answering.reply({ text, id: 'long' });
  const answer = { id: 'long', status: 'answered', text, citations: [], passages: [], model: 'stub', ms: 1 } as const;
  await slack.records.answers.put({ answer, question: 'q', conversation: 'c', retrieved: [], at: 1 });
  slack.server.fail('chat.postMessage', {}, { hold: new Promise(() => {}) });
  const { ts } = slack.server.say('UALICE', 'CHR', '@bylaw tell me everything');
  await slack.server.until(() => slack.server.calls('chat.postMessage') === 2);
  first.die();
  slack.clock.advance(leaseMs);
  await slack.startChat();
  await slack.log.until('slack.finished');
  const seen = answersIn(slack, 'CHR', ts).map((message) => message.text);
  assert.equal(seen.join(' '), text);
  assert.equal(slack.answering.asked.length, 1);
});

overBoth('a command whose answer may have arrived before the crash is not answered again', async (t, openSlack) => {
  const slack = await openSlack(t);
  const first = mortal(slack);
  await slack.startChat({ records: first.records });
  slack.server.fail('response', { applied: true, hold: new Promise(() => {}) });
  await slack.server.command('UALICE', 'CHR', '/policy hello');
  await slack.server.until(() => slack.server.calls('response') === 1);
  first.die();
  slack.clock.advance(leaseMs);
  await slack.startChat();
  await slack.log.until('slack.finished');
  const seen = slack.server.view('UALICE', 'CHR').messages.map(wordsOf);
  assert.equal(seen.filter((text) => text === 'Answer to: hello').length, 1);
  assert.ok(seen.some((text) => text.includes('If you see no answer')));
  assert.equal(slack.answering.asked.length, 1);
});

overBoth('a stop lets a question under way finish', async (t, openSlack) => {
  const slack = await openSlack(t);
  const chat = await slack.startChat();
  const release = slack.answering.hold();
  const { ts } = slack.server.say('UALICE', 'CHR', '@bylaw hello');
  await slack.answering.until(1);
  const stopped = chat.stop();
  await slack.log.until('slack.draining');
  release();
  await stopped;
  assert.equal(answersIn(slack, 'CHR', ts).length, 1);
  // Nobody is left to hear of the answer itself.
  assert.deepEqual(slack.server.problems(), ['1 envelopes without acknowledgement']);
});

overBoth('what a stop does not wait for is answered by the next start, at once', async (t, openSlack) => {
  const slack = await openSlack(t);
  const chat = await slack.startChat();
  slack.answering.hold();
  const { ts } = slack.server.say('UALICE', 'CHR', '@bylaw hello');
  await slack.answering.until(1);
  const stopped = chat.stop();
  await slack.log.until('slack.draining');
  slack.endPatience();
  await stopped;
  assert.equal(answersIn(slack, 'CHR', ts).length, 0);
  assert.deepEqual(slack.server.problems(), []);
  slack.answering.hold()();
  await slack.startChat();
  await slack.log.until('slack.finished');
  assert.equal(answersIn(slack, 'CHR', ts).length, 1);
});

overBoth('two processes on the same records answer once', async (t, openSlack) => {
  const slack = await openSlack(t);
  await slack.startChat();
  await slack.startChat();
  const { ts, envelopes } = slack.server.say('UALICE', 'CHR', '@bylaw hello');
  await slack.server.send(...envelopes);
  await slack.log.until('slack.duplicate');
  await slack.log.until('slack.finished');
  assert.equal(answersIn(slack, 'CHR', ts).length, 1);
});
