import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decideEdit } from '../../../src/chat/slack/intake/edits.ts';
import { mortal } from './mortal.ts';
import { leaseMs, overBoth, type Slack, wordsOf } from './open-slack.ts';

const answersIn = (slack: Slack, channel: string, thread: string) =>
  slack.server
    .view('UALICE', channel, thread)
    .messages.filter(({ from }) => from === 'U0BYLAW')
    .map(wordsOf);
const ignored = (slack: Slack, reason: string) => () =>
  slack.log.lines.some(({ event, fields }) => event === 'slack.ignored' && fields.reason === reason);

overBoth('a question that is edited is answered again once, in place', async (t, openSlack) => {
  const slack = await openSlack(t);
  await slack.startChat();
  const { ts } = slack.server.say('UALICE', 'CHR', '@bylaw how much leef?');
  await slack.log.until('slack.finished');
  const first = slack.server.view('UALICE', 'CHR', ts).messages[1]?.ts;
  slack.clock.advance(60_000);
  slack.server.edit('UALICE', 'CHR', ts, '@bylaw how much leave?');
  await slack.log.until('slack.finished', 2);
  assert.deepEqual(answersIn(slack, 'CHR', ts), ['Answer to: how much leave?']);
  assert.equal(slack.server.view('UALICE', 'CHR', ts).messages[1]?.ts, first);
  slack.server.edit('UALICE', 'CHR', ts, '@bylaw how much leave, once more?');
  await slack.log.until('slack.duplicate', 2);
  assert.deepEqual(answersIn(slack, 'CHR', ts), ['Answer to: how much leave?']);
  await slack.server.until(() => slack.server.problems().length === 0);
});

overBoth('a question that is edited while it is being answered is answered as it reads now', async (t, openSlack) => {
  const slack = await openSlack(t);
  await slack.startChat();
  const release = slack.answering.hold();
  const { ts } = slack.server.say('UALICE', 'DALICE', 'how much leef?');
  await slack.answering.until(1);
  slack.server.edit('UALICE', 'DALICE', ts, 'how much leave?');
  await slack.answering.until(2);
  release();
  await slack.log.until('slack.finished');
  assert.deepEqual(answersIn(slack, 'DALICE', ts), ['Answer to: how much leave?']);
  const ended = slack.log.lines.filter(({ event }) => event === 'slack.ended').map(({ fields }) => fields.reason);
  assert.deepEqual(ended, ['corrected']);
  await slack.server.until(() => slack.server.problems().length === 0);
});

for (const reversed of [true, false]) {
  const order = reversed ? 'before' : 'together with';
  overBoth(`an edit that arrives ${order} its question is what is answered`, async (t, openSlack) => {
    const slack = await openSlack(t);
    await slack.startChat();
    const release = slack.server.holdEvents();
    const { ts } = slack.server.say('UALICE', 'CHR', '@bylaw how many days?');
    slack.server.edit('UALICE', 'CHR', ts, '@bylaw how many weeks?');
    release({ reversed });
    await slack.log.until('slack.duplicate');
    const shown = () => slack.server.view('UALICE', 'CHR', ts).messages.slice(1).map(wordsOf);
    await slack.server.until(() => shown()[0] === 'Answer to: how many weeks?');
    await slack.server.until(() => slack.server.problems().length === 0);
    assert.equal(shown().length, 1);
  });
}

overBoth('an edit long after the question, or of spaces only, changes nothing', async (t, openSlack) => {
  const slack = await openSlack(t);
  await slack.startChat();
  const { ts } = slack.server.say('UALICE', 'CHR', '@bylaw how much leave?');
  await slack.log.until('slack.finished');
  slack.server.edit('UALICE', 'CHR', ts, '@bylaw  how much  leave? ');
  await slack.log.when(ignored(slack, 'edit_same_text'));
  slack.clock.advance(301_000);
  slack.server.edit('UALICE', 'CHR', ts, '@bylaw and for part-timers?');
  await slack.log.when(ignored(slack, 'edit_too_late'));
  assert.equal(slack.answering.asked.length, 1);
});

