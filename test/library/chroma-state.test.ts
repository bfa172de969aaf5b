import assert from 'node:assert/strict';
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { BylawError } from '../../src/errors.ts';
import { createChromaStateFile } from '../../src/library/chroma-state.ts';
import { makeFolder, openLibrary } from './library-fixture.ts';

const never = new AbortController().signal;

function unavailable(pattern: RegExp) {
  return (error: unknown) =>
    error instanceof BylawError && error.code === 'library_unavailable' && pattern.test(error.message);
}

test('the lock writes nothing, so that it can be had on a full disk', async (t) => {
  const folder = makeFolder(t);
  const inFolder = await createChromaStateFile(folder).locked(async () => readdirSync(folder), never);
  assert.deepEqual(inFolder, ['chroma.lock']);
});

test('who waits for the lock of another process may stop waiting, and is told which file it is', async (t) => {
  const folder = makeFolder(t);
  const file = createChromaStateFile(folder);
  await file.locked(async () => {
    const work = createChromaStateFile(folder).locked(async () => {}, AbortSignal.abort());
    await assert.rejects(work, unavailable(/another process holds .*chroma\.lock: wait for it, or stop it/));
  }, never);
});

test('a state that cannot be written or locked is named with what to check', async (t) => {
  const folder = makeFolder(t);
  const file = createChromaStateFile(folder);
  mkdirSync(join(folder, 'chroma.json.new'));
  const user = { id: 'u', pid: process.pid };
  assert.throws(() => file.write({ users: [user] }), unavailable(/chroma\.json can't be used \(EISDIR\): check/));
  mkdirSync(join(folder, 'chroma.lock'));
  await assert.rejects(
    file.locked(async () => {}, never),
    unavailable(/chroma\.lock can't be used \(unable to open database file\): check/),
  );
});

test('embedding that waits for the store stops when it is told to', async (t) => {
  const fixture = await openLibrary(t);
  await fixture.put({ path: 'a.md', passages: ['Everyone gets twenty days of leave.'] });
  const foreign = new DatabaseSync(join(fixture.stateDir, 'chroma.lock'));
  foreign.exec('BEGIN IMMEDIATE');
  try {
    const stop = new AbortController();
    const work = fixture.library.embedPending({ signal: stop.signal });
    stop.abort();
    assert.deepEqual(await work, { embedded: 0, pending: 1 });
  } finally {
    foreign.close();
  }
});
