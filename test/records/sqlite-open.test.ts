import assert from 'node:assert/strict';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { createSqliteRecords } from '../../src/records/sqlite.ts';
import { migrate, migrations } from '../../src/records/sqlite-migrations.ts';
import { rawDatabase, sqliteRecords, temporaryFolder } from './open-sqlite.ts';
import { publish } from './version-draft.ts';

const brokenName = 'records.sqlite.broken-20261130T090000Z';

it('folder and files of new records are readable by their owner only', async (t) => {
  const folder = join(await temporaryFolder(t), 'state', 'deep');
  const records = sqliteRecords(t, join(folder, 'records.sqlite'));
  assert.deepEqual(await records.start(), { state: 'created' });
  await publish(records, 'a.md');
  assert.equal(statSync(folder).mode & 0o777, 0o700);
  const modes = readdirSync(folder).map((name) => [name, statSync(join(folder, name)).mode & 0o777]);
  assert.deepEqual(modes.sort(), [
    ['records.sqlite', 0o600],
    ['records.sqlite-shm', 0o600],
    ['records.sqlite-wal', 0o600],
  ]);
});

it('a file that others could read is narrowed', async (t) => {
  const file = join(await temporaryFolder(t), 'records.sqlite');
  writeFileSync(file, '');
  chmodSync(file, 0o644);
  const records = sqliteRecords(t, file);
  await records.start();
  assert.equal(statSync(file).mode & 0o777, 0o600);
});

it('records of an older format are migrated with what they hold', async (t) => {
  const file = join(await temporaryFolder(t), 'records.sqlite');
  const old = rawDatabase(t, file);
  migrate(old, migrations.slice(0, 1));
  old.exec("INSERT INTO document (id, source, path, last, stamp, fingerprint) VALUES ('h/a', 'h', 'a', 4, 's', 'f')");
  old.close();
  const records = sqliteRecords(t, file);
  assert.deepEqual(await records.start(), { state: 'migrated', detail: 'from format 1 to 9' });
  assert.equal((await records.documents.states('h'))[0]?.document, 'h/a');
  assert.equal(await publish(records, 'a', { source: 'h' }), 'h/a@5');
  await records.conversations.put('c', '{}', 1);
  assert.equal(await records.conversations.get('c'), '{}');
  assert.match(await records.installation(), /^[0-9a-f]{12}$/);
});

it('the installation is kept, and vectors of unknown texts are not, when records are migrated', async (t) => {
  const file = join(await temporaryFolder(t), 'records.sqlite');
  const old = rawDatabase(t, file);
  migrate(old, migrations.slice(0, 3));
  const installation = old.prepare('SELECT id FROM installation').get()?.id;
  old.exec(`
    INSERT INTO document (id, source, path, last) VALUES ('h/a', 'h', 'a', 1);
    INSERT INTO version (id, document, number, state, stamp, fingerprint, content_hash, metadata, audience_key, passages)
      VALUES ('h/a@1', 1, 1, 'current', 's', 'f', 'c', '{}', 'everyone', 1);
    INSERT INTO vector_mark (version, space, vectors) VALUES (1, 'space-1', 1);
    INSERT INTO embedding (space, hash, vector) VALUES ('space-1', 'h1', x'0000803f');
  `);
  old.close();
  const records = sqliteRecords(t, file);
  await records.start();
  assert.equal(await records.installation(), installation);
  assert.deepEqual(await records.embeddings.get('space-1', ['h1']), new Map());
  assert.equal(await records.vectors.countPending('space-1'), 1);
});

