import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { createWriteBatch } from '../../src/records/sqlite-batch.ts';
import { runTransaction } from '../../src/records/sqlite-store.ts';

function openBatch() {
  const database = new DatabaseSync(':memory:');
  database.exec('CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT NOT NULL)');
  let commits = 0;
  const batch = createWriteBatch(
    () => database,
    (opened, work) => {
      commits += 1;
      runTransaction(opened, work);
    },
  );
  const insert = database.prepare('INSERT INTO note (id, text) VALUES (?, ?)');
  return {
    ...{ batch, database },
    commits: () => commits,
    add: (id: number, text: string | null) => batch.add(() => insert.run(id, text).changes),
    texts: () =>
      database
        .prepare('SELECT text FROM note ORDER BY id')
        .all()
        .map(({ text }) => text),
  };
}

test('what is written in the same moment waits for the disk once', async () => {
  const { add, commits, texts } = openBatch();
  assert.deepEqual(await Promise.all([add(1, 'a'), add(2, 'b'), add(3, 'c')]), [1, 1, 1]);
  assert.equal(commits(), 1);
  await add(4, 'd');
  assert.equal(commits(), 2);
  assert.deepEqual(texts(), ['a', 'b', 'c', 'd']);
});

test('where the disk is slow, what comes while it rests is written together', async () => {
  const database = new DatabaseSync(':memory:');
  const commits: number[] = [];
  const batch = createWriteBatch(
    () => database,
    (opened, work) => {
      commits.push(0);
      // Long enough that nothing but the rest can bring the next two together.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 15);
      runTransaction(opened, work);
    },
  );
  await batch.add(() => 1);
  const second = batch.add(() => 2);
  await new Promise(setImmediate);
  assert.deepEqual(await Promise.all([second, batch.add(() => 3)]), [2, 3]);
  assert.equal(commits.length, 2);
});

test('a write that fails takes back its own part and no other', async () => {
  const { add, batch, database, texts } = openBatch();
  const both = batch.add(() => {
    database.exec("INSERT INTO note VALUES (7, 'half')");
    database.exec("INSERT INTO note VALUES (7, 'again')");
  });
  const [first, failed, last] = await Promise.allSettled([add(1, 'a'), both, add(3, 'c')]);
  assert.deepEqual([first.status, failed.status, last.status], ['fulfilled', 'rejected', 'fulfilled']);
  assert.deepEqual(texts(), ['a', 'c']);
});

test('where the disk takes nothing every write fails, and none is there', async () => {
  const { add, database, batch, texts } = openBatch();
  database.exec('PRAGMA max_page_count = 2');
  const written = await Promise.allSettled([add(1, 'a'), add(2, 'x'.repeat(100_000)), add(3, 'c')]);
  assert.ok(written.some(({ status }) => status === 'rejected'));
  const kept = written.flatMap(({ status }, at) => (status === 'fulfilled' ? [['a', '', 'c'][at]] : []));
  assert.deepEqual(texts(), kept);
  batch.flush();
});
