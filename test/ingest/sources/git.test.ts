import assert from 'node:assert/strict';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { type TestContext, test } from 'node:test';
import { BylawError } from '../../../src/errors.ts';
import { readRemote } from '../../../src/ingest/sources/git/remote.ts';
import { createGitSource, type GitSourceOptions } from '../../../src/ingest/sources/git.ts';
import type { Source } from '../../../src/ingest/sources/source.ts';
import { makeRepository } from '../../support/git-repository.ts';
import { describeSource } from './source-contract.ts';

const live = () => new AbortController().signal;

function sourceOf(t: TestContext, repository: string, more: Partial<GitSourceOptions> = {}) {
  const clones = mkdtempSync(join(tmpdir(), 'bylaw-clones-'));
  t.after(() => rmSync(clones, { recursive: true, force: true }));
  const source = createGitSource({
    name: 'hr',
    remote: readRemote(repository, (text) => text),
    clones,
    environment: { PATH: process.env.PATH },
    extensions: ['.md', '.pdf'],
    maxBytes: 1000,
    ...more,
  });
  return { source, clones: more.clones ?? clones };
}

async function texts(source: Source): Promise<Record<string, string>> {
  const { files } = await source.list(live());
  const read = await Promise.all(
    files.map(async (file) => [file.path, Buffer.from(await source.read(file, live())).toString()]),
  );
  return Object.fromEntries(read);
}

async function reasonFor(source: Source): Promise<string> {
  const error = await source.list(live()).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof BylawError && error.code === 'source_unreadable');
  return error.message;
}

describeSource('git', async (t) => {
  const repository = makeRepository(t);
  repository.commit({ 'hello.md': 'Hello' });
  return {
    source: sourceOf(t, repository.folder).source,
    change: async (text) => {
      repository.commit({ 'hello.md': text });
    },
    remove: async () => {
      repository.commit({ 'hello.md': undefined, 'other.md': 'Other' });
    },
    takeDown: async () => rmSync(repository.folder, { recursive: true }),
  };
});

test('of a branch and a folder the wanted files are read, as they are committed', async (t) => {
  const repository = makeRepository(t);
  repository.commit({
    'README.md': 'no',
    'policies/a.md': 'A',
    'policies/drafts/b.md': 'no',
    'policies/.x/c.md': 'no',
  });
  repository.git('checkout', '-q', '-b', 'published');
  repository.commit({ 'policies/ü/d e.md': 'D', 'policies/x.png': 'no', 'policies/sheet.xls': 'x' });
  repository.git('checkout', '-q', 'main');
  repository.commit({ 'policies/a.md': 'not published' });
  const { source } = sourceOf(t, repository.folder, {
    branch: 'published',
    folder: './policies/',
    exclude: ['drafts/**'],
  });
  assert.deepEqual(await texts(source), { 'a.md': 'A', 'ü/d e.md': 'D' });
  assert.deepEqual((await source.list(live())).skipped, [
    { path: 'sheet.xls', reason: 'format .xls is not supported; supported: .md, .pdf' },
  ]);
});

test('who changed a document last, when and in which commit goes along, also after a later walk', async (t) => {
  const repository = makeRepository(t);
  const first = repository.commit({ 'a.md': 'A', 'b.md': 'B' }, { author: 'Ada Okafor', day: '2026-01-05' });
  const { source } = sourceOf(t, repository.folder);
  const changes = async () =>
    Object.fromEntries((await source.list(live())).files.map(({ path, changed }) => [path, changed]));
  const ada = { on: '2026-01-05', by: 'Ada Okafor', revision: first };
  assert.deepEqual(await changes(), { 'a.md': ada, 'b.md': ada });
  const second = repository.commit({ 'b.md': 'B2' }, { author: 'Ben', day: '2026-02-06' });
  assert.deepEqual(await changes(), { 'a.md': ada, 'b.md': { on: '2026-02-06', by: 'Ben', revision: second } });
});

test('earlier contents come oldest first, through renames, each with its day and author, at most twenty', async (t) => {
  const repository = makeRepository(t);
  const text = (n: number) => `# Leave\n\n${'The same line.\n'.repeat(20)}\n${n} days\n`;
  repository.commit({ 'old.md': text(1) }, { author: 'Ada', day: '2026-01-01' });
  repository.commit({ 'old.md': text(2) }, { author: 'Ben', day: '2026-01-02' });
  repository.commit({ 'old.md': undefined, 'new.md': text(2) }, { author: 'Cleo', day: '2026-01-03' });
  repository.commit({ 'new.md': text(3) }, { author: 'Dana', day: '2026-01-04' });
  const { source } = sourceOf(t, repository.folder);
  const [file] = (await source.list(live())).files;
  assert.ok(file && source.history);
  assert.equal(file.changed?.by, 'Dana');
  const states = await source.history(file, live());
  assert.deepEqual(
    states.map(({ path, changed: { on, by } }) => [path, on, by]),
    [
      ['old.md', '2026-01-01', 'Ada'],
      ['old.md', '2026-01-02', 'Ben'],
    ],
  );
  assert.equal(Buffer.from((await states[0]?.read(live())) ?? []).toString(), text(1));

  const many = Array.from({ length: 26 }, (_, i) => text(i + 4));
  repository.commitEach('new.md', many, '2026-02-01');
  const [now] = (await source.list(live())).files;
  assert.ok(now);
  const last = await source.history(now, live());
  assert.deepEqual([last.length, last[0]?.changed.on, last.at(-1)?.changed.on], [20, '2026-02-06', '2026-02-25']);
});

