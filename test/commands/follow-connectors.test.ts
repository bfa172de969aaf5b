import assert from 'node:assert/strict';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { type TestContext, test } from 'node:test';
import { createApp } from '../../src/app.ts';
import { followConnectors } from '../../src/commands/follow-connectors.ts';
import { loadConfig } from '../../src/config.ts';
import { startSampleApp } from '../answer/sample-app.ts';
import { manualTimers } from '../support/mcp/manual-timers.ts';
import { projectFolder, temporaryFolder } from '../support/run-bylaw.ts';

const server = { command: process.execPath, args: [join(projectFolder, 'test', 'connectors', 'zoo', 'healthy.mjs')] };
const rules = { access: { channels: ['*'] }, tools: { trusted: true } };

/** A running bot whose settings file is edited. */
async function openEdited(t: TestContext, servers: object) {
  const folder = temporaryFolder(t);
  const file = join(folder, 'bylaw.yaml');
  const write = (text: string) => {
    writeFileSync(`${file}.new`, text);
    renameSync(`${file}.new`, file);
  };
  const settings = (mcpServers: object) =>
    JSON.stringify({
      ...{ embeddings: { provider: 'none' }, data: 'state', mcpServers },
      connectors: Object.fromEntries(Object.keys(mcpServers).map((name) => [name, rules])),
    });
  write(settings(servers));
  const readConfig = () => loadConfig({ cwd: folder, argumentFolder: folder, env: {} });
  const told: string[] = [];
  const app = await createApp(readConfig(), {
    ...{ logLevel: 'info', environment: { PATH: process.env.PATH } },
    logLine: (line) => void told.push(line),
  });
  await app.start();
  t.after(() => app.stop());
  app.connectors.start();
  await app.connectors.settled();
  const following = followConnectors({ ...app, readConfig, timers: manualTimers() });
  t.after(() => following.stop());
  const edit = async (text: string) => {
    write(text);
    await following.look();
    await app.connectors.settled();
  };
  return {
    ...{ edit, settings, told },
    states: () => app.connectors.status().map(({ name, state }) => `${name} ${state}`),
    starts: (name: string) => told.filter((line) => line.includes(`"${name}"`) && line.includes('"connecting"')).length,
  };
}

test('connectors come and go with the settings file, and those that stay are left alone', async (t) => {
  const { edit, settings, states, starts } = await openEdited(t, { kept: server });
  await edit(settings({ kept: server, added: server }));
  assert.deepEqual(states(), ['added ready', 'kept ready']);
  await edit(settings({ kept: server }));
  assert.deepEqual(states(), ['kept ready']);
  assert.equal(starts('kept'), 1);
});

test('of a file with a mistake nothing is taken over, and the log says which', async (t) => {
  const { edit, states, told } = await openEdited(t, { kept: server });
  await edit('{"mcpServers": 7}');
  assert.deepEqual(states(), ['kept ready']);
  assert.match(told.join(''), /not_reconfigured.*mcpServers/);
});

test('the first connector of all is used without a restart', async (t) => {
  const { app, fake, ask, folder } = await startSampleApp(t);
  const file = join(folder, 'bylaw.yaml');
  const readConfig = () => loadConfig({ file, cwd: folder, argumentFolder: folder, env: {} });
  app.connectors.start();
  const following = followConnectors({ ...app, readConfig, timers: manualTimers() });
  t.after(() => following.stop());
  const before = JSON.parse(readFileSync(file, 'utf8'));
  writeFileSync(file, JSON.stringify({ ...before, mcpServers: { first: server }, connectors: { first: rules } }));
  await following.look();
  await app.connectors.settled();
  await app.connectors.approve(await app.connectors.review('first', new AbortController().signal), 'ops');
  fake.respondWith(() => ({ content: [{ type: 'text', text: 'Nothing is known.' }] }));
  await ask('Who is on call?');
  const offered = fake.requests[0]?.body.tools?.map(({ name }) => name) ?? [];
  assert.ok(offered.includes('mcp__first__greet'), offered.join(' '));
});