overBoth('a message that mentions the bot only after an edit is answered', async (t, openSlack) => {
  const slack = await openSlack(t);
  await slack.startChat();
  const { ts } = slack.server.say('UALICE', 'CHR', 'how much leave?');
  await slack.log.when(ignored(slack, 'not_addressed'));
  slack.server.edit('UALICE', 'CHR', ts, 'how much leave, everyone?');
  await slack.log.when(ignored(slack, 'edit_of_no_question'));
  slack.server.edit('UALICE', 'CHR', ts, '@bylaw how much leave?');
  await slack.log.until('slack.finished');
  assert.deepEqual(answersIn(slack, 'CHR', ts), ['Answer to: how much leave?']);
});

overBoth('an edit that a crash left behind takes the place of the first answer, once', async (t, openSlack) => {
  const slack = await openSlack(t);
  const first = await slack.startChat();
  const { ts } = slack.server.say('UALICE', 'CHR', '@bylaw how much leef?');
  await slack.log.until('slack.finished');
  const key = `T0HOME:CHR:${ts}`;
  await slack.records.questions.claim({
    key: `${key}:edit`,
    payload: JSON.stringify({
      ...{ kind: 'mention', key: `${key}:edit`, corrects: key, user: 'UALICE', channel: 'CHR', ts },
      ...{ text: '<@U0BYLAW> how much leave?', files: [], at: slack.clock.now() },
    }),
    ...{ owner: 'dead', leaseUntil: slack.clock.now(), now: slack.clock.now() },
  });
  await first.stop();
  slack.clock.advance(leaseMs);
  await slack.startChat();
  await slack.log.until('slack.finished', 2);
  assert.deepEqual(answersIn(slack, 'CHR', ts), ['Answer to: how much leave?']);
});

for (const [moment, applied] of [
  ['after the first answer was changed', true],
  ['before the first answer was changed', false],
] as const) {
  overBoth(`a process that dies ${moment} leaves one answer, to the edit`, async (t, openSlack) => {
    const slack = await openSlack(t);
    const first = mortal(slack);
    await slack.startChat({ records: first.records });
    const { ts } = slack.server.say('UALICE', 'CHR', '@bylaw how much leef?');
    await slack.log.until('slack.finished');
    slack.server.fail('chat.update', { applied, hold: new Promise(() => {}) });
    slack.server.edit('UALICE', 'CHR', ts, '@bylaw how much leave?');
    await slack.server.until(() => slack.server.calls('chat.update') === 1);
    await slack.server.until(() => !slack.server.problems().some((problem) => problem.includes('acknowledgement')));
    first.die();
    slack.clock.advance(leaseMs);
    await slack.startChat();
    await slack.log.until('slack.finished', 2);
    assert.deepEqual(answersIn(slack, 'CHR', ts), ['Answer to: how much leave?']);
    await slack.server.until(() => slack.server.problems().length === 0);
  });
}

overBoth(
  'the first wording is not answered any more once an edit is claimed, also after a crash',
  async (t, openSlack) => {
    const slack = await openSlack(t);
    const { ts } = slack.server.say('UALICE', 'DALICE', 'how much leef?');
    const key = `T0HOME:DALICE:${ts}`;
    const asked = { kind: 'direct', user: 'UALICE', channel: 'DALICE', ts, files: [], at: slack.clock.now() };
    for (const ask of [
      { ...asked, key, text: 'how much leef?' },
      { ...asked, key: `${key}:edit`, corrects: key, text: 'how much leave?' },
    ]) {
      const claim = { key: ask.key, payload: JSON.stringify(ask), owner: 'dead', leaseUntil: slack.clock.now() };
      await slack.records.questions.claim({ ...claim, now: slack.clock.now() });
    }
    slack.clock.advance(leaseMs);
    await slack.startChat();
    await slack.log.until('slack.finished', 2);
    assert.deepEqual(answersIn(slack, 'DALICE', ts), ['Answer to: how much leave?']);
  },
);

