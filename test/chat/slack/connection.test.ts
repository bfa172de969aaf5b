import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openSlack } from './open-slack.ts';

for (const [what, act] of [
  ['a disconnect', 'disconnect'],
  ['a dropped socket', 'drop'],
] as const) {
  test(`after ${what} the connection comes back and no event is lost`, async (t) => {
    const slack = await openSlack(t);
    await slack.startChat();
    if (act === 'disconnect') slack.server.disconnect('refresh_requested');
    else slack.server.drop();
    await slack.log.until('slack.disconnected');
    slack.server.say('UALICE', 'CHR', '@bylaw hello');
    await slack.log.until('slack.finished');
    assert.equal(slack.answering.asked.length, 1);
    assert.deepEqual(slack.server.problems(), []);
  });
}

test('a refused reconnection is tried again until it succeeds', async (t) => {
  const slack = await openSlack(t);
  await slack.startChat();
  slack.server.fail('apps.connections.open', { code: 'internal_error' }, { code: 'team_access_not_granted' });
  slack.server.drop();
  await slack.log.until('slack.not_connected', 2);
  await slack.log.until('slack.connected', 2);
  slack.server.say('UALICE', 'CHR', '@bylaw hello');
  await slack.log.until('slack.finished');
  assert.deepEqual(slack.pauses, [250, 500]);
});

test('HTTP errors while reconnecting do not end the process', async (t) => {
  const slack = await openSlack(t);
  await slack.startChat();
  slack.server.fail('apps.connections.open', { status: 503 }, { status: 503 }, { status: 503 });
  slack.server.drop();
  await slack.log.until('slack.connected', 2);
  slack.server.say('UALICE', 'CHR', '@bylaw hello');
  await slack.log.until('slack.finished');
});
