import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { createDocumentRecords } from '../../src/records/sqlite-documents.ts';
import { createWriteLedger } from '../../src/records/sqlite-ledger.ts';
import { openRecordsFile } from '../../src/records/sqlite-open.ts';
import { createSqliteConnection } from '../../src/records/sqlite-store.ts';
import { rawDatabase, sqliteRecords, temporaryFolder } from './open-sqlite.ts';
import { describeRecords, storeTime } from './records-contract.ts';
import { ids, publish, versionDraft } from './version-draft.ts';

describeRecords('SQLite', (t) => {
  const folder = temporaryFolder(t);
  return async () => {
    const records = sqliteRecords(t, join(await folder, 'records.sqlite'));
    await records.start();
    return records;
  };
});

it('SQLite records survive a restart', async (t) => {
  const file = join(await temporaryFolder(t), 'records.sqlite');
  const first = sqliteRecords(t, file);
  await first.start();
  await publish(first, 'a.md');
  const installation = await first.installation();
  await first.stop();
  const second = sqliteRecords(t, file);
  assert.deepEqual(await second.start(), { state: 'current' });
  assert.equal(await second.installation(), installation);
  assert.equal(await second.documents.text('handbook/a.md@1'), 'Text of a.md.');
});

it('SQLite records see at once what another connection wrote', async (t) => {
  const file = join(await temporaryFolder(t), 'records.sqlite');
  const [bot, command] = [sqliteRecords(t, file), sqliteRecords(t, file)];
  const openings = await Promise.all([bot.start(), command.start()]);
  assert.deepEqual(openings.map(({ state }) => state).sort(), ['created', 'current']);
  const id = await publish(command, 'a.md');
  assert.deepEqual(await bot.documents.usable([id], '2026-11-30'), new Set([id]));
});

it('the vectors of a removed document, and once its history is erased its text and name, are in no file of the SQLite records', async (t) => {
  const folder = await temporaryFolder(t);
  const records = sqliteRecords(t, join(folder, 'records.sqlite'));
  await records.start();
  const secret = 'Plan-Quokka ';
  await publish(records, 'quokka-layoffs.md', { text: secret.repeat(3_000), metadata: { title: `${secret}title` } });
  const kept = await publish(records, 'kept.md');
  await records.embeddings.use([
    { versionId: 'handbook/quokka-layoffs.md@1', hashes: ['secret'] },
    { versionId: kept, hashes: ['kept'] },
  ]);
  const vectorOf = (mark: string) =>
    Float32Array.from({ length: 512 }, (_, i) => Buffer.from(mark).readFloatLE((i % 2) * 4));
  await records.embeddings.put('space-1', [
    { hash: 'secret', vector: vectorOf('gone-vec') },
    { hash: 'kept', vector: vectorOf('stay-vec') },
  ]);
  const onDisk = () =>
    readdirSync(folder)
      .map((name) => readFileSync(join(folder, name), 'latin1'))
      .join('');
  assert.match(onDisk(), /Plan-Quokka/);
  assert.match(onDisk(), /gone-vec/);
  await records.documents.retire(['handbook/quokka-layoffs.md']);
  await records.documents.settle(['handbook/quokka-layoffs.md@1']);
  assert.ok(!/gone-vec/.test(onDisk()));
  assert.match(onDisk(), /Plan-Quokka/, 'its history is kept');
  assert.equal(await records.documents.eraseRemoved(storeTime + 1), 1);
  assert.ok(!/quokka/i.test(onDisk()));
  assert.match(onDisk(), /stay-vec/);
  assert.match(onDisk(), /kept\.md/);
});

it('the text of a finished question is erased from the SQLite records', async (t) => {
  const file = join(await temporaryFolder(t), 'records.sqlite');
  const records = sqliteRecords(t, file);
  await records.start();
  await records.questions.claim({ key: 'k', payload: 'Am I fired?', owner: 'one', leaseUntil: 1, now: 0 });
  await records.questions.finish('k', { state: 'delivered', message: '1.1' });
  await records.stop();
  assert.doesNotMatch(readFileSync(file, 'latin1'), /fired/);
});

