import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openSlack, type Slack } from './open-slack.ts';

async function openConnected(...given: Parameters<typeof openSlack>): Promise<Slack> {
  const slack = await openSlack(...given);
  await slack.startChat();
  await slack.server.until(() => slack.server.connections() === 2);
  return slack;
}

for (const [what, act] of [
  ['a disconnect', 'disconnect'],
  ['a dropped socket', 'drop'],
] as const) {
  test(`after ${what} the connections come back, and an event is handled within a second`, async (t) => {
    const slack = await openConnected(t);
    if (act === 'disconnect') slack.server.disconnect('refresh_requested');
    else slack.server.drop();
    await slack.log.until('slack.disconnected');
    const started = performance.now();
    slack.server.say('UALICE', 'CHR', '@bylaw hello');
    await slack.log.until('slack.finished');
    assert.ok(performance.now() - started < 1_000);
    await slack.server.until(() => slack.server.connections() === 2);
    assert.equal(slack.answering.asked.length, 1);
    await slack.server.until(() => slack.server.problems().length === 0);
  });
}

test('while one connection cannot be made the other takes what comes', async (t) => {
  const slack = await openSlack(t);
  const opened = Promise.withResolvers<void>();
  slack.server.fail('apps.connections.open', { applied: true }, { applied: true, hold: opened.promise });
  await slack.startChat();
  slack.server.say('UALICE', 'CHR', '@bylaw hello');
  await slack.log.until('slack.finished');
  assert.equal(slack.server.connections(), 1);
  opened.resolve();
  await slack.log.until('slack.connected', 2);
});

test('a refused reconnection is tried again, with growing pauses, until it succeeds', async (t) => {
  const slack = await openConnected(t);
  const refusals = Array.from({ length: 6 }, () => ({ code: 'internal_error' }));
  slack.server.fail('apps.connections.open', ...refusals);
  slack.server.drop();
  await slack.log.until('slack.not_connected', 6);
  await slack.server.until(() => slack.server.connections() === 2);
  slack.server.say('UALICE', 'CHR', '@bylaw hello');
  await slack.log.until('slack.finished');
  assert.ok(slack.pauses.includes(250) && slack.pauses.includes(500));
});

test('a token that Slack no longer takes is told once, and tried again after minutes only', async (t) => {
  const slack = await openConnected(t);
  slack.server.fail('apps.connections.open', ...Array.from({ length: 4 }, () => ({ code: 'token_revoked' })));
  slack.server.drop();
  await slack.log.until('slack.connected', 4);
  const told = slack.log.lines.filter(({ event }) => event === 'slack.account_refused');
  assert.equal(told.length, 1);
  assert.match(String(told[0]?.fields.fix), /install the app again/);
  assert.equal(slack.log.lines.filter(({ event }) => event === 'slack.not_connected').length, 0);
  assert.deepEqual([...new Set(slack.pauses)], [300_000]);
});
