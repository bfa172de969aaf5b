import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decideAddressing } from '../../../src/chat/slack/intake/addressing.ts';
import { askFromMessage } from '../../../src/chat/slack/intake/ask.ts';
import { type MessageEvent, parseMessageEvent } from '../../../src/chat/slack/intake/events.ts';
import { rules } from './open-slack.ts';

const self = { user: 'UBOT', bot: 'BBOT' };
const base: MessageEvent = { type: 'message', channel: 'C1', ts: '1.000001', user: 'U1', text: 'hello' };

for (const [what, event, expected] of [
  ['a mention', { type: 'app_mention', text: '<@UBOT> hello' }, 'mention'],
  ['a message with a mention', { text: 'hello <@UBOT>' }, 'mention'],
  ['a direct message', { channel: 'D1', channel_type: 'im' }, 'direct'],
  ['a mention in a direct message', { type: 'app_mention', channel: 'D1' }, 'direct'],
  ['a file in a direct message', { channel: 'D1', channel_type: 'im', subtype: 'file_share' }, 'direct'],
  ['a thread reply that is also sent to the channel', { subtype: 'thread_broadcast', text: '<@UBOT> hi' }, 'mention'],
  ['a /me message', { channel: 'D1', subtype: 'me_message' }, 'direct'],
  ['a message to nobody', {}, 'not_addressed'],
  ['a mention of someone else', { text: '<@UBOTTLE> hello' }, 'not_addressed'],
  ['an own message', { user: 'UBOT', channel: 'D1' }, 'own'],
  ['an own message by its bot id', { bot_id: 'BBOT', channel: 'D1' }, 'own'],
  ['another bot', { bot_id: 'B2', text: '<@UBOT> hi' }, 'bot'],
  ['an old bot', { subtype: 'bot_message', text: '<@UBOT> hi' }, 'bot'],
  ['Slackbot', { user: 'USLACKBOT', channel: 'D1' }, 'slackbot'],
  ['a hidden message', { hidden: true, channel: 'D1' }, 'hidden'],
  ['an edit', { subtype: 'message_changed', channel: 'D1' }, 'subtype'],
  ['someone joining', { subtype: 'channel_join', text: '<@UBOT>' }, 'subtype'],
  ['a message by nobody', { user: undefined, channel: 'D1' }, 'no_user'],
] as const) {
  test(`${what}: ${expected}`, () => {
    const decided = decideAddressing({ ...base, ...event }, { self, rules });
    assert.equal(decided.kind === 'ignored' ? decided.reason : decided.kind, expected);
  });
}

test('the asker’s team is the most specific that the event names', () => {
  const ask = (event: object) => askFromMessage({ ...base, ...event }, 'mention', 'T1', 0).team;
  assert.equal(ask({ user_team: 'T2', source_team: 'T3', team: 'T1' }), 'T2');
  assert.equal(ask({ source_team: 'T3', team: 'T1' }), 'T3');
  assert.equal(ask({ team: 'T1' }), 'T1');
  assert.equal(ask({}), undefined);
});

test('an event of an unknown shape is not read', () => {
  assert.equal(parseMessageEvent({ type: 'message', channel: { id: 'C1' }, ts: 1 }), undefined);
  assert.equal(parseMessageEvent({ type: 'reaction_added' }), undefined);
  assert.equal(parseMessageEvent(undefined), undefined);
});
