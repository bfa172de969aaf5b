import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkSlack } from '../../src/chat/slack-check.ts';
import { appToken, botToken, openWorkspace } from '../workspace/open-workspace.ts';

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
