import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { type TestContext, test } from 'node:test';
import { BylawError } from '../../../../src/errors.ts';
import { readRemote } from '../../../../src/ingest/sources/git/remote.ts';
import { createGitSource } from '../../../../src/ingest/sources/git.ts';
import { startGitHttpServer } from '../../../support/git-http-server.ts';
import { makeRepository } from '../../../support/git-repository.ts';

const live = () => new AbortController().signal;
const password = 'hunter2-correct-horse';

async function open(t: TestContext, told = password, path = 'team/handbook.git') {
  const repository = makeRepository(t);
  repository.commit({ 'a.md': 'A', 'big.md': 'x'.repeat(1_200_000) });
  repository.commit({ 'big.md': 'small now' });
  const server = await startGitHttpServer(t, repository.folder, { user: 'bylaw', password });
  const clones = mkdtempSync(join(tmpdir(), 'bylaw-clones-'));
  t.after(() => rmSync(clones, { recursive: true, force: true }));
  const written = `http://bylaw:\${TOKEN}@${server.host}/${path}`;
  const source = createGitSource({
    name: 'hr',
    remote: readRemote(written, (text) => text.replaceAll(`\${TOKEN}`, told)),
    clones,
    environment: { PATH: process.env.PATH },
    extensions: ['.md'],
    maxBytes: 2_000_000,
  });
  return { source, server, clones };
}

test('a repository that wants a sign-in gets it, and it is stored nowhere', async (t) => {
  const { source, server, clones } = await open(t);
  const { files } = await source.list(live());
  assert.deepEqual(
    files.map(({ path }) => path),
    ['a.md', 'big.md'],
  );
  assert.ok(server.authorizations.every((each) => each?.startsWith('Basic ')));
  const secret = Buffer.from(`bylaw:${password}`).toString('base64');
  for (const pattern of [password, secret]) {
    assert.throws(() => execFileSync('grep', ['-rqF', pattern, clones]), 'grep finds nothing');
  }
});

test('large files of the past are fetched only when they are read', async (t) => {
  const { source, server } = await open(t);
  const file = (await source.list(live())).files.find(({ path }) => path === 'big.md');
  assert.ok(file && source.history);
  const before = server.authorizations.length;
  assert.equal(Buffer.from(await source.read(file, live())).toString(), 'small now');
  assert.equal(server.authorizations.length, before);
  const [earlier] = await source.history(file, live());
  assert.equal((await earlier?.read(live()))?.length, 1_200_000);
  assert.ok(server.authorizations.length > before);
});

test('a refused sign-in asks nobody and repeats nothing of it', async (t) => {
  const { source } = await open(t, 'wrong-secret');
  await assert.rejects(source.list(live()), (error) => {
    assert.ok(error instanceof BylawError && error.code === 'source_unreadable');
    assert.match(error.message, /refuses the sign-in: check the variables in its address/);
    assert.equal(`${error.message} ${error.cause}`.includes('wrong-secret'), false);
    return true;
  });
});

test('a sign-in is not carried on to where a server points', async (t) => {
  const { source, server } = await open(t, password, 'moved/handbook.git');
  await assert.rejects(source.list(live()), /has moved: write its new address/);
  assert.equal(server.authorizations.length, 1);
});
