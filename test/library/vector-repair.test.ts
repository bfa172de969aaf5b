import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { type Log, silentLog } from '../../src/log.ts';
import { createToyEmbedder } from '../support/toy-embedder.ts';
import { ended, readState, serversOn, windowsOn } from './chroma-process.ts';
import { makeFolder, openLibrary } from './library-fixture.ts';

const leave = { path: 'leave.md', passages: ['Twenty days of annual leave.', 'Carry over five days.'] };
const travel = { path: 'travel.md', passages: ['Book trains in second class.'] };

const windowsIn = (stateDir: string) => windowsOn(readState(stateDir).server.port);
const countIn = async (stateDir: string) => Object.values(await windowsIn(stateDir)).flat().length;

function events(): { log: Log; seen: string[] } {
  const seen: string[] = [];
  const note = (event: string) => void seen.push(event);
  return { log: { ...silentLog, warn: note, error: note }, seen };
}

test('leaves nothing of a removed or replaced document in Chroma', async (t) => {
  const { put, remove, library, stateDir, texts } = await openLibrary(t);
  await put(leave, { ...travel, audienceKey: 'a-board' });
  await library.embedPending({});
  assert.equal(await countIn(stateDir), 3);

  await put({ path: 'leave.md', passages: ['Thirty days of annual leave.'] });
  assert.equal(await countIn(stateDir), 1);
  await library.embedPending({});
  assert.equal(await countIn(stateDir), 2);

  await remove('leave.md', 'travel.md');
  assert.equal(await countIn(stateDir), 0);
  assert.deepEqual(await texts('annual leave trains', { audienceKeys: ['everyone', 'a-board'] }), []);
});

test('tells Chroma nothing readable', async (t) => {
  const { put, library, stateDir } = await openLibrary(t);
  await put({ path: 'zebrafish.md', title: 'Zebrafish', audienceKey: 'a-zebrafish', passages: ['zebrafish rules'] });
  await library.embedPending({});
  await library.stop();
  assert.ok(!readFileSync(join(stateDir, 'chroma', 'chroma.sqlite3')).includes('zebrafish'));
});

test('embeds anew with another embedder, and drops what the old one left', async (t) => {
  const stateDir = makeFolder(t);
  const first = await openLibrary(t, { stateDir });
  await first.put(leave, travel);
  await first.library.embedPending({});
  await first.library.stop();

  const embedder = createToyEmbedder({ space: 'toy-32', dimension: 32 });
  const second = await openLibrary(t, { stateDir, embedder });
  assert.equal((await second.search('annual leave')).usedVectors, false);
  assert.deepEqual(await second.library.embedPending({}), { embedded: 3, pending: 0 });
  assert.equal((await second.search('annual leave')).usedVectors, true);
  const [name, ...others] = Object.keys(await windowsIn(stateDir));
  const installation = await second.records.installation();
  assert.deepEqual([name?.startsWith(`bylaw_${installation}_toy-32_`), others], [true, []]);
  assert.equal((await second.records.vectors.marked('toy-64')).size, 0);
});

test('embeds nothing twice: an interrupted run is completed from the cache', async (t) => {
  const { put, library, embedder, stateDir } = await openLibrary(t);
  await put(...Array.from({ length: 60 }, (_, i) => ({ path: `${i}.md`, passages: [`rule ${i}`, `exception ${i}`] })));
  const stop = new AbortController();
  const interrupted = await library.embedPending({
    signal: stop.signal,
    onProgress: ({ embedded }) => embedded >= 64 && stop.abort(),
  });
  assert.ok(interrupted.pending > 0);

  const { pending } = await library.embedPending({});
  assert.equal(pending, 0);
  const texts = embedder.asked.map(({ text }) => text);
  assert.equal(texts.length, new Set(texts).size);
  assert.equal(await countIn(stateDir), 120);
});

test('fails the run on a vector that is no number, before Chroma or the cache see it', async (t) => {
  const { put, library, embedder, stateDir } = await openLibrary(t);
  await put(leave);
  for (const bad of [Number.NaN, Number.POSITIVE_INFINITY, 0]) {
    embedder.before = async (texts) => texts.map(() => new Float32Array(64).fill(bad));
    await assert.rejects(library.embedPending({}), { code: 'embedder_failed' });
  }
  embedder.before = async (texts) => texts.map(() => new Float32Array(8).fill(1));
  await assert.rejects(library.embedPending({}), /8 dimensions instead of 64/);

  embedder.before = async () => undefined;
  assert.deepEqual(await library.embedPending({}), { embedded: 2, pending: 0 });
  assert.equal(await countIn(stateDir), 2);
});

test('completes a run in which Chroma is killed in the middle of a write', async (t) => {
  const { put, library, stateDir, search } = await openLibrary(t);
  await put(...Array.from({ length: 90 }, (_, i) => ({ path: `${i}.md`, passages: [`rule number ${i}`] })));
  let kills = 0;
  const result = await library.embedPending({
    onProgress: ({ pending }) => {
      if (pending >= 90 || kills >= 2) return;
      kills += 1;
      process.kill(readState(stateDir).server.pid, 'SIGKILL');
    },
  });

  assert.deepEqual([kills, result.pending, await countIn(stateDir)], [2, 0, 90]);
  assert.equal((await search('rule number 17')).hits[0]?.passage.text, 'rule number 17');
  assert.equal(serversOn(stateDir).length, 1);
});

