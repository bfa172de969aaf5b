import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkSlack } from '../../../src/chat/slack/check.ts';
import { appToken, botToken, openWorkspace } from '../../workspace/open-workspace.ts';

test('both tokens are tried, and what is wrong is named with what to do', async (t) => {
  const { server } = await openWorkspace(t);
  const shared = { apiUrl: server.apiUrl(), now: () => 0 };
  const good = await checkSlack({ ...shared, account: { botToken, reach: { kind: 'socket', appToken } } });
  assert.ok(good.every(({ ok }) => ok));
  const reach = { kind: 'socket', appToken: 'xapp-wrong' } as const;
  const bad = await checkSlack({ ...shared, account: { botToken: 'xoxb-wrong', reach } });
  assert.deepEqual(
    bad.map(({ ok }) => ok),
    [false, false],
  );
  assert.match(bad[0]?.detail ?? '', /invalid_auth/);
  assert.match(bad[1]?.detail ?? '', /the app token.*invalid_auth.*SLACK_APP_TOKEN/);
  assert.equal(server.connections(), 0);
});

test('a Slack that cannot be reached is not taken for one that refuses the token', async (t) => {
  const { server } = await openWorkspace(t);
  const apiUrl = server.apiUrl();
  await server.stop();
  const [found] = await checkSlack({
    apiUrl,
    now: Date.now,
    account: { botToken, reach: { kind: 'socket', appToken } },
  });
  assert.match(found?.detail ?? '', /^Slack could not be reached \(.+\): check the network and SLACK_API_URL/);
});