test('what a merge brought counts from the merge on, as written by its author, and nothing in force before is lost', async (t) => {
  const repository = makeRepository(t);
  const text = (a: number, b: number) => `# Limits\n\nMeals: ${a}\n\n${'Filler.\n\n'.repeat(9)}Hotels: ${b}\n`;
  repository.commit({ 'a.md': text(1, 1), 'b.md': 'B' }, { author: 'Ada', day: '2026-01-01' });
  repository.git('checkout', '-q', '-b', 'hotels');
  repository.commit({ 'a.md': text(1, 2) }, { author: 'Bea', day: '2026-02-01' });
  repository.commit({ 'b.md': 'B2' }, { author: 'Dana', day: '2026-02-02' });
  repository.git('checkout', '-q', 'main');
  repository.commit({ 'a.md': text(2, 1) }, { author: 'Cid', day: '2026-03-01' });
  const { source } = sourceOf(t, repository.folder);
  await source.list(live());
  repository.merge('hotels', '2026-04-01');
  const [a, b] = (await source.list(live())).files;
  assert.ok(a && b && source.history);
  assert.deepEqual(
    [a.changed?.on, a.changed?.by, b.changed?.on, b.changed?.by],
    ['2026-04-01', 'Bea', '2026-04-01', 'Dana'],
  );
  const whole = sourceOf(t, repository.folder).source;
  assert.deepEqual(
    (await whole.list(live())).files.map(({ changed }) => changed),
    [a.changed, b.changed],
  );
  const states = await source.history(a, live());
  assert.deepEqual(
    await Promise.all(
      states.map(async ({ changed: { on, by }, read }) => [on, by, Buffer.from(await read(live())).toString()]),
    ),
    [
      ['2026-01-01', 'Ada', text(1, 1)],
      ['2026-03-01', 'Cid', text(2, 1)],
    ],
  );
  repository.commit({ 'a.md': text(3, 2) }, { author: 'Ada', day: '2026-05-01' });
  const [now] = (await source.list(live())).files;
  assert.ok(now);
  const { changed } = (await source.history(now, live())).at(-1) ?? {};
  assert.deepEqual([changed?.on, changed?.by], ['2026-04-01', 'Bea']);
});

test('a history that was rewritten is taken as it is now, said so, and what was taken out is erased here', async (t) => {
  const repository = makeRepository(t);
  repository.commit({ 'a.md': 'A' });
  repository.commit({ 'secret.md': 'salary of Ada' });
  const { source, clones } = sourceOf(t, repository.folder);
  const [, secret] = (await source.list(live())).files;
  assert.ok(secret);
  repository.git('reset', '-q', '--hard', 'HEAD~1');
  repository.commit({ 'a.md': 'A2' });
  const { files, notes } = await source.list(live());
  assert.deepEqual(
    files.map(({ path }) => path),
    ['a.md'],
  );
  assert.deepEqual(notes, ['its history was rewritten (a force-push, or another branch): it is read as it is now']);
  await assert.rejects(source.read(secret, live()));
  assert.deepEqual((await source.list(live())).notes, []);
  assert.equal(readdirSync(join(clones, 'hr')).length, 1);
});

test('a default branch that was renamed is followed, a configured one that is gone is named with those there are', async (t) => {
  const repository = makeRepository(t);
  repository.commit({ 'a.md': 'A' });
  const { source, clones } = sourceOf(t, repository.folder);
  const { source: fixed } = sourceOf(t, repository.folder, { branch: 'main', clones });
  assert.deepEqual(await texts(source), { 'a.md': 'A' });
  assert.deepEqual(await texts(fixed), { 'a.md': 'A' });
  repository.git('branch', '-m', 'main', 'trunk');
  assert.deepEqual(await texts(source), { 'a.md': 'A' });
  assert.match(await reasonFor(fixed), /has no branch main \(any more\): correct branch under sources; it has trunk$/);
});

test('a repository that is gone, empty, or without the folder is named with what to do', async (t) => {
  const repository = makeRepository(t);
  const { source } = sourceOf(t, repository.folder);
  assert.match(await reasonFor(source), /it has no commits yet/);
  repository.commit({ 'a.md': 'A' });
  await source.list(live());
  const { source: below } = sourceOf(t, repository.folder, { folder: 'policies' });
  assert.match(await reasonFor(below), /has no folder policies on branch main: correct folder/);
  renameSync(repository.folder, `${repository.folder}-moved`);
  t.after(() => rmSync(`${repository.folder}-moved`, { recursive: true, force: true }));
  assert.match(await reasonFor(source), /is not there, or these credentials may not see it: check the address/);
});

