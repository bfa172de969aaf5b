import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { test } from 'node:test';
import { createMcpHost } from '../../src/connectors/create-mcp-host.ts';
import { createSeal } from '../../src/connectors/oauth/seal.ts';
import { createSignIns } from '../../src/connectors/oauth/sign-ins.ts';
import { createPersonHosts } from '../../src/connectors/person-hosts.ts';
import { silentLog } from '../../src/log.ts';
import { sqliteRecords, temporaryFolder } from '../records/open-sqlite.ts';
import { startAuthorizationServer } from '../support/mcp/authorization-server.ts';
import { address, connectorSettings } from '../support/mcp/connector-settings.ts';
import { startGuardedServer } from '../support/mcp/guarded-server.ts';
import { manualTimers } from '../support/mcp/manual-timers.ts';
import { connectFor, remoteCall, textOf } from '../support/mcp/open-connection.ts';

test('each person calls by a connection of their own, signs in on it, and it is closed when it is not used', async (t) => {
  const authorization = await startAuthorizationServer(t);
  const server = await startGuardedServer(t, authorization);
  const records = sqliteRecords(t, join(await temporaryFolder(t), 'records.sqlite'));
  await records.start();
  const settings = connectorSettings('desk', address(server.url), { auth: 'person', protocol: 'legacy' });
  const links = new Map<string, string>();
  const signIns = createSignIns({
    ...{ store: records.credentials, seal: createSeal(randomBytes(32).toString('hex')), now: () => 1000 },
    ...{ redirectUrl: () => 'https://bylaw.example/oauth/callback', newState: randomUUID, log: silentLog },
    askToSignIn: async ({ person, url }) => void links.set(person, url),
  });
  const timers = manualTimers();
  const connect = connectFor(t);
  const people = createPersonHosts({
    timers,
    open: (own, person) =>
      createMcpHost({
        plan: { connectors: [own], refused: [] },
        ...{ connect, timers, random: () => 1, log: silentLog, sweep: () => [] },
        signIn: () => signIns.for(own, person),
      }),
  });
  t.after(() => people.stop());
  const stateOf = async (person: string) => (await people.hostFor(settings, person)).server('desk')?.state;
  const whoami = async (person: string) => {
    const own = (await people.hostFor(settings, person)).server('desk');
    return own && textOf(await own.call(remoteCall('whoami'), { repeatable: true }));
  };
  for (const person of ['ada', 'bob']) {
    assert.equal(await stateOf(person), 'needs_auth');
    const back = await authorization.signInAs(person, links.get(person) ?? '');
    await signIns.finish(back.searchParams, () => settings);
  }
  assert.deepEqual([await whoami('ada'), await whoami('bob'), await whoami('ada')], ['ada', 'bob', 'ada']);
  const before = await people.hostFor(settings, 'ada');
  timers.advance(15 * 60_000);
  assert.notEqual(await people.hostFor(settings, 'ada'), before);
  assert.equal(await whoami('ada'), 'ada');
});