overBoth(
  'an edit that is for people is answered to the asker alone, and its words are kept nowhere',
  async (t, openSlack) => {
    const slack = await openSlack(t);
    await slack.startChat();
    const release = slack.answering.hold();
    const { ts } = slack.server.say('UALICE', 'CHR', '@bylaw how much leave?');
    await slack.answering.until(1);
    const payloads: string[] = [];
    const { claim } = slack.records.questions;
    slack.records.questions.claim = (wanted) => {
      payloads.push(wanted.payload);
      return claim(wanted);
    };
    slack.server.edit('UALICE', 'CHR', ts, '@bylaw SENSITIVE my doctor says so');
    await slack.log.until('slack.finished');
    release();
    assert.deepEqual(answersIn(slack, 'CHR', ts), []);
    assert.match(slack.server.state.ephemerals[0]?.text ?? '', /People who help with health/);
    assert.ok(payloads.every((payload) => !payload.includes('doctor')));
  },
);

overBoth('a question that is deleted while it is being answered is dropped without a word', async (t, openSlack) => {
  const slack = await openSlack(t);
  await slack.startChat();
  slack.answering.hold();
  const { ts } = slack.server.say('UALICE', 'CHR', '@bylaw how much leave?');
  await slack.answering.until(1);
  slack.server.remove('UALICE', 'CHR', ts);
  await slack.log.until('slack.ended');
  slack.answering.hold()();
  assert.deepEqual(
    slack.server.state.messages.filter(({ botId }) => botId !== undefined),
    [],
  );
  assert.deepEqual(slack.server.state.ephemerals, []);
  assert.equal((await slack.records.questions.get(`T0HOME:CHR:${ts}`))?.state, 'refused');
  await slack.server.until(() => slack.server.problems().length === 0);
});

overBoth('one that has replies, and leaves a tombstone, is dropped too', async (t, openSlack) => {
  const slack = await openSlack(t);
  await slack.startChat();
  slack.answering.hold();
  const { ts } = slack.server.say('UALICE', 'CHR', '@bylaw how much leave?');
  await slack.answering.until(1);
  const message = { type: 'message', subtype: 'tombstone', user: 'USLACKBOT', ts, thread_ts: ts, text: 'deleted' };
  const event = { type: 'message', subtype: 'message_changed', hidden: true, channel: 'CHR', message };
  await slack.server.send({ type: 'events_api', payload: { event } });
  await slack.log.until('slack.ended');
  assert.equal((await slack.records.questions.get(`T0HOME:CHR:${ts}`))?.state, 'refused');
  assert.deepEqual(slack.server.state.ephemerals, []);
});

const self = { user: 'UBOT', bot: 'BBOT' };
const message = { ts: '100.000001', user: 'U1', text: 'new', edited: { user: 'U1', ts: '160.000000' } };
const change = {
  type: 'message',
  subtype: 'message_changed',
  channel: 'C1',
  previous_message: { text: 'old' },
} as const;

for (const [what, changed, expected] of [
  ['by its author, soon', {}, 'correction'],
  ['five minutes later', { edited: { user: 'U1', ts: '400.000001' } }, 'correction'],
  ['later than that', { edited: { user: 'U1', ts: '400.100000' } }, 'too_late'],
  ['by someone else', { edited: { user: 'U2', ts: '160.000000' } }, 'not_by_author'],
  ['by nobody, such as a preview', { edited: undefined }, 'not_by_author'],
  ['of the same text', { text: ' old\n' }, 'same_text'],
  ['of its own message', { user: 'UBOT', edited: { user: 'UBOT', ts: '160.000000' } }, 'own'],
  ['of a bot’s message', { bot_id: 'B2' }, 'bot'],
  ['at a time that is none', { edited: { user: 'U1', ts: 'x' } }, 'too_late'],
] as const) {
  test(`an edit ${what}: ${expected}`, () => {
    const edit = decideEdit({ ...change, message: { ...message, ...changed } }, self);
    assert.equal(edit.kind === 'ignored' ? edit.reason : edit.kind, expected);
  });
}
