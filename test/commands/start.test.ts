import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { printed, runBylaw, startBylaw, temporaryFolder } from '../support/run-bylaw.ts';
import { appToken, bot, botToken, openWorkspace, signingSecret } from '../workspace/open-workspace.ts';

const question = 'How many vacation days do employees in the United States get?';

test('start with no configuration answers each line of a pipe and ends', async (t) => {
  const data = temporaryFolder(t);
  const { status, stdout, stderr } = await runBylaw(['start', '--data', join(data, 'state')], {
    input: `${question}\nMay I bring my dog?\n`,
  });
  assert.equal(status, 0, stderr);
  assert.match(stderr, /\d+ policies, \d+ passages/);
  assert.match(stdout, /20 days of paid vacation.*\[1\]/);
  assert.match(stdout, /Sources\n {2}\[1\] Paid leave in the United States/);
  assert.match(stdout, /I don't have this information/);
  assert.equal(statSync(join(data, 'state')).mode & 0o777, 0o700);
  assert.equal(chromaOf(join(data, 'state')), undefined, 'no Chroma process is left');
});

test('a stopped bot ends cleanly, and so does its Chroma', async (t) => {
  const state = join(temporaryFolder(t), 'state');
  await runBylaw(['index', '--data', state]);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    const { child, closed } = await chatting(t, state);
    const chroma = chromaOf(state);
    assert.ok(chroma !== undefined && alive(chroma));
    child.kill(signal);
    const status = await closed;
    assert.ok(status === 0 || status === 1, `${signal}: ${status}`);
    assert.equal(alive(chroma), false);
  }
});

test('after kill -9 the next start takes the orphaned Chroma over or replaces it, and ends it', async (t) => {
  const state = join(temporaryFolder(t), 'state');
  await runBylaw(['index', '--data', state]);
  const first = await chatting(t, state);
  const orphan = chromaOf(state);
  assert.ok(orphan !== undefined);
  first.child.kill('SIGKILL');
  await first.closed;
  assert.equal(alive(orphan), true, 'nobody could end it yet');
  const second = await chatting(t, state);
  const adopted = chromaOf(state);
  assert.ok(adopted !== undefined && alive(adopted));
  assert.ok(adopted === orphan || !alive(orphan), 'never two servers on one folder');
  second.child.kill('SIGTERM');
  await second.closed;
  assert.equal(alive(orphan), false);
  assert.equal(alive(adopted), false);
});

test('a command beside a running bot uses its Chroma and leaves it running', async (t) => {
  const state = join(temporaryFolder(t), 'state');
  await runBylaw(['index', '--data', state]);
  const { child, closed } = await chatting(t, state);
  const chroma = chromaOf(state);
  assert.ok(chroma !== undefined);
  const { status, stdout } = await runBylaw(['search', question, '--json', '--data', state]);
  assert.equal(status, 0);
  assert.equal(JSON.parse(stdout).passages[0].document, 'policies/leave-us.md');
  assert.equal(chromaOf(state), chroma);
  assert.equal(alive(chroma), true);
  child.kill('SIGTERM');
  await closed;
  assert.equal(alive(chroma), false);
});

test('with both tokens it is a Slack app that answers a mention in its thread', async (t) => {
  const { server } = await openWorkspace(t);
  const state = join(temporaryFolder(t), 'state');
  const child = startBylaw(['start', '--data', state], {
    env: { SLACK_BOT_TOKEN: botToken, SLACK_APP_TOKEN: appToken, SLACK_API_URL: server.apiUrl() },
  });
  const closed = ending(t, child);
  await server.until(() => server.connections() > 0);
  const said = server.say('UALICE', 'CHR', `@bylaw ${question}`);
  await answered(server, said.ts);
  const { messages } = server.view('UALICE', 'CHR', said.ts);
  const answer = messages.find(({ from, text }) => from === bot && text !== '');
  assert.match(answer?.text ?? '', /20 days of paid vacation/);
  assert.match(answer?.text ?? '', /Paid leave in the United States/);
  child.kill('SIGTERM');
  await closed;
  assert.deepEqual(server.problems(), []);
});

test('with bot token and signing secret it takes signed requests, and answers a mention in its thread', async (t) => {
  const { server } = await openWorkspace(t, { transport: 'http' });
  const state = join(temporaryFolder(t), 'state');
  const child = startBylaw(['start', '--data', state], {
    env: {
      ...{ SLACK_BOT_TOKEN: botToken, SLACK_SIGNING_SECRET: signingSecret, PORT: '0' },
      SLACK_API_URL: server.apiUrl(),
    },
  });
  const listening = printed(child, /"event":"slack.listening","port":\d+/, 'stderr');
  const closed = ending(t, child);
  const port = /"slack.listening","port":(\d+)/.exec(await listening)?.[1];
  const health = await fetch(`http://127.0.0.1:${port}/health`);
  assert.deepEqual(await health.json(), { ok: true });
  await server.setRequestUrl(`http://127.0.0.1:${port}/slack/events`);
  const said = server.say('UALICE', 'CHR', `@bylaw ${question}`);
  await answered(server, said.ts);
  const { messages } = server.view('UALICE', 'CHR', said.ts);
  const answer = messages.find(({ from, text }) => from === bot && text !== '');
  assert.match(answer?.text ?? '', /20 days of paid vacation/);
  child.kill('SIGTERM');
  assert.equal(await closed, 0);
});

test('one token without the other is refused by name', async (t) => {
  const { status, stderr } = await runBylaw(['start', '--data', temporaryFolder(t)], {
    env: { SLACK_BOT_TOKEN: 'xoxb-1' },
  });
  assert.equal(status, 2);
  assert.match(stderr, /SLACK_APP_TOKEN is not set/);
});

/** A bot that has answered a question, so that its Chroma runs. */
async function chatting(t: TestContext, state: string) {
  const child = startBylaw(['start', '--data', state]);
  const closed = ending(t, child);
  const answered = printed(child, /Sources/);
  child.stdin?.write(`${question}\n`);
  await answered;
  return { child, closed };
}

function ending(t: TestContext, child: ChildProcess): Promise<number | null> {
  const closed = new Promise<number | null>((resolve) => child.once('close', resolve));
  child.stdout?.resume();
  child.stderr?.resume();
  t.after(async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
    await Promise.race([closed, delay(10_000, undefined, { ref: false })]);
  });
  return closed;
}

function chromaOf(state: string): number | undefined {
  const file = join(state, 'chroma.json');
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).server?.pid : undefined;
}

function alive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

/** On a busy machine what the bot is doing is shown first, without a text. */
function answered(server: Awaited<ReturnType<typeof openWorkspace>>['server'], thread: string): Promise<void> {
  return server.until(() =>
    server.state.messages.some((message) => message.thread === thread && message.user === bot && message.text !== ''),
  );
}
