import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { after, type TestContext, test } from 'node:test';
import { openBylaw } from '../support/open-bylaw.ts';
import { printed, projectFolder, runBylaw } from '../support/run-bylaw.ts';

// The policies are read once for all of these.
const folder = mkdtempSync(join(tmpdir(), 'bylaw-test-'));
after(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
const data = join(folder, 'state');

test('at a port it opens the local workspace, prints its address and ends cleanly on Ctrl-C', async () => {
  const bylaw = await openBylaw(data);
  assert.match(bylaw.url, /^http:\/\/127\.0\.0\.1:\d+$/);
  const page = await fetch(bylaw.url);
  assert.match(await page.text(), /<title>Bylaw, local workspace<\/title>/);
  const state = await (await fetch(`${bylaw.url}/workspace/api/state?as=U0ANNA&channel=C0PEOPLE&thread=`)).json();
  assert.equal(Object(state).isConnected, true, 'the app has connected to it');
  assert.equal(await bylaw.stop(), 0);
  await assert.rejects(fetch(bylaw.url));
});

test('a port that is in use is named with what to do', async (t) => {
  const other = createServer().listen(0, '127.0.0.1');
  t.after(() => other.close());
  await once(other, 'listening');
  const address = other.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const { status, stderr } = await runBylaw(['start', '--port', String(port), '--data', data]);
  assert.equal(status, 1);
  assert.match(stderr, new RegExp(`cannot listen at port ${port}.*--port.*--terminal`));
});

const noTerminal = existsSync('/usr/bin/script') ? false : 'there is no script(1) to make a terminal with';

test('on a terminal it opens the local workspace, and with --terminal a chat there', {
  skip: noTerminal,
}, async (t) => {
  const browsed = onTerminal(t, ['start', '--data', data]);
  await printed(browsed.child, /Open http:\/\/127\.0\.0\.1:\d+/);
  assert.equal(await browsed.interrupt(), 0);
  const chatting = onTerminal(t, ['start', '--terminal', '--data', data]);
  const text = await printed(chatting.child, /You: /);
  assert.doesNotMatch(text, /Open http/);
  assert.equal(await chatting.hangUp(), 0, 'a terminal that is closed ends it as cleanly');
});

test('options that do not fit together are refused by name', async () => {
  const refused = async (args: readonly string[], env: Record<string, string> = {}) => {
    const { status, stderr } = await runBylaw(['start', '--data', data, ...args], { env });
    assert.equal(status, 2);
    return stderr;
  };
  assert.match(await refused(['--terminal', '--port', '1']), /--terminal and --port exclude each other/);
  assert.match(await refused(['--port', 'http']), /--port http: must be a number/);
  assert.match(await refused(['--port', '65536']), /from 0 to 65535/);
  const tokens = { SLACK_BOT_TOKEN: 'xoxb-1', SLACK_APP_TOKEN: 'xapp-1' };
  assert.match(await refused(['--terminal'], tokens), /--terminal is for running without Slack/);
});

/** The command line on a terminal of its own. */
function onTerminal(t: TestContext, args: readonly string[]) {
  const line = [process.execPath, join(projectFolder, 'src', 'bylaw.mjs'), ...args]
    .map((word) => `'${word}'`)
    .join(' ');
  const child: ChildProcess = spawn('/usr/bin/script', ['-qec', `exec ${line}`, '/dev/null'], {
    cwd: projectFolder,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, TERM: 'dumb' },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  child.stderr?.resume();
  const closed = once(child, 'close');
  t.after(async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
    await closed;
  });
  return {
    child,
    async interrupt(): Promise<number | null> {
      child.stdout?.resume();
      child.stdin?.write('\x03');
      const [status] = await closed;
      return status;
    },
    /** What the system does to a program whose terminal is closed. */
    async hangUp(): Promise<number | null> {
      child.stdout?.resume();
      const [pid] = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').split(' ');
      process.kill(Number(pid), 'SIGHUP');
      const [status] = await closed;
      return status;
    },
  };
}
