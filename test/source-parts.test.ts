import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { type TestContext, test } from 'node:test';
import { createApp } from '../src/app.ts';
import { loadConfig } from '../src/config.ts';
import { makeRepository } from './support/git-repository.ts';
import { startWebSite } from './support/web-site.ts';

async function openApp(t: TestContext, yaml: string) {
  const dir = mkdtempSync(join(tmpdir(), 'bylaw-sources-'));
  writeFileSync(join(dir, 'bylaw.yaml'), `data: state\nembeddings: { provider: none }\n${yaml}`);
  mkdirSync(join(dir, 'state', 'git', 'earlier'), { recursive: true });
  const config = loadConfig({ cwd: dir, argumentFolder: dir, env: {} });
  const app = await createApp(config, {
    ...{ logLine: () => {}, logLevel: 'error', environment: { PATH: process.env.PATH } },
  });
  t.after(async () => {
    await app.stop();
    rmSync(dir, { recursive: true, force: true });
  });
  await app.start();
  return { app, dir };
}

test('a repository and a web site answer with links to the line and the page', async (t) => {
  const repository = makeRepository(t);
  const front = '---\ntitle: Leave policy\n---\n# Leave\n\n';
  repository.commit({ 'hr/leave.md': `${front}Twenty days of annual leave.\n` }, { author: 'Ada', day: '2026-02-03' });
  const commit = repository.commit(
    {
      'hr/leave.md': `${front}Thirty days of annual leave.\n\n## Carry over\n\nFive days may be carried over until March.\n`,
    },
    { author: 'Ben', day: '2026-03-04' },
  );
  const site = await startWebSite(t, {
    '/travel': { body: '<h1>Travel policy</h1><p>Trains are booked in second class.</p>' },
  });
  const { app, dir } = await openApp(
    t,
    `sources:
  - { git: ${repository.folder}, name: handbook, folder: hr, url: "https://git.example.com/{revision}/{path}#L{line}" }
  - name: wiki
    web: { pages: ["${site.origin}/travel"], contact: it@example.com, allowPrivate: true, requestsPerSecond: 20 }
`,
  );
  assert.equal(existsSync(join(dir, 'state', 'git', 'earlier')), false);
  const { documents } = await app.sync.run();
  assert.deepEqual([documents.added, documents.failed], [2, []]);

  const linkFor = async (question: string) => {
    const asked = { text: question, viewer: await app.viewer(), conversation: question };
    const answer = await app.answers.ask(asked, { signal: new AbortController().signal });
    return [answer.citations[0]?.quote, answer.citations[0]?.url];
  };
  assert.deepEqual(await linkFor('How many days may be carried over?'), [
    'Five days may be carried over until March.',
    `https://git.example.com/${commit}/hr/leave.md#L10`,
  ]);
  assert.deepEqual(await linkFor('In which class are trains booked?'), [
    'Trains are booked in second class.',
    `${site.origin}/travel`,
  ]);
});
