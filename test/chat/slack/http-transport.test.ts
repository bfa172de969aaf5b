import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { signingSecret } from '../../workspace/open-workspace.ts';
import { openSlack, requestUrl } from './open-slack.ts';

const event = (type: string) => ({ type: 'events_api' as const, payload: { event: { type } } });

test('a request with another signature, or signed minutes ago, is refused', async (t) => {
  const slack = await openSlack(t, { transport: 'http' });
  await slack.startChat();
  assert.equal(await slack.server.postSigned(event('app_uninstalled'), { secret: 'another-secret' }), 401);
  assert.equal(await slack.server.postSigned(event('app_uninstalled'), { ageMs: 10 * 60_000 }), 401);
  assert.equal(slack.log.lines.filter(({ event: name }) => name === 'slack.account_refused').length, 0);
  assert.equal(await slack.server.postSigned(event('app_uninstalled'), {}), 200);
});

test('a health check is answered, and nothing else is there', async (t) => {
  const slack = await openSlack(t, { transport: 'http' });
  await slack.startChat();
  const at = (path: string) => new URL(path, requestUrl(slack.log));
  const health = await fetch(at('/health'));
  assert.deepEqual([health.status, await health.json()], [200, { ok: true }]);
  const elsewhere = await fetch(at('/elsewhere'));
  await elsewhere.body?.cancel();
  assert.equal(elsewhere.status, 404);
});

test('a port that is taken is named at the start', async (t) => {
  const slack = await openSlack(t, { transport: 'http' });
  const other = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => other.once('listening', resolve));
  t.after(() => other.close());
  const { port } = other.address() as AddressInfo;
  await assert.rejects(
    slack.startChat({ reach: { kind: 'http', signingSecret, port, host: '127.0.0.1' } }),
    new RegExp(`port ${port} can't be opened.*EADDRINUSE.*set PORT`),
  );
});
