import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readSlackAccount } from '../../../src/chat/slack/reach.ts';

const bot = { SLACK_BOT_TOKEN: 'xoxb-1' };
const app = { SLACK_APP_TOKEN: 'xapp-1' };
const secret = { SLACK_SIGNING_SECRET: '12345678' };

test('without any of its variables there is no Slack, whatever PORT says', () => {
  assert.equal(readSlackAccount({}), undefined);
  assert.equal(readSlackAccount({ PORT: 80 }), undefined);
});

test('bot and app token mean Socket Mode', () => {
  assert.deepEqual(readSlackAccount({ ...bot, ...app, PORT: 80 }), {
    botToken: 'xoxb-1',
    reach: { kind: 'socket', appToken: 'xapp-1' },
  });
});

test('bot token and signing secret mean HTTP at PORT, or 3000', () => {
  const reach = { kind: 'http', signingSecret: '12345678' };
  assert.deepEqual(readSlackAccount({ ...bot, ...secret })?.reach, { ...reach, port: 3000 });
  assert.deepEqual(readSlackAccount({ ...bot, ...secret, PORT: 8080 })?.reach, { ...reach, port: 8080 });
});

for (const [what, environment, message] of [
  ['the bot token alone', bot, /SLACK_APP_TOKEN is not set, nor is SLACK_SIGNING_SECRET/],
  ['the app token alone', app, /SLACK_BOT_TOKEN is not set/],
  ['the signing secret alone', secret, /SLACK_BOT_TOKEN is not set/],
  ['both ways', { ...bot, ...app, ...secret }, /both set: keep the app token for Socket Mode, or the signing secret/],
] as const) {
  test(`${what} is refused with what to do, without a secret in the message`, () => {
    assert.throws(
      () => readSlackAccount(environment),
      (error: Error) => message.test(error.message) && !/xoxb|xapp|12345678/.test(error.message),
    );
  });
}