test('uses vectors again after Chroma was killed between two questions', async (t) => {
  const { put, library, stateDir, search } = await openLibrary(t);
  await put(leave);
  await library.embedPending({});
  const { pid } = readState(stateDir).server;
  process.kill(pid, 'SIGKILL');
  await ended(pid);
  assert.equal((await search('annual leave')).usedVectors, true);
});

test('completes what a killed process left, without embedding again what it had embedded', async (t) => {
  const stateDir = makeFolder(t);
  const program = fileURLToPath(new URL('./library-user.ts', import.meta.url));
  const child = spawn(process.execPath, [program, stateDir], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  child.kill('SIGKILL');
  await once(child, 'exit');

  let clock = Date.now() + 3_600_000;
  const { library, records, embedder, search } = await openLibrary(t, { stateDir, now: () => clock++ });
  assert.equal(serversOn(stateDir).length, 1);
  const pending = await library.countPending();
  assert.ok(pending > 0 && pending < 200, String(pending));
  assert.equal((await library.embedPending({})).pending, 0);
  assert.ok(embedder.asked.length < 200, String(embedder.asked.length));
  assert.equal(await countIn(stateDir), 200);
  assert.equal((await records.vectors.marked('toy-64')).size, 200);
  assert.equal((await search('rule number 150')).hits[0]?.passage.text, 'rule number 150');
  assert.equal(serversOn(stateDir).length, 1);
});

for (const [damage, spoil] of [
  ['lost', (stateDir: string) => rmSync(join(stateDir, 'chroma'), { recursive: true })],
  ['cut short', (stateDir: string) => truncateSync(join(stateDir, 'chroma', 'chroma.sqlite3'), 20_000)],
  ['garbage', (stateDir: string) => writeFileSync(join(stateDir, 'chroma', 'chroma.sqlite3'), 'x'.repeat(100_000))],
] as const) {
  test(`begins a store anew that is ${damage}, from the cache, and says so`, async (t) => {
    const stateDir = makeFolder(t);
    const first = await openLibrary(t, { stateDir });
    await first.put(leave, travel);
    await first.library.embedPending({});
    await first.library.stop();
    spoil(stateDir);

    const { log, seen } = events();
    const second = await openLibrary(t, { stateDir, log });
    const outcome = await second.search('annual leave');
    assert.equal(outcome.hits[0]?.passage.text, 'Twenty days of annual leave.');
    assert.equal((await second.library.embedPending({})).pending, 0);

    assert.ok(seen.includes('vectors.lost'), String(seen));
    assert.equal((await second.search('annual leave')).usedVectors, true);
    assert.equal(second.embedder.asked.filter(({ purpose }) => purpose === 'passage').length, 0);
    assert.equal(await countIn(stateDir), 3);
    const health = await second.library.health();
    assert.match(health.map(({ detail }) => detail).join('; '), /begun anew/);
    assert.ok(health.every(({ ok }) => ok));
  });
}

test('sweeps out windows that no version stands for', async (t) => {
  const stateDir = makeFolder(t);
  const first = await openLibrary(t, { stateDir });
  const [version] = await first.put(leave, travel);
  await first.library.embedPending({});
  await first.library.stop();
  // As if a crash had come between two stores.
  await first.records.documents.retire(['test/leave.md']);
  await first.records.documents.settle([version?.id ?? '']);

  const second = await openLibrary(t, { stateDir });
  assert.equal((await second.search('trains')).usedVectors, true);
  assert.equal(await countIn(stateDir), 1);
});

test('embeds each text once where two processes want to', async (t) => {
  const stateDir = makeFolder(t);
  const [first, second] = [await openLibrary(t, { stateDir }), await openLibrary(t, { stateDir })];
  await first.put(...Array.from({ length: 40 }, (_, i) => ({ path: `${i}.md`, passages: [`rule number ${i}`] })));

  const results = await Promise.all([first.library.embedPending({}), second.library.embedPending({})]);
  assert.deepEqual(
    results.map(({ pending }) => pending),
    [0, 0],
  );
  assert.equal(first.embedder.asked.length + second.embedder.asked.length, 40);
  assert.equal((await second.search('rule number 7')).usedVectors, true);
});

test('sees at start that the whole store is gone, without starting Chroma', async (t) => {
  const stateDir = makeFolder(t);
  const first = await openLibrary(t, { stateDir });
  await first.put(leave, travel);
  await first.library.embedPending({});
  await first.library.stop();
  rmSync(join(stateDir, 'chroma'), { recursive: true });

  const { log, seen } = events();
  const second = await openLibrary(t, { stateDir, log });
  assert.equal(await second.library.countPending(), 2);
  assert.ok(seen.includes('vectors.lost'));
  assert.deepEqual(await second.library.embedPending({}), { embedded: 0, pending: 0 });
  assert.equal(await countIn(stateDir), 3);
});
