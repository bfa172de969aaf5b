import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { test } from 'node:test';
import { createConnectors } from '../../src/connectors/create-connectors.ts';
import { createMcpHost } from '../../src/connectors/create-mcp-host.ts';
import { createSeal } from '../../src/connectors/oauth/seal.ts';
import { createSignIns, type SignInLink } from '../../src/connectors/oauth/sign-ins.ts';
import { createPersonHosts } from '../../src/connectors/person-hosts.ts';
import { realTimers } from '../../src/connectors/timers.ts';
import { silentLog } from '../../src/log.ts';
import { sqliteRecords, temporaryFolder } from '../records/open-sqlite.ts';
import { startAuthorizationServer } from '../support/mcp/authorization-server.ts';
import { address, connectorSettings } from '../support/mcp/connector-settings.ts';
import { startGuardedServer } from '../support/mcp/guarded-server.ts';
import { connectFor } from '../support/mcp/open-connection.ts';
import { ada, runContext, textOfRun, toolNamed } from './connector-world.ts';

test('a tool of a system that each person signs in to is offered before, sends a link, and is then called as the person', async (t) => {
  const authorization = await startAuthorizationServer(t);
  const server = await startGuardedServer(t, authorization);
  const records = sqliteRecords(t, join(await temporaryFolder(t), 'records.sqlite'));
  await records.start();
  const tools = { deny: [], trusted: false, approvers: ['desk'] };
  const settings = connectorSettings('desk', address(server.url), { auth: 'person', protocol: 'legacy', tools });
  const links: SignInLink[] = [];
  const signIns = createSignIns({
    ...{ store: records.credentials, seal: createSeal(randomBytes(32).toString('hex')), now: () => 1000 },
    ...{ redirectUrl: () => 'https://bylaw.example/oauth/callback', newState: randomUUID, log: silentLog },
    askToSignIn: async (link) => void links.push(link),
  });
  const signIn = async (name: string) => {
    const back = await authorization.signInAs(name, links.at(-1)?.url ?? '');
    await signIns.finish(back.searchParams, () => settings);
  };
  const connect = connectFor(t);
  const open = (person?: string) => {
    const host = createMcpHost({
      plan: { connectors: [settings], refused: [] },
      ...{ connect, timers: realTimers, random: () => 1, log: silentLog, sweep: () => [] },
      signIn: () => signIns.for(settings, person),
    });
    const people = createPersonHosts({ timers: realTimers, open: (_, each) => open(each).host });
    const connectors = createConnectors({
      ...{ host, people, records: records.connectors, newId: randomUUID, now: () => 1000, log: silentLog },
    });
    t.after(() => connectors.stop());
    return { host, connectors };
  };
  const started = async (person?: string) => {
    const { connectors } = open(person);
    connectors.start();
    await connectors.settled();
    await connectors.refresh();
    return connectors;
  };

  // An admin looks at it with a sign-in of their own.
  const admin = await started('U-OPS');
  await signIn('ops');
  await admin.retry('desk');
  await admin.approve(await admin.review('desk', new AbortController().signal), 'ops');

  const connectors = await started();
  assert.deepEqual(
    connectors.status().map(({ state, reason }) => [state, /wants each person to sign in/.test(reason ?? '')]),
    [['needs_auth', true]],
  );
  const tool = toolNamed(connectors.toolsFor(ada), 'mcp__desk__whoami');
  await assert.rejects(tool.run({}, runContext({ agreedBy: 'U-BOB' })), /was not called: connector "desk" wants each/);
  assert.deepEqual([links.length, links.at(-1)?.person], [2, 'U-ADA']);
  await signIn('ada');
  assert.match(await textOfRun(tool, {}, { agreedBy: 'U-BOB' }), /> ada$/);
});
