import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { createApp } from '../../src/app.ts';
import { loadConfig } from '../../src/config.ts';
import { rejects } from '../models/model-under-test.ts';
import { chatAssistant } from '../support/fake-chat/policy-assistant.ts';
import { startFakeChat } from '../support/fake-chat/server.ts';
import { runBylaw, temporaryFolder } from '../support/run-bylaw.ts';

interface Doctor {
  readonly checks: readonly {
    readonly name: string;
    readonly ok: boolean;
    readonly detail: string;
    readonly fix?: string;
  }[];
}

/** A folder with one policy and settings for a local server. */
function installation(t: TestContext, model: object): string {
  const cwd = temporaryFolder(t);
  mkdirSync(join(cwd, 'policies'));
  const policy =
    '# Parking\n\nEmployees receive one parking space per household. Bicycles may be parked in the yard.\n';
  writeFileSync(join(cwd, 'policies', 'parking.md'), policy);
  writeFileSync(
    join(cwd, 'bylaw.yaml'),
    JSON.stringify({ model, embeddings: { provider: 'none' }, skills: { roots: [] } }),
  );
  return cwd;
}

const local = { provider: 'openai-compatible', name: 'qwen3-30b' };

async function modelLines(cwd: string, env: Record<string, string>) {
  const { stdout } = await runBylaw(['doctor', '--json'], { cwd, env });
  const { checks }: Doctor = JSON.parse(stdout);
  return checks.filter(({ name }) => name === 'model').map(({ ok, detail, fix }) => [ok, detail, fix]);
}

test('a local server without a key writes the answers, and doctor knows it', async (t) => {
  const server = await startFakeChat();
  t.after(() => server.close());
  server.respondWith(chatAssistant);
  const cwd = installation(t, local);
  const env = { MODEL_BASE_URL: server.url };
  assert.deepEqual(await modelLines(cwd, env), [
    [true, `model qwen3-30b is reachable at ${new URL(server.url).host}`, undefined],
  ]);

  const config = loadConfig({ cwd, argumentFolder: cwd, env });
  const app = await createApp(config, { logLine: () => {}, logLevel: 'error' });
  await app.start();
  t.after(() => app.stop());
  await app.sync.run();
  const question = {
    text: 'How many parking spaces do employees receive?',
    viewer: await app.viewer(),
    conversation: 'C1',
  };
  const answer = await app.answers.ask(question, { signal: new AbortController().signal });
  assert.equal(answer.model, 'qwen3-30b');
  assert.equal(answer.text, 'Employees receive one parking space per household. [1]');
  assert.equal(answer.citations[0]?.quote, 'Employees receive one parking space per household.');
});

test('doctor says what to set where no model is', async (t) => {
  const missing =
    'not set up: answers are quotes; set MODEL_BASE_URL, and MODEL_API_KEY if it wants one, for written ones';
  assert.deepEqual(await modelLines(installation(t, local), {}), [[true, missing, undefined]]);
});

test('settings that a provider does not know are mistakes that name the key', async (t) => {
  const cases: readonly (readonly [object, RegExp])[] = [
    [{ provider: 'openai-compatible' }, /model\.name is not set: set it to a model that the server has/],
    [
      { ...local, thinking: 'adaptive', serverTools: ['web_search'] },
      /knows no model\.thinking and model\.serverTools/,
    ],
    [{ provider: 'openai' }, /model\.provider/],
    [{ serverTools: ['browser'] }, /model\.serverTools/],
  ];
  for (const [model, said] of cases) {
    const cwd = installation(t, model);
    const start = async () => {
      const config = loadConfig({ cwd, argumentFolder: cwd, env: { MODEL_BASE_URL: 'http://127.0.0.1:1/v1' } });
      await createApp(config, { logLine: () => {}, logLevel: 'error' });
    };
    await rejects(start(), 'config_invalid', said);
  }
});
