import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { loadConfig } from '../src/config.ts';
import { createConnectorParts } from '../src/connector-parts.ts';
import type { ConnectorPlan } from '../src/connectors/connector.ts';
import { silentLog } from '../src/log.ts';
import { sqliteRecords, temporaryFolder } from './records/open-sqlite.ts';
import { address, connectorSettings } from './support/mcp/connector-settings.ts';

const desk = connectorSettings('desk', address('http://127.0.0.1:9/mcp'), { auth: 'shared' });
const wiki = connectorSettings('wiki', address('http://127.0.0.1:9/mcp'));

/** The parts, and at which of three connectors someone is signed in. */
async function openParts(t: TestContext, plan: ConnectorPlan, secretKey?: string) {
  const cwd = await temporaryFolder(t);
  const records = sqliteRecords(t, join(cwd, 'records.sqlite'));
  await records.start();
  for (const connector of ['desk', 'off', 'gone'])
    await records.credentials.put({ connector, issuer: 'https://a.example', person: 'U1', kind: 'tokens' }, 'v1.x', 1);
  const config = loadConfig({ cwd, argumentFolder: cwd, env: {} });
  const parts = createConnectorParts({
    config: { ...config, connectors: plan, environment: { ...config.environment, BYLAW_SECRET_KEY: secretKey } },
    ...{ records, environment: {}, now: () => 1, log: silentLog },
  });
  t.after(() => parts.connectors.stop());
  return { parts, signedIn: () => records.credentials.connectors() };
}

test('sign-ins at connectors that left the configuration go, those at refused ones stay', async (t) => {
  const off = { name: 'off', state: 'off', reason: 'disabled' } as const;
  const key = randomBytes(32).toString('base64');
  const { parts, signedIn } = await openParts(t, { connectors: [desk], refused: [off] }, key);
  await parts.signOutOfOthers();
  assert.deepEqual(await signedIn(), ['desk', 'off']);
  await parts.connectors.reconfigure({ connectors: [wiki], refused: [] });
  assert.deepEqual(await signedIn(), []);
});

test('without a key connectors to sign in to are refused, at the start and later, and no others', async (t) => {
  const { parts, signedIn } = await openParts(t, { connectors: [desk, wiki], refused: [] });
  const stands = () =>
    parts.connectors.status().map(({ name, state, reason = '' }) => [name, state, reason.slice(0, 28)]);
  const refused = ['desk', 'failed', 'BYLAW_SECRET_KEY is not set:'];
  assert.deepEqual([stands()[0], parts.signIns], [refused, undefined]);
  await parts.connectors.reconfigure({ connectors: [desk], refused: [] });
  assert.deepEqual(stands(), [refused]);
  assert.deepEqual(await signedIn(), ['desk']);
});
