import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkSlack } from '../../../src/chat/slack/check.ts';
import { appToken, botToken, openWorkspace } from '../../workspace/open-workspace.ts';

test('both tokens are tried, and what is wrong is named with what to do', async (t) => {
  const { server } = await openWorkspace(t);
  const shared = { apiUrl: server.apiUrl(), now: () => 0 };
  const good = await checkSlack({ ...shared, botToken, appToken });
  assert.deepEqual(
    good.map(({ ok }) => ok),
    [true, true],
  );
  const bad = await checkSlack({ ...shared, botToken: 'xoxb-wrong', appToken: undefined });
  assert.deepEqual(
    bad.map(({ ok }) => ok),
    [false, false],
  );
  assert.match(bad[0]?.detail ?? '', /invalid_auth/);
  assert.match(bad[1]?.detail ?? '', /SLACK_APP_TOKEN is not set/);
  assert.equal(server.connections(), 0);
});

test('a Slack that cannot be reached is not taken for one that refuses the token', async (t) => {
  const { server } = await openWorkspace(t);
  const apiUrl = server.apiUrl();
  await server.stop();
  const [found] = await checkSlack({ apiUrl, now: Date.now, botToken, appToken });
  assert.match(found?.detail ?? '', /^Slack could not be reached \(.+\): check the network and SLACK_API_URL/);
});