it('a full disk is said in plain words, and nothing half-written stays', async (t) => {
  const file = join(await temporaryFolder(t), 'records.sqlite');
  const { database } = await openRecordsFile({ file, now: () => storeTime, busyTimeoutMs: 0 });
  const connection = createSqliteConnection(file);
  t.after(() => connection.close());
  connection.open(database);
  const documents = createDocumentRecords(connection, { now: () => storeTime, today: () => '2026-11-30' });
  const ledger = createWriteLedger(connection);
  const pages = database.prepare('PRAGMA page_count').get()?.page_count;
  database.exec(`PRAGMA max_page_count = ${Number(pages) + 10}`);

  const drafts = [versionDraft('small.md'), versionDraft('huge.md', { text: 'x'.repeat(200_000) })];
  await assert.rejects(documents.stage(drafts), {
    code: 'records_unavailable',
    message: /^The disk that holds the records .*records\.sqlite is full\. Free some space/,
  });
  assert.deepEqual(await documents.leftovers(), { staged: [], retired: [], archived: [] });
  assert.equal(await ledger.begin('k', 'args', 1), true);

  database.exec('PRAGMA max_page_count = 100000');
  const staged = await documents.stage(drafts);
  assert.deepEqual(ids(staged), ['handbook/small.md@1', 'handbook/huge.md@1']);
});

it('a process that dies within a transaction leaves nothing of it', async (t) => {
  const file = join(await temporaryFolder(t), 'records.sqlite');
  const records = sqliteRecords(t, file);
  await records.start();
  await publish(records, 'a.md');
  const script = `
    const { DatabaseSync } = require('node:sqlite');
    const database = new DatabaseSync(process.argv[1]);
    database.exec("PRAGMA cache_size = 1; BEGIN IMMEDIATE; UPDATE version SET state = 'removed'; DELETE FROM content");
    database.exec("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 500) INSERT INTO conversation SELECT i, hex(randomblob(2000)), 1 FROM n");
    process.kill(process.pid, 'SIGKILL');`;
  const child = spawnSync(process.execPath, ['-e', script, file]);
  assert.equal(child.signal, 'SIGKILL', String(child.stderr));
  assert.equal(await records.documents.text('handbook/a.md@1'), 'Text of a.md.');
  assert.deepEqual(await records.documents.usable(['handbook/a.md@1'], '2026-11-30'), new Set(['handbook/a.md@1']));
  assert.equal(await records.conversations.get('1'), undefined);
  assert.equal(await publish(records, 'a.md'), 'handbook/a.md@2');
});

it('a lock that another process keeps is said in plain words, and reading goes on', async (t) => {
  const file = join(await temporaryFolder(t), 'records.sqlite');
  const records = sqliteRecords(t, file, 20);
  await records.start();
  await publish(records, 'a.md');
  const other = rawDatabase(t, file);
  other.exec('BEGIN EXCLUSIVE');
  await assert.rejects(records.documents.stage([versionDraft('b.md')]), {
    code: 'records_unavailable',
    message: /records\.sqlite are locked by another process/,
  });
  await assert.rejects(records.conversations.put('c', '{}', 1), { code: 'records_unavailable' });
  assert.equal((await records.documents.current()).length, 1);
  other.exec('ROLLBACK');
  assert.equal(await publish(records, 'b.md'), 'handbook/b.md@1');
});

it('a call before the start or after the stop is refused', async (t) => {
  const records = sqliteRecords(t, join(await temporaryFolder(t), 'records.sqlite'));
  await assert.rejects(records.documents.current(), { code: 'records_unavailable', message: /are not open/ });
  await records.start();
  await records.stop();
  await assert.rejects(records.answers.get('a'), { code: 'records_unavailable', message: /are not open/ });
});
