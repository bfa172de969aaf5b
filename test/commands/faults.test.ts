import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, mkdirSync, openSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type TestContext, test } from 'node:test';
import { startFakeOpenAi } from '../support/fake-openai.ts';
import { runBylaw, startBylaw, temporaryFolder } from '../support/run-bylaw.ts';

test('a question of 18,000 characters does no harm, and nothing is left outside the state folder', async (t) => {
  const cwd = folderWithPolicy(t);
  const home = join(cwd, 'home');
  mkdirSync(home);
  const env = { HOME: home };
  const indexed = await runBylaw(['index'], { cwd, env });
  assert.equal(indexed.status, 0, indexed.stderr);
  const { status, stdout, stderr } = await runBylaw(['search', 'vacation '.repeat(2000), '--json'], { cwd, env });
  assert.equal(status, 0, stderr);
  assert.equal(JSON.parse(stdout).passages[0].document, 'policies/leave.md');
  assert.deepEqual(readdirSync(home), []);
});

test('an interrupted index says so with status 1, and the next one completes it', async (t) => {
  const cwd = folderWithPolicy(t);
  const openAi = await startFakeOpenAi({ 'text-embedding-3-small': { dimension: 1536 } });
  t.after(() => openAi.stop());
  const env = { OPENAI_API_KEY: openAi.apiKey, OPENAI_BASE_URL: openAi.baseUrl };
  const arrived = new Promise<void>((resolve) => openAi.script({ hang: true, onArrival: resolve }));
  const child = startBylaw(['index', '--json'], { cwd, env });
  const output = collect(child.stdout);
  await arrived;
  child.kill('SIGINT');
  const [status] = await once(child, 'close');
  assert.equal(status, 1);
  assert.deepEqual(JSON.parse(await output), { error: { code: 'cancelled', message: 'stopped by SIGINT' } });

  const next = await runBylaw(['index', '--json'], { cwd, env });
  assert.equal(next.status, 0, next.stderr);
  const { documents, embedded, pending } = JSON.parse(next.stdout);
  assert.deepEqual([documents.unchanged, embedded, pending], [1, 1, 0]);
});

test('an index whose Chroma is killed again and again still ends with every vector', async (t) => {
  const cwd = folderWithPolicy(t, 'log: { level: info }\n');
  const child = startBylaw(['index', '--json'], { cwd });
  const output = collect(child.stdout);
  const closed = once(child, 'close');
  // From the second death on it waits before it starts again, by the third longer than all else has to do.
  let kills = 0;
  for await (const { event, pid } of logOf(child)) {
    if (event === 'chroma.started' && kills++ < 3) process.kill(Number(pid), 'SIGKILL');
  }
  assert.deepEqual(await closed, [0, null]);
  const { embedded, pending } = JSON.parse(await output);
  assert.deepEqual([embedded, pending], [1, 0]);
});

test('output that cannot be written is said in a sentence, with status 1', async (t) => {
  if (!existsSync('/dev/full')) return t.skip('this system has no /dev/full');
  const stdout = openSync('/dev/full', 'w');
  t.after(() => closeSync(stdout));
  const child = startBylaw(['--help'], { stdout });
  const said = collect(child.stderr);
  const [status] = await once(child, 'close');
  assert.equal(status, 1);
  assert.match(await said, /^bylaw: the output can't be written \(ENOSPC\)[^\n]+\n$/);
});

test('where no source can be read and nothing was read before, asking fails and names the folder', async (t) => {
  const cwd = temporaryFolder(t);
  writeFileSync(join(cwd, 'bylaw.yaml'), 'sources: [{ folder: nowhere }]\n');
  const { status, stdout } = await runBylaw(['ask', 'How?', '--json'], { cwd });
  assert.equal(status, 1);
  const { error } = JSON.parse(stdout);
  assert.equal(error.code, 'source_unreadable');
  assert.match(error.message, /cannot read the folder .*nowhere \(it does not exist\): check the path/);
});

test('a command that does not exist is one JSON document too', async () => {
  const { status, stdout } = await runBylaw(['indx', '--json']);
  assert.equal(status, 2);
  assert.match(JSON.parse(stdout).error.message, /there is no command "indx"/);
});

function folderWithPolicy(t: TestContext, settings = ''): string {
  const cwd = temporaryFolder(t);
  mkdirSync(join(cwd, 'policies'));
  writeFileSync(join(cwd, 'policies', 'leave.md'), '# Leave\n\nEveryone gets 20 days of vacation.\n');
  writeFileSync(join(cwd, 'bylaw.yaml'), `sources: [{ folder: policies }]\n${settings}`);
  return cwd;
}

async function collect(stream: ChildProcess['stdout']): Promise<string> {
  return stream === null ? '' : Buffer.concat(await stream.toArray()).toString();
}

/** The log lines of a process, until it ends. */
async function* logOf({ stderr }: ChildProcess): AsyncGenerator<Readonly<Record<string, unknown>>> {
  if (stderr === null) return;
  for await (const line of createInterface({ input: stderr })) if (line.startsWith('{')) yield JSON.parse(line);
}