it('versions from before their days were kept answer as they did, and earlier ones once their days are known', async (t) => {
  const file = join(await temporaryFolder(t), 'records.sqlite');
  const old = rawDatabase(t, file);
  migrate(old, migrations.slice(0, 8));
  const insert =
    old.prepare(`INSERT INTO version (id, document, number, state, stamp, fingerprint, content_hash, metadata,
    audience_key, valid_from, passages) VALUES (?, 1, ?, ?, 's', 'f', ?, '{"title":"A","audience":[]}', 'everyone', ?, 0)`);
  old.exec("INSERT INTO document (id, source, path, last, stamp, fingerprint) VALUES ('h/a', 'h', 'a', 3, 's', 'f')");
  insert.run('h/a@1', 1, 'past', 'c1', null);
  insert.run('h/a@2', 2, 'replaced', 'c2', null);
  insert.run('h/a@3', 3, 'current', 'c3', '2026-01-01');
  old.exec("INSERT INTO content (version, text) SELECT key, 'Text of ' || id FROM version");
  old.close();
  const records = sqliteRecords(t, file);
  assert.deepEqual(await records.start(), { state: 'migrated', detail: 'from format 8 to 9' });
  const { documents } = records;
  const all = ['h/a@1', 'h/a@2', 'h/a@3'];
  for (const day of ['2026-01-01', '2026-11-30', '2027-01-01']) {
    assert.deepEqual(await documents.usable(all, day), new Set(['h/a@3']), day);
  }
  assert.deepEqual(await documents.usable(all, '2025-12-31'), new Set());
  assert.deepEqual(
    (await documents.searchable()).map(({ id }) => id),
    ['h/a@2', 'h/a@3'],
    'what was only kept for its text is not asked of the library',
  );
  await documents.archive('2026-11-30');
  await documents.settle((await documents.leftovers()).retired.map(({ id }) => id));
  const validity = { validFrom: '2025-06-01', validTo: '2026-01-01' };
  await documents.setValidity([{ versionId: 'h/a@2', ...validity }]);
  assert.deepEqual(await documents.usable(all, '2025-12-31'), new Set(['h/a@2']));
  assert.deepEqual(
    (await documents.leftovers()).archived.map(({ id }) => id),
    ['h/a@2'],
  );
  assert.equal(await documents.text('h/a@1'), 'Text of h/a@1');
  assert.equal((await documents.history('h/a')).length, 3);
});

it('answers from before persons were noted can be listed and counted', async (t) => {
  const file = join(await temporaryFolder(t), 'records.sqlite');
  const old = rawDatabase(t, file);
  migrate(old, migrations.slice(0, 4));
  old.exec(`
    INSERT INTO answer (id, conversation, question, answer, retrieved, at)
      VALUES ('a', 'c', 'How many days?', '{"id":"a","status":"not_found"}', '[]', 7);
    INSERT INTO ledger (key, args_hash, state, started_at) VALUES ('k', 'h', 'started', 1);
  `);
  old.close();
  const records = sqliteRecords(t, file);
  assert.deepEqual(await records.start(), { state: 'migrated', detail: 'from format 4 to 9' });
  const [answer] = await records.answers.list({ status: 'not_found', limit: 5 });
  assert.deepEqual([answer?.question, answer?.at, answer?.person], ['How many days?', 7, undefined]);
  assert.deepEqual(await records.answers.count({ since: 7 }), { not_found: 1 });
  assert.deepEqual(await records.ledger.get('k'), { state: 'started' });
});

it('a migration that fails leaves the format before it', async (t) => {
  const database = rawDatabase(t, join(await temporaryFolder(t), 'records.sqlite'));
  const steps = ['CREATE TABLE one (a)', 'CREATE TABLE two (a); INSERT INTO nowhere VALUES (1)'];
  assert.throws(() => migrate(database, steps), /nowhere/);
  const tables = database.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all();
  assert.deepEqual(
    tables.map(({ name }) => name),
    ['one'],
  );
  assert.equal(database.prepare('PRAGMA user_version').get()?.user_version, 1);
});

it('records of a newer Bylaw are refused and left as they are', async (t) => {
  const file = join(await temporaryFolder(t), 'records.sqlite');
  const newer = rawDatabase(t, file);
  migrate(newer);
  newer.exec('PRAGMA user_version = 99');
  newer.close();
  const before = readFileSync(file);
  await assert.rejects(sqliteRecords(t, file).start(), {
    code: 'records_unavailable',
    message: /records\.sqlite were written by a newer Bylaw \(format 99, this one knows 9\)\. Update Bylaw/,
  });
  assert.deepEqual(readFileSync(file), before);
});

it('a database of another program is refused and left as it is', async (t) => {
  const file = join(await temporaryFolder(t), 'records.sqlite');
  const other = rawDatabase(t, file);
  other.exec('CREATE TABLE photos (a)');
  other.close();
  const before = readFileSync(file);
  await assert.rejects(sqliteRecords(t, file).start(), {
    code: 'records_unavailable',
    message: /is a database of another program/,
  });
  assert.deepEqual(readFileSync(file), before);
});

