import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { type Log, silentLog } from '../../src/log.ts';
import { createToyEmbedder } from '../support/toy-embedder.ts';
import { readState, startServer, windowsOn } from './chroma-process.ts';
import { type LibraryFixture, makeFolder, openLibrary } from './library-fixture.ts';

const leave = { path: 'leave.md', passages: ['Twenty days of annual leave.', 'Carry over five days.'] };
const travel = { path: 'travel.md', passages: ['Book trains in second class.'] };

/** How many windows the server holds for an installation. */
async function countOf({ records }: LibraryFixture, port: number): Promise<number> {
  const prefix = `bylaw_${await records.installation()}_`;
  const found = Object.entries(await windowsOn(port)).filter(([name]) => name.startsWith(prefix));
  return found.flatMap(([, windows]) => windows).length;
}

test('several installations on one server leave each other alone', async (t) => {
  const port = await startServer(t);
  const chroma = { url: `http://127.0.0.1:${port}` };
  const warnings: string[] = [];
  const log: Log = { ...silentLog, warn: (event) => void warnings.push(event) };
  const stateDir = makeFolder(t);
  const real = await openLibrary(t, { stateDir, chroma, log });
  await real.put(leave, travel);
  await real.library.embedPending({});

  // The same document ids and audience set, of other text, and one of another embedder.
  const trialDir = makeFolder(t);
  const trial = await openLibrary(t, { stateDir: trialDir, chroma });
  const [version] = await trial.put({ path: 'leave.md', passages: ['Thirty days of parental leave.'] }, travel);
  await trial.library.embedPending({});
  const embedder = createToyEmbedder({ space: 'toy-32', dimension: 32 });
  const other = await openLibrary(t, { chroma, embedder });
  await other.put(leave);
  await other.library.embedPending({});
  assert.deepEqual([await countOf(real, port), await countOf(trial, port), await countOf(other, port)], [3, 2, 2]);

  await other.remove('leave.md');
  assert.deepEqual([await countOf(real, port), await countOf(trial, port), await countOf(other, port)], [3, 2, 0]);

  // A surplus is swept out when the trial is opened again.
  await trial.library.stop();
  await trial.records.documents.retire(['test/leave.md']);
  await trial.records.documents.settle([version?.id ?? '']);
  const again = await openLibrary(t, { stateDir: trialDir, chroma });
  assert.equal((await again.search('trains')).usedVectors, true);
  assert.deepEqual([await countOf(real, port), await countOf(trial, port)], [3, 1]);

  await real.library.stop();
  const reopened = await openLibrary(t, { stateDir, chroma, log });
  assert.equal((await reopened.search('annual leave')).usedVectors, true);
  assert.equal(await countOf(real, port), 3);
  assert.deepEqual(warnings, []);
});

for (const shared of [false, true]) {
  test(`what damaged records left ${shared ? 'stays on a shared' : 'goes from the embedded'} server`, async (t) => {
    const chroma = shared ? { url: `http://127.0.0.1:${await startServer(t)}` } : {};
    const stateDir = makeFolder(t);
    const before = await openLibrary(t, { stateDir, chroma });
    await before.put(leave, travel);
    await before.library.embedPending({});
    const old = `bylaw_${await before.records.installation()}_`;
    await before.library.stop();
    await before.records.stop();
    writeFileSync(join(stateDir, 'records.sqlite'), 'x'.repeat(100_000));

    const after = await openLibrary(t, { stateDir, chroma });
    await after.put(travel);
    assert.deepEqual(await after.library.embedPending({}), { embedded: 1, pending: 0 });
    assert.equal((await after.search('trains')).usedVectors, true);
    const port = chroma.url === undefined ? readState(stateDir).server.port : Number(new URL(chroma.url).port);
    assert.equal(await countOf(after, port), 1);
    const names = Object.keys(await windowsOn(port));
    assert.deepEqual([names.length, names.some((name) => name.startsWith(old))], shared ? [2, true] : [1, false]);
  });
}
