import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { leaseMs, overBoth, type Slack } from './open-slack.ts';

const words = 'SENSITIVE my doctor found something';
const reply = /^People who help with health: Ada$/;

/** Payloads of claims as they are stored, before anything is answered. */
function watchClaims(slack: Slack): string[] {
  const payloads: string[] = [];
  const { claim } = slack.records.questions;
  slack.records.questions.claim = (wanted) => {
    payloads.push(wanted.payload);
    return claim(wanted);
  };
  return payloads;
}

overBoth(
  'in a channel a message for people is answered to the asker alone, and nothing of it is claimed or posted',
  async (t, openSlack) => {
    const slack = await openSlack(t);
    const payloads = watchClaims(slack);
    await slack.startChat();
    const { ts } = slack.server.say('UALICE', 'CHR', `@bylaw ${words}`, {
      subtype: 'file_share',
      files: ['diagnosis.pdf'],
    });
    await slack.log.until('slack.finished');
    const mine = slack.server.view('UALICE', 'CHR').messages.filter(({ from }) => from === 'U0BYLAW');
    assert.equal(mine.length, 1);
    assert.match(mine[0]?.text ?? '', reply);
    assert.equal(mine[0]?.private, true);
    assert.equal(slack.server.view('UBEN', 'CHR', ts).messages.length, 1, 'others see the message itself and no more');
    assert.equal(slack.server.calls('chat.postMessage'), 0);
    assert.equal(slack.server.calls('assistant.threads.setStatus'), 0);
    assert.deepEqual(slack.answering.asked, []);
    const [payload] = payloads.map((text) => JSON.parse(text));
    assert.deepEqual([payload.text, payload.files, payload.referral], ['', [], { topic: 'health' }]);
  },
);

overBoth('in a thread only the asker sees the reply, there', async (t, openSlack) => {
  const slack = await openSlack(t);
  await slack.startChat();
  const { ts } = slack.server.say('UBEN', 'CHR', 'About Monday');
  slack.server.say('UALICE', 'CHR', `@bylaw ${words}`, { thread: ts });
  await slack.log.until('slack.finished');
  assert.ok(slack.server.view('UALICE', 'CHR', ts).messages.some(({ text }) => reply.test(text)));
  assert.ok(!slack.server.view('UBEN', 'CHR', ts).messages.some(({ text }) => reply.test(text)));
});

overBoth('a direct message and a command are answered where they were asked', async (t, openSlack) => {
  const slack = await openSlack(t);
  const payloads = watchClaims(slack);
  await slack.startChat();
  const { ts } = slack.server.say('UALICE', 'DALICE', words);
  await slack.server.command('UALICE', 'CHR', `/policy ${words}`);
  await slack.log.until('slack.finished', 2);
  assert.match(slack.server.view('UALICE', 'DALICE', ts).messages[1]?.text ?? '', reply);
  assert.match(slack.server.view('UALICE', 'CHR').messages[0]?.text ?? '', reply);
  assert.deepEqual(slack.server.view('UBEN', 'CHR').messages, []);
  assert.ok(payloads.every((payload) => !payload.includes('doctor')));
  assert.equal(slack.answering.asked.length, 0);
});

overBoth('one that a crash left behind is answered by the next process, from the topic alone', async (t, openSlack) => {
  const slack = await openSlack(t);
  await slack.records.questions.claim({
    key: 'T0HOME:CHR:1.000001',
    payload: JSON.stringify({
      ...{ kind: 'mention', key: 'T0HOME:CHR:1.000001', user: 'UALICE', channel: 'CHR', ts: '1.000001' },
      ...{ text: '', files: [], at: slack.clock.now(), referral: { topic: 'health' } },
    }),
    ...{ owner: 'dead', leaseUntil: slack.clock.now(), now: slack.clock.now() },
  });
  slack.clock.advance(leaseMs);
  await slack.startChat();
  await slack.log.until('slack.finished');
  assert.deepEqual(slack.answering.referred, ['health']);
  assert.ok(slack.server.view('UALICE', 'CHR').messages.some(({ text }) => reply.test(text)));
});

overBoth('where an ephemeral message is refused the asker gets a direct one', async (t, openSlack) => {
  const slack = await openSlack(t);
  slack.server.fail('chat.postEphemeral', { code: 'user_not_in_channel' });
  await slack.startChat();
  slack.server.say('UALICE', 'CHR', `@bylaw ${words}`);
  await slack.log.until('slack.finished');
  assert.ok(slack.server.view('UALICE', 'DALICE').messages.some(({ text }) => reply.test(text)));
});

overBoth('the words are in no log line and in no file of the records', async (t, openSlack) => {
  const slack = await openSlack(t);
  await slack.startChat();
  slack.server.say('UALICE', 'CHR', `@bylaw ${words}`);
  await slack.log.until('slack.finished');
  assert.doesNotMatch(JSON.stringify(slack.log.lines), /doctor/);
  const files = readdirSync(slack.folder);
  assert.ok(files.length > 0);
  for (const file of files) assert.ok(!readFileSync(join(slack.folder, file)).includes('doctor'), file);
});

overBoth('help lists the procedures that a person may start, with foreign text escaped', async (t, openSlack) => {
  const slack = await openSlack(t);
  await slack.startChat();
  await slack.server.command('UALICE', 'CHR', '/policy help');
  const text = () => slack.server.view('UALICE', 'CHR').messages[0]?.text ?? '';
  await slack.server.until(() => /\n• `leave-entitlement`: Computes leave & <more>$/.test(text()));
});