it('a file that is no database is kept under another name', async (t) => {
  const folder = await temporaryFolder(t);
  const file = join(folder, 'records.sqlite');
  const garbage = 'not a database '.repeat(1_000);
  writeFileSync(file, garbage);
  const records = sqliteRecords(t, file);
  const opening = await records.start();
  assert.equal(opening.state, 'rebuilt');
  assert.ok(opening.detail?.includes(join(folder, brokenName)), opening.detail);
  assert.equal(readFileSync(join(folder, brokenName), 'utf8'), garbage);
  assert.equal(await publish(records, 'a.md'), 'handbook/a.md@1');
});

it('a database that was cut short is kept under another name, and a second one beside it', async (t) => {
  const folder = await temporaryFolder(t);
  const file = join(folder, 'records.sqlite');
  for (const kept of [brokenName, `${brokenName}-2`]) {
    const records = sqliteRecords(t, file);
    await records.start();
    await publish(records, 'a.md', { text: 'x'.repeat(100_000) });
    await records.stop();
    truncateSync(file, 20_000);
    const next = sqliteRecords(t, file);
    assert.equal((await next.start()).state, 'rebuilt');
    await next.stop();
    assert.equal(statSync(join(folder, kept)).size, 20_000);
  }
});

it('a database with a page overwritten among the versions is kept under another name', async (t) => {
  const folder = await temporaryFolder(t);
  const file = join(folder, 'records.sqlite');
  const records = sqliteRecords(t, file);
  await records.start();
  for (let n = 0; n < 40; n++) await publish(records, `${n}.md`, { metadata: { title: 'y'.repeat(500) } });
  await records.stop();
  const database = rawDatabase(t, file);
  const page = database.prepare("SELECT rootpage FROM sqlite_master WHERE name = 'version_document'").get()?.rootpage;
  database.close();
  const bytes = readFileSync(file);
  bytes.fill(0xff, (Number(page) - 1) * 4096, Number(page) * 4096);
  writeFileSync(file, bytes);
  assert.equal((await sqliteRecords(t, file).start()).state, 'rebuilt');
  assert.ok(existsSync(join(folder, brokenName)));
});

it('a place that cannot hold a file is named', async (t) => {
  const folder = await temporaryFolder(t);
  writeFileSync(join(folder, 'file'), '');
  mkdirSync(join(folder, 'records.sqlite'));
  for (const file of [join(folder, 'file', 'records.sqlite'), join(folder, 'records.sqlite')]) {
    await assert.rejects(sqliteRecords(t, file).start(), (error: Error & { code?: string }) => {
      assert.equal(error.code, 'records_unavailable');
      assert.ok(error.message.includes(file) && error.message.includes('--data'), error.message);
      return true;
    });
  }
});

it('records that another process keeps to itself are said to be locked', async (t) => {
  const file = join(await temporaryFolder(t), 'records.sqlite');
  const other = rawDatabase(t, file);
  migrate(other);
  other.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; CREATE TABLE x (a); COMMIT');
  await assert.rejects(sqliteRecords(t, file, 20).start(), {
    code: 'records_unavailable',
    message: /are locked by another process/,
  });
});

it('records begun anew after damage are another installation', async (t) => {
  const file = join(await temporaryFolder(t), 'records.sqlite');
  const first = sqliteRecords(t, file);
  await first.start();
  const installation = await first.installation();
  await first.stop();
  writeFileSync(file, 'not a database '.repeat(1_000));
  const second = sqliteRecords(t, file);
  await second.start();
  assert.notEqual(await second.installation(), installation);
});

it('a database that another program keeps locked is waited for as long as told, not that long for each try', async (t) => {
  const file = join(await temporaryFolder(t), 'records.sqlite');
  const other = rawDatabase(t, file);
  other.exec('CREATE TABLE t (x); BEGIN EXCLUSIVE');
  const began = performance.now();
  const records = createSqliteRecords({ file, now: Date.now, busyTimeoutMs: 500 });
  await assert.rejects(records.start(), /records\.sqlite are locked by another process\. Wait for it or stop it/);
  assert.ok(performance.now() - began < 5_000);
});