test('what a killed run left behind is cleaned up, and a damaged clone is made anew', async (t) => {
  const repository = makeRepository(t);
  repository.commit({ 'a.md': 'A' });
  const { source, clones } = sourceOf(t, repository.folder);
  await source.list(live());
  const [name = ''] = readdirSync(join(clones, 'hr'));
  const clone = join(clones, 'hr', name);
  writeFileSync(join(clone, 'refs/bylaw/head.lock'), '');
  writeFileSync(join(clone, 'shallow.lock'), '');
  mkdirSync(join(clone, 'objects/pack'), { recursive: true });
  writeFileSync(join(clone, 'objects/pack/tmp_pack_x'), 'half');
  repository.commit({ 'a.md': 'A2' });
  assert.deepEqual(await texts(source), { 'a.md': 'A2' });
  assert.equal(readdirSync(join(clone, 'objects/pack')).includes('tmp_pack_x'), false);

  const [{ stamp } = { stamp: '' }] = (await source.list(live())).files;
  for (const spoil of [
    () => writeFileSync(join(clone, 'HEAD'), ''),
    () => writeFileSync(join(clone, 'refs/bylaw/head'), 'rubbish'),
    () => rmSync(join(clone, 'objects'), { recursive: true }),
    () => rmSync(join(clone, 'objects', stamp.slice(0, 2), stamp.slice(2))),
  ]) {
    spoil();
    const { files, notes } = await source.list(live());
    assert.deepEqual(
      files.map(({ path }) => path),
      ['a.md'],
    );
    assert.deepEqual(notes, ['its clone was damaged and was made anew']);
  }
});

test('links stay inside the repository, and submodules and LFS pointers are named instead of read', async (t) => {
  const repository = makeRepository(t);
  repository.commit({ 'docs/a.md': 'A', 'lfs.md': 'version https://git-lfs.github.com/spec/v1\noid sha256:1\n' });
  symlinkSync('docs/a.md', join(repository.folder, 'inside.md'));
  symlinkSync('/etc/hostname', join(repository.folder, 'absolute.md'));
  symlinkSync('../../../etc/hostname', join(repository.folder, 'docs', 'outside.md'));
  symlinkSync('nowhere.md', join(repository.folder, 'broken.md'));
  symlinkSync('loop.md', join(repository.folder, 'loop.md'));
  symlinkSync('docs', join(repository.folder, 'folder.md'));
  mkdirSync(join(repository.folder, 'other'));
  repository.git('update-index', '--add', '--cacheinfo', `160000,${'1'.repeat(40)},other`);
  repository.commit({});
  const { source } = sourceOf(t, repository.folder);
  const { files, skipped } = await source.list(live());
  assert.deepEqual(
    files.map(({ path }) => path),
    ['docs/a.md', 'inside.md', 'lfs.md'],
  );
  assert.deepEqual(
    skipped.map(({ path, reason }) => `${path} ${reason}`),
    [
      'absolute.md is a link that leaves the repository: put the file itself there',
      'broken.md is a link to nothing',
      'docs/outside.md is a link that leaves the repository: put the file itself there',
      'loop.md is a link to nothing',
      'other is a submodule, which is not read: add its repository as a source',
    ],
  );
  const [, inside, pointer] = files;
  assert.ok(inside && pointer);
  assert.equal(Buffer.from(await source.read(inside, live())).toString(), 'A');
  await assert.rejects(source.read(pointer, live()), /Git LFS/);
});

test('no hook of the repository or of a template runs, and nothing of the address but the place is stored', async (t) => {
  const repository = makeRepository(t);
  const witness = join(repository.folder, 'witness');
  for (const hook of ['post-checkout', 'post-update', 'reference-transaction', 'pre-auto-gc']) {
    writeFileSync(join(repository.folder, '.git/hooks', hook), `#!/bin/sh\ntouch '${witness}'\n`, { mode: 0o755 });
  }
  repository.commit({ 'a.md': 'A' });
  rmSync(witness, { force: true });
  const { source, clones } = sourceOf(t, repository.folder);
  await source.list(live());
  const [name = ''] = readdirSync(join(clones, 'hr'));
  assert.equal(readdirSync(repository.folder).includes('witness'), false);
  assert.equal(readFileSync(join(clones, 'hr', name, 'config'), 'utf8').includes(repository.folder), false);
});

test('a history that was cut does not pretend to know who made what lies before the cut', async (t) => {
  const repository = makeRepository(t);
  repository.commit({ 'a.md': 'A' }, { day: '2026-01-01' });
  repository.commit({ 'b.md': 'B' }, { day: '2026-01-02' });
  repository.commit({ 'c.md': 'C' }, { day: '2026-01-03', author: 'Cleo' });
  const { source } = sourceOf(t, repository.folder, { depth: 2 });
  const { files } = await source.list(live());
  assert.deepEqual(
    files.map(({ path, changed }) => [path, changed?.by]),
    [
      ['a.md', undefined],
      ['b.md', undefined],
      ['c.md', 'Cleo'],
    ],
  );
});
