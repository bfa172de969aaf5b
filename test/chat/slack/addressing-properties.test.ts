import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type AddressingContext, decideAddressing } from '../../../src/chat/slack/intake/addressing.ts';
import type { MessageEvent } from '../../../src/chat/slack/intake/events.ts';
import type { ChannelPolicy } from '../../../src/chat/slack/intake/rules.ts';

const self = { user: 'UBOT', bot: 'BBOT' };
const policies = ['mention', 'followups', 'all', 'off'] as const satisfies readonly ChannelPolicy[];

const words = fc.constantFrom(
  ...['hello', 'how much leave is there?', '', '<@UBOT> hi', '<@UBEN> do you know?', 'constructor', '<!here> really?'],
);
const event: fc.Arbitrary<MessageEvent> = fc.record(
  {
    type: fc.constantFrom('message', 'app_mention'),
    channel: fc.constantFrom('C1', 'G1', 'D1', 'constructor', '__proto__'),
    ts: fc.constantFrom('1.000001', '2.000001'),
    text: fc.oneof(words, fc.string()),
    thread_ts: fc.constantFrom('1.000001', '0.000001'),
    channel_type: fc.constantFrom('im', 'mpim', 'channel', 'group', 'app_home'),
    user: fc.constantFrom('U1', 'UBOT', 'USLACKBOT', ''),
    subtype: fc.constantFrom('file_share', 'thread_broadcast', 'me_message', 'bot_message', 'message_changed', 'x'),
    bot_id: fc.constantFrom('BBOT', 'BALLOWED', 'BOTHER', null, ''),
    hidden: fc.boolean(),
  },
  { requiredKeys: ['type', 'channel', 'ts', 'text'] },
);
const rules: fc.Arbitrary<AddressingContext['rules']> = fc.record({
  bots: fc.constantFrom([], ['BALLOWED']),
  botTurns: fc.integer({ min: 1, max: 3 }),
  channels: fc.dictionary(fc.constantFrom('C1', 'G1'), fc.constantFrom(...policies)),
});
const facts = fc.record({ turns: fc.nat(4) });

test('with the facts of the thread every message is decided', () => {
  fc.assert(
    fc.property(event, rules, facts, (message, given, known) => {
      assert.notEqual(decideAddressing(message, { self, rules: given, facts: known }).kind, 'undecided');
    }),
  );
});

test('what is decided without facts is decided the same with any', () => {
  fc.assert(
    fc.property(event, rules, facts, (message, given, known) => {
      const without = decideAddressing(message, { self, rules: given });
      if (without.kind === 'undecided') return;
      assert.deepEqual(decideAddressing(message, { self, rules: given, facts: known }), without);
    }),
  );
});

test('nothing hidden, of its own, of Slackbot or of a bot that is not allowed is ever answered', () => {
  fc.assert(
    fc.property(event, rules, facts, (message, given, known) => {
      const isOwn = message.user === self.user || message.bot_id === self.bot;
      const isBot = Boolean(message.bot_id) && !given.bots.includes(message.bot_id ?? '');
      if (!message.hidden && !isOwn && !isBot && message.user !== 'USLACKBOT') return;
      assert.equal(decideAddressing(message, { self, rules: given, facts: known }).kind, 'ignored');
    }),
  );
});

test('an allowed bot is answered so many times in a thread and no more', () => {
  fc.assert(
    fc.property(event, rules, facts, (message, given, known) => {
      if (!message.bot_id || known.turns < given.botTurns) return;
      assert.equal(decideAddressing(message, { self, rules: given, facts: known }).kind, 'ignored');
    }),
  );
});

test('without a mention nothing is answered in a channel, unless the settings say so', () => {
  fc.assert(
    fc.property(event, rules, facts, (message, given, known) => {
      const isDirect = message.channel_type === 'im' || message.channel.startsWith('D');
      const isMention = message.type === 'app_mention' || message.text.includes('<@UBOT>');
      if (isDirect || isMention || message.channel_type === 'mpim') return;
      const policy = Object.hasOwn(given.channels, message.channel) ? given.channels[message.channel] : 'mention';
      const { kind } = decideAddressing(message, { self, rules: given, facts: known });
      if (policy === 'mention' || policy === 'off') assert.equal(kind, 'ignored');
      if (policy === 'followups') assert.ok(kind === 'ignored' || (kind === 'followup' && known.turns > 0));
    }),
  );
});

test('a person’s mention and direct message are answered whatever the channel’s policy', () => {
  fc.assert(
    fc.property(rules, fc.constantFrom('C1', 'G1', 'D1'), fc.string(), (given, channel, text) => {
      const message: MessageEvent = { type: 'app_mention', channel, ts: '1.000001', user: 'U1', text };
      const { kind } = decideAddressing(message, { self, rules: given });
      assert.equal(kind, channel === 'D1' ? 'direct' : 'mention');
    }),
  );
});
