import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { type LibraryFixture, makeFolder, openLibrary } from './library-fixture.ts';

const documents = Array.from({ length: 30 }, (_, i) => ({ path: `${i}.md`, passages: [`rule number ${i} on leave`] }));

async function indexed(t: TestContext): Promise<LibraryFixture & { path: string }> {
  const fixture = await openLibrary(t);
  await fixture.put(...documents);
  return { ...fixture, path: join(fixture.stateDir, 'keywords.sqlite') };
}

test('is readable by its owner only', async (t) => {
  const { path } = await indexed(t);
  assert.equal(statSync(path).mode & 0o777, 0o600);
});

test('opens unchanged when it agrees with the records', async (t) => {
  const { library, texts } = await indexed(t);
  await library.stop();
  assert.deepEqual(await library.start(), { rebuilt: false });
  assert.equal((await texts('rule number 7'))[0], 'rule number 7 on leave');
});

for (const [damage, spoil] of [
  ['missing', (path: string) => rmSync(path)],
  ['empty', (path: string) => truncateSync(path, 0)],
  ['cut short', (path: string) => truncateSync(path, 9_000)],
  ['garbage', (path: string) => writeFileSync(path, 'not a database '.repeat(5_000))],
  ['of another release', (path: string) => void changed(path, 'PRAGMA user_version = 999999')],
  ['without a table', (path: string) => void changed(path, 'DROP TABLE passages')],
  ['lacking a version', (path: string) => void changed(path, 'DELETE FROM versions WHERE id = 5')],
  ['lacking a passage', (path: string) => void changed(path, 'DELETE FROM passages WHERE id = 8')],
] as const) {
  test(`is built anew from the records when its file is ${damage}, and says so`, async (t) => {
    const { library, texts, path } = await indexed(t);
    await library.stop();
    spoil(path);

    const opening = await library.start();
    assert.equal(opening.rebuilt, true);
    assert.match(opening.detail ?? '', /keyword index/);
    assert.equal((await texts('rule', { limit: 50 })).length, 30);
    await library.stop();
    assert.deepEqual(await library.start(), { rebuilt: false });
  });
}

function changed(path: string, sql: string): void {
  const db = new DatabaseSync(path);
  db.exec(sql);
  db.close();
}

test('is built anew when damage shows only in use', async (t) => {
  const { library, texts, path } = await indexed(t);
  await library.stop();
  const bytes = readFileSync(path);
  const pageSize = bytes.readUInt16BE(16);
  // All pages that hold postings: what the opening reads stays whole.
  for (let at = 0; at + pageSize <= bytes.length; at += pageSize) {
    const page = bytes.subarray(at, at + pageSize);
    if (page.includes('0rule') || page.includes('numb')) page.fill(0xff);
  }
  writeFileSync(path, bytes);

  assert.deepEqual(await library.start(), { rebuilt: false });
  assert.equal((await texts('rule', { limit: 50 })).length, 30);
});

test('forgets what the records do not know', async (t) => {
  const { library, records, texts } = await indexed(t);
  await records.documents.retire(['test/7.md']);
  await records.documents.settle(['test/7.md@1']);
  await library.stop();
  assert.deepEqual(await library.start(), { rebuilt: false });
  assert.equal((await texts('rule', { limit: 50 })).length, 29);
  assert.equal((await library.health())[0]?.detail, '29 passages of 29 versions');
});

test('follows when another process builds the file anew or adds to it', async (t) => {
  const stateDir = makeFolder(t);
  const first = await openLibrary(t, { stateDir });
  await first.put(...documents);
  const path = join(stateDir, 'keywords.sqlite');
  for (const suffix of ['', '-wal', '-shm']) rmSync(`${path}${suffix}`, { force: true });
  const second = await openLibrary(t, { stateDir });
  await second.put({ path: 'late.md', passages: ['a late rule'] });

  assert.equal((await first.texts('rule', { limit: 50 })).length, 31);
});

test('says what to check where its folder cannot be written', async (t) => {
  const { library, path } = await indexed(t);
  await library.stop();
  for (const suffix of ['', '-wal', '-shm']) rmSync(`${path}${suffix}`, { force: true });
  mkdirSync(path);
  await assert.rejects(library.start(), { code: 'library_unavailable', message: /keywords\.sqlite/ });
});
