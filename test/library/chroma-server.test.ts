import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { hasHeartbeat, spawnChroma } from '../../src/library/chroma-process.ts';
import { type ChromaServer, createChromaServer } from '../../src/library/chroma-server.ts';
import { type Log, silentLog } from '../../src/log.ts';
import { ended, readState, serversOn, startUser } from './chroma-process.ts';
import { atEnd, makeFolder } from './library-fixture.ts';

function open(t: TestContext, stateDir: string, options: { log?: Log; hangsAfterMs?: number } = {}): ChromaServer {
  const server = createChromaServer({ stateDir, log: silentLog, now: () => Date.now(), ...options });
  atEnd(t, () => server.stop());
  return server;
}

test('starts nothing before it is needed, and leaves nothing running', async (t) => {
  const stateDir = makeFolder(t);
  const server = open(t, stateDir);
  assert.deepEqual(serversOn(stateDir), []);

  const { port } = await server.ensure();
  assert.equal(await hasHeartbeat(port, 2_000), true);
  assert.equal(serversOn(stateDir).length, 1);
  assert.equal(statSync(join(stateDir, 'chroma.json')).mode & 0o777, 0o600);

  await server.stop();
  assert.deepEqual(serversOn(stateDir), []);
  assert.equal(existsSync(join(stateDir, 'chroma.json')), false);
  await assert.rejects(server.ensure(), { code: 'library_unavailable' });
});

test('keeps its server apart from the terminal and from our secrets', async (t) => {
  if (!existsSync('/proc/self/environ')) return t.skip('the system has no /proc');
  const stateDir = makeFolder(t);
  await open(t, stateDir).ensure();
  const { pid } = readState(stateDir).server;
  assert.equal(readFileSync(`/proc/${pid}/environ`, 'utf8'), '');
  const [, , group] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  assert.equal(Number(group), pid);
});

test('starts one server for all who ask at once, and the last one out ends it', async (t) => {
  const stateDir = makeFolder(t);
  const [first, second] = [open(t, stateDir), open(t, stateDir)];

  const ports = await Promise.all([first.ensure(), second.ensure(), first.ensure(), startUser(t, stateDir)]);
  assert.equal(new Set(ports.map(({ port }) => port)).size, 1);
  assert.equal(serversOn(stateDir).length, 1);

  const other = ports[3].child;
  await first.stop();
  other.stdin?.end();
  await once(other, 'exit');
  assert.equal(serversOn(stateDir).length, 1);
  await second.stop();
  assert.deepEqual(serversOn(stateDir), []);
});

test('takes over the server of a process that was killed', async (t) => {
  const stateDir = makeFolder(t);
  const { child, pid, port } = await startUser(t, stateDir);
  child.kill('SIGKILL');
  await once(child, 'exit');
  assert.deepEqual(serversOn(stateDir), [pid]);

  const server = open(t, stateDir);
  assert.equal((await server.ensure()).port, port);
  assert.deepEqual(
    readState(stateDir).users.map((user) => user.pid),
    [process.pid],
  );
  await server.stop();
  assert.deepEqual(serversOn(stateDir), []);
});

test('replaces a server that was killed together with its process', async (t) => {
  const stateDir = makeFolder(t);
  const { child, pid } = await startUser(t, stateDir);
  child.kill('SIGKILL');
  await once(child, 'exit');
  process.kill(pid, 'SIGKILL');
  await ended(pid);

  const { port } = await open(t, stateDir).ensure();
  assert.equal(await hasHeartbeat(port, 2_000), true);
  assert.equal(serversOn(stateDir).length, 1);
});

test('ends a server whose process was killed before it could note it down', async (t) => {
  const stateDir = makeFolder(t);
  const orphan = spawnChroma(join(stateDir, 'chroma'), 0);
  assert.ok(orphan.pid);

  await open(t, stateDir).ensure();
  const servers = serversOn(stateDir);
  assert.equal(servers.length, 1);
  assert.notEqual(servers[0], orphan.pid);
});

test('replaces a server that hangs', async (t) => {
  const stateDir = makeFolder(t);
  const { child, pid } = await startUser(t, stateDir);
  child.kill('SIGKILL');
  await once(child, 'exit');
  process.kill(pid, 'SIGSTOP');

  await startAndCheck(t, stateDir, { hangsAfterMs: 300 });
  assert.ok(!serversOn(stateDir).includes(pid));
});

async function startAndCheck(t: TestContext, stateDir: string, options?: { hangsAfterMs: number }): Promise<void> {
  const { port } = await open(t, stateDir, options).ensure();
  assert.equal(await hasHeartbeat(port, 2_000), true);
  assert.equal(serversOn(stateDir).length, 1);
}

test('starts its server again when it dies', async (t) => {
  const stateDir = makeFolder(t);
  const { promise: exited, resolve } = Promise.withResolvers<void>();
  const server = open(t, stateDir, {
    log: { ...silentLog, warn: (event) => event === 'chroma.exited' && resolve() },
  });
  await server.ensure();
  const { pid } = readState(stateDir).server;
  process.kill(pid, 'SIGKILL');
  await exited;

  const { port } = await server.ensure();
  assert.equal(await hasHeartbeat(port, 2_000), true);
  assert.notEqual(readState(stateDir).server.pid, pid);
  assert.equal(serversOn(stateDir).length, 1);
});

test('does not mistake another process with the same number for its server', async (t) => {
  const stateDir = makeFolder(t);
  const state = { server: { pid: process.pid, port: 1 }, users: [{ pid: process.pid, started: '1', id: 'long gone' }] };
  writeFileSync(join(stateDir, 'chroma.json'), JSON.stringify(state));

  await startAndCheck(t, stateDir);
  assert.deepEqual(
    readState(stateDir).users.map((user) => user.pid),
    [process.pid],
  );
});

test('takes a state file that was cut short for none', async (t) => {
  const stateDir = makeFolder(t);
  writeFileSync(join(stateDir, 'chroma.json'), '{"server":{"pid":1');
  await startAndCheck(t, stateDir);
});

test('moves a store aside that does not open, unless another process uses it', async (t) => {
  const stateDir = makeFolder(t);
  const server = open(t, stateDir);
  await server.ensure();
  const other = open(t, stateDir);
  await other.ensure();
  assert.equal(await server.renewStore(), false);
  await other.stop();
  assert.equal(server.hasStore(), true);

  assert.equal(await server.renewStore(), true);
  assert.equal(existsSync(join(stateDir, 'chroma-broken', 'chroma.sqlite3')), true);
  assert.equal(serversOn(stateDir).length, 1);
});

test('says what to do when the server cannot start', async (t) => {
  const stateDir = makeFolder(t);
  mkdirSync(join(stateDir, 'chroma'), { recursive: true });
  mkdirSync(join(stateDir, 'chroma', 'chroma.sqlite3'));
  const server = open(t, stateDir);
  await assert.rejects(server.ensure(), (error: Error) => /chroma\.log|CHROMA_URL/.test(error.message));
  rmSync(join(stateDir, 'chroma', 'chroma.sqlite3'), { recursive: true });
  await server.ensure();
});
