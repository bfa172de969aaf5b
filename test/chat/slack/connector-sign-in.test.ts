import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { createSignInParts } from '../../../src/sign-in-parts.ts';
import { startAuthorizationServer } from '../../support/mcp/authorization-server.ts';
import { address, connectorSettings } from '../../support/mcp/connector-settings.ts';
import { startGuardedServer } from '../../support/mcp/guarded-server.ts';
import { callText, connectFor, never } from '../../support/mcp/open-connection.ts';
import { openSlack, requestUrl } from './open-slack.ts';

test('a person is sent a link alone, comes back to the bot from the page, and reaches the system as themselves', async (t) => {
  const authorization = await startAuthorizationServer(t);
  const server = await startGuardedServer(t, authorization);
  const settings = connectorSettings('desk', address(server.url), { auth: 'person', protocol: 'legacy' });
  const slack = await openSlack(t, { transport: 'http' });
  const environment = {
    BYLAW_PUBLIC_URL: 'https://bylaw.example',
    BYLAW_SECRET_KEY: randomBytes(32).toString('base64'),
    SLACK_SIGNING_SECRET: 'set',
  };
  const parts = createSignInParts({
    config: { connectors: { connectors: [settings], refused: [] }, environment },
    ...{ records: slack.records, now: slack.clock.now, log: slack.log },
  });
  await slack.startChat({ signIns: parts.pagesOf(() => settings) });
  const connect = () => {
    const signIn = parts.signIns?.for(settings, 'UALICE');
    assert.ok(signIn);
    return connectFor(t)(settings, { signal: never, signIn });
  };

  await assert.rejects(connect(), /wants each person to sign in/);
  const { messages } = slack.server.view('UALICE', 'DALICE');
  const link = messages.find(({ text }) => text.includes('I need to reach desk as you'));
  assert.match(link?.text ?? '', /This link is for you alone: don't pass it on/);
  const page = link?.buttons.find(({ url }) => url !== undefined)?.url ?? '';
  assert.ok(page.startsWith(`${authorization.issuer}/authorize`), page);

  const back = await authorization.signInAs('alice', page);
  assert.equal(back.origin, 'https://bylaw.example');
  const open = (address: URL) => fetch(new URL(`${address.pathname}${address.search}`, requestUrl(slack.log)));
  const shown = await open(back);
  assert.deepEqual([shown.status, shown.headers.get('cache-control')], [200, 'no-store']);
  assert.match(await shown.text(), /You are signed in to desk/);
  const again = await open(back);
  assert.equal(again.status, 400);
  assert.match(await again.text(), /used before, is too old, or is not yours/);

  const connection = await connect();
  t.after(() => connection.close());
  assert.equal(await callText(connection, 'whoami'), 'alice');
});
