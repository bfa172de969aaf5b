import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkSlack } from '../../../src/chat/slack/check.ts';
import { appToken, botToken, openWorkspace, signingSecret } from '../../workspace/open-workspace.ts';

const socket = { botToken, reach: { kind: 'socket', appToken } } as const;

test('a workspace that has everything is said to', async (t) => {
  const { server } = await openWorkspace(t);
  const found = await checkSlack({ apiUrl: server.apiUrl(), now: () => 0, account: socket });
  assert.ok(found.every(({ ok, fix }) => ok && fix === undefined));
  assert.match(
    found.map(({ detail }) => detail).join('\n'),
    /workspace T0HOME.*all 15 scopes.*all 12 events.*connections/s,
  );
  assert.equal(server.connections(), 0);
});

test('both tokens are tried, and what is wrong is named with what to do', async (t) => {
  const { server } = await openWorkspace(t);
  const account = { botToken: 'xoxb-wrong', reach: { kind: 'socket', appToken: 'xapp-wrong' } } as const;
  const [bot, app] = await checkSlack({ apiUrl: server.apiUrl(), now: () => 0, account });
  assert.equal(bot?.ok, false);
  assert.match(bot?.detail ?? '', /bot token \(invalid_auth\)/);
  assert.equal(app?.ok, false);
  assert.match(app?.detail ?? '', /app token \(invalid_auth\).*SLACK_APP_TOKEN/);
});

test('a missing scope is named with why it is needed, what stops without it, and the events it takes away', async (t) => {
  const { server } = await openWorkspace(t, { without: ['users:read', 'files:read', 'channels:history'] });
  const found = await checkSlack({ apiUrl: server.apiUrl(), now: () => 0, account: socket });
  const told = found.map(({ ok, detail }) => `${ok} ${detail}`).join('\n');
  assert.match(
    told,
    /false the scope users:read is missing\. It is to see .* guest; without it every question is refused/,
  );
  assert.match(told, /true the optional scope files:read is missing\. It is .*; without it they are named as not read/);
  assert.match(told, /do not come without their scopes: message\.channels$/m);
  assert.match(found.find(({ ok }) => !ok)?.fix ?? '', /manifest\.yml/);
});

test('over HTTP the port and the path are named', async (t) => {
  const { server } = await openWorkspace(t, { transport: 'http' });
  const account = { botToken, reach: { kind: 'http', signingSecret, port: 3000 } } as const;
  const found = await checkSlack({ apiUrl: server.apiUrl(), now: () => 0, account });
  assert.match(found.at(-1)?.detail ?? '', /port 3000 at \/slack\/events, signed/);
});

test('a Slack that cannot be reached is not taken for one that refuses the token', async (t) => {
  const { server } = await openWorkspace(t);
  const apiUrl = server.apiUrl();
  await server.stop();
  const [found] = await checkSlack({ apiUrl, now: Date.now, account: socket });
  assert.match(found?.detail ?? '', /^Slack could not be reached \(.+\): check the network and SLACK_API_URL/);
});
