import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { BylawError } from '../../../src/errors.ts';
import { createFolderSource, type FolderSourceOptions } from '../../../src/ingest/sources/folder.ts';
import { describeSource } from './source-contract.ts';

const live = new AbortController().signal;
const longAgo = new Date('2026-01-01T00:00:00Z');

function place(t: TestContext): string {
  const dir = mkdtempSync(join(tmpdir(), 'bylaw-folder-'));
  t.after(() => {
    for (const each of [dir, `${dir}-moved`]) rmSync(each, { recursive: true, force: true });
  });
  return dir;
}

function write(dir: string, path: string, text = 'text', at: Date | null = longAgo): void {
  const file = join(dir, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  if (at !== null) utimesSync(file, at, at);
}

function source(folder: string, more: Partial<FolderSourceOptions> = {}) {
  const base = { name: 'hr', folder, extensions: ['.md', '.pdf'], maxBytes: 1000, now: Date.now };
  return createFolderSource({ ...base, ...more });
}

describeSource('folder', async (t) => {
  const dir = place(t);
  write(dir, 'hello.md', 'Hello');
  return {
    source: source(dir),
    change: async (text) => write(dir, 'hello.md', text, new Date('2026-02-02T00:00:00Z')),
    remove: async () => renameSync(join(dir, 'hello.md'), join(dir, 'other.md')),
    takeDown: async () => renameSync(dir, `${dir}-moved`),
  };
});

test('a folder is walked to the bottom in a fixed order, hidden entries left out', async (t) => {
  const dir = place(t);
  for (const path of ['b.md', 'a.md', 'sub/deep/c.pdf', '.hidden.md', '.git/x.md', 'sub/.DS_Store']) write(dir, path);
  const { files, skipped } = await source(dir).list(live);
  assert.deepEqual(
    files.map((file) => file.path),
    ['a.md', 'b.md', 'sub/deep/c.pdf'],
  );
  assert.deepEqual(skipped, []);
});

test('a document in a format that is not supported is told, an image or a data file is not', async (t) => {
  const dir = place(t);
  for (const path of ['a.md', 'slides.PPTX', 'logo.png', 'queries.jsonl']) write(dir, path);
  const { files, skipped } = await source(dir).list(live);
  assert.deepEqual(
    files.map((file) => file.path),
    ['a.md'],
  );
  assert.deepEqual(skipped, [{ path: 'slides.PPTX', reason: 'format .pptx is not supported; supported: .md, .pdf' }]);
});

test('globs choose what is in and what is out', async (t) => {
  const dir = place(t);
  for (const path of ['hr/a.md', 'hr/old/b.md', 'it/c.md', 'hr/d.txt']) write(dir, path);
  const { files } = await source(dir, { include: ['hr/**'], exclude: ['**/old/**'] }).list(live);
  assert.deepEqual(
    files.map((file) => file.path),
    ['hr/a.md', 'hr/d.txt'],
  );
});

test('links are followed inside the folder only, and loops end', async (t) => {
  const outside = place(t);
  write(outside, 'secret.md');
  const dir = place(t);
  write(dir, 'real/a.md');
  symlinkSync(join(dir, 'real'), join(dir, 'alias'));
  symlinkSync(dir, join(dir, 'real', 'loop'));
  symlinkSync(join(dir, 'real', 'a.md'), join(dir, 'b.md'));
  symlinkSync(join(outside, 'secret.md'), join(dir, 'leak.md'));
  symlinkSync(outside, join(dir, 'leaks'));
  symlinkSync(join(dir, 'nowhere'), join(dir, 'dead.md'));
  const { files, skipped } = await source(dir).list(live);
  const paths = files.map((file) => file.path);
  assert.ok(paths.includes('b.md') && paths.some((path) => path.endsWith('/a.md')));
  assert.equal(paths.filter((path) => path.endsWith('/a.md')).length, 1);
  assert.deepEqual(skipped.map((entry) => entry.path).sort(), ['dead.md', 'leak.md', 'leaks']);
  assert.match(skipped.find((entry) => entry.path === 'leaks')?.reason ?? '', /leaves the folder/);
});

test('a pipe in the folder is not opened', async (t) => {
  const dir = place(t);
  write(dir, 'a.md');
  execFileSync('mkfifo', [join(dir, 'pipe.md')]);
  assert.deepEqual(
    (await source(dir).list(live)).files.map((file) => file.path),
    ['a.md'],
  );
});

test('a file written just now is read again next time, since it may change within the same tick', async (t) => {
  const dir = place(t);
  write(dir, 'fresh.md', 'one', null);
  let now = Date.now();
  const fresh = source(dir, { now: () => now });
  const first = (await fresh.list(live)).files[0]?.stamp;
  now += 1;
  assert.notEqual((await fresh.list(live)).files[0]?.stamp, first);
  now += 60_000;
  const settled = (await fresh.list(live)).files[0]?.stamp;
  assert.notEqual(settled, first);
  assert.equal((await fresh.list(live)).files[0]?.stamp, settled);
});

test('a file over the limit is refused with its reason', async (t) => {
  const dir = place(t);
  write(dir, 'big.md', 'x'.repeat(1001));
  await assert.rejects(
    source(dir).read({ path: 'big.md', stamp: '' }, live),
    (error) => error instanceof BylawError && error.code === 'document_unreadable' && /larger than/.test(error.message),
  );
});

test('a file that goes on growing while it is read is refused, and read once it has come to rest', async (t) => {
  const dir = place(t);
  write(dir, 'log.md', 'x'.repeat(900_000));
  const growing = source(dir, { maxBytes: 10_000_000 });
  const file = { path: 'log.md', stamp: '' };
  let settled = false;
  let appended = 0;
  const refused = assert
    .rejects(
      growing.read(file, live),
      (error) =>
        error instanceof BylawError &&
        error.code === 'document_unreadable' &&
        /changes while it is read/.test(error.message),
    )
    .finally(() => {
      settled = true;
    });
  // One line in every turn of the loop, so that both of its tries see the file change.
  while (!settled) {
    appendFileSync(join(dir, 'log.md'), 'y'.repeat(10));
    appended += 10;
    await nextTurn();
  }
  await refused;
  assert.equal((await growing.read(file, live)).length, 900_000 + appended);
});

test('a folder that is missing or is a file is a source that cannot be read', async (t) => {
  const dir = place(t);
  write(dir, 'file.md');
  for (const folder of [join(dir, 'none'), join(dir, 'file.md')]) {
    await assert.rejects(
      source(folder).list(live),
      (error) => error instanceof BylawError && error.code === 'source_unreadable' && error.message.includes(folder),
    );
  }
});

test('links to the documents are made from the address of the folder', async (t) => {
  const dir = place(t);
  write(dir, 'a b/ä?.md');
  const { files } = await source(dir, { url: 'https://example.com/hr/' }).list(live);
  assert.equal(files[0]?.metadata?.url, 'https://example.com/hr/a%20b/%C3%A4%3F.md');
});

test('a renamed file keeps its content and gets another path', async (t) => {
  const dir = place(t);
  write(dir, 'old.md');
  renameSync(join(dir, 'old.md'), join(dir, 'new.md'));
  assert.deepEqual(
    (await source(dir).list(live)).files.map((file) => file.path),
    ['new.md'],
  );
});

test('a file whose name is not UTF-8 is left out by that reason', async (t) => {
  const dir = place(t);
  write(dir, 'good.md');
  try {
    writeFileSync(Buffer.concat([Buffer.from(`${dir}/bad`), Buffer.from([0xff]), Buffer.from('.md')]), 'text');
  } catch {
    return t.skip('the file system takes no such name');
  }
  const { files, skipped } = await source(dir).list(live);
  assert.deepEqual(
    files.map((file) => file.path),
    ['good.md'],
  );
  assert.match(skipped[0]?.reason ?? '', /^has a name that is not UTF-8: rename it$/);
});
