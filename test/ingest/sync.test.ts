import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BylawError } from '../../src/errors.ts';
import { createBench, createMapSource } from './sync-bench.ts';
import { Tripped, trip } from './trip.ts';

const nothing = { added: 0, changed: 0, removed: 0, unchanged: 0, withheld: [], restricted: [], failed: [], notes: [] };

test('the first run adds, the second reads nothing', async (t) => {
  const source = createMapSource('hr', { 'a.md': 'A', 'b.md': 'B' });
  const bench = await createBench(t, [source]);
  assert.deepEqual(await bench.sync().run(), {
    documents: { ...nothing, added: 2 },
    passages: 2,
    unreadableSources: [],
  });
  source.reads.length = 0;
  assert.deepEqual(await bench.sync().run(), {
    documents: { ...nothing, unchanged: 2 },
    passages: 2,
    unreadableSources: [],
  });
  assert.deepEqual(source.reads, []);
  assert.deepEqual(await bench.answering(), ['hr/a.md@1', 'hr/b.md@1']);
});

test('a changed file is replaced, a deleted and a renamed one leave nothing behind', async (t) => {
  const source = createMapSource('hr', { 'a.md': 'A', 'b.md': 'B', 'c.md': 'C' });
  const bench = await createBench(t, [source]);
  await bench.sync().run();
  source.texts.set('a.md', 'A2').delete('b.md');
  source.texts.delete('c.md');
  source.texts.set('d.md', 'C');
  const { documents } = await bench.sync().run();
  assert.deepEqual(documents, { ...nothing, added: 1, changed: 1, removed: 2 });
  assert.deepEqual(await bench.answering(), ['hr/a.md@2', 'hr/d.md@1']);
  assert.deepEqual([...bench.shelf.held.keys()].sort(), ['hr/a.md@2', 'hr/d.md@1']);
  assert.equal(await bench.records.documents.text('hr/b.md@1'), undefined);
  assert.equal(await bench.records.documents.text('hr/a.md@1'), 'A', 'what was cited once can still be checked');
});

test('new chunk settings, parser versions or source metadata re-chunk unchanged files', async (t) => {
  const source = createMapSource('hr', { 'a.md': 'A' });
  const bench = await createBench(t, [source]);
  await bench.sync().run();
  const processing = { chunkVersion: '1', maxChars: 1000, parserVersion: () => '1' };
  for (const other of [
    { ...processing, maxChars: 500 },
    { ...processing, maxChars: 500, parserVersion: () => '2' },
  ]) {
    assert.equal((await bench.sync({ processing: other }).run()).documents.changed, 1);
    assert.equal((await bench.sync({ processing: other }).run()).documents.unchanged, 1);
  }
  source.metadata = { owner: 'people' };
  const { documents } = await bench
    .sync({ processing: { ...processing, maxChars: 500, parserVersion: () => '2' } })
    .run();
  assert.equal(documents.changed, 1);
  assert.deepEqual(await bench.answering(), ['hr/a.md@4']);
});

test('a new stamp over equal bytes changes nothing, also with --full', async (t) => {
  const source = createMapSource('hr', { 'a.md': 'A' });
  const bench = await createBench(t, [source]);
  await bench.sync().run();
  const list = source.list;
  source.list = async (signal) => ({
    files: (await list(signal)).files.map((file) => ({ ...file, stamp: 'touched' })),
    skipped: [],
  });
  assert.equal((await bench.sync().run()).documents.unchanged, 1);
  assert.equal(source.reads.length, 2);
  await bench.sync().run();
  assert.equal(source.reads.length, 2, 'the new stamp is remembered');
  assert.equal((await bench.sync().run({ full: true })).documents.unchanged, 1);
  assert.equal(source.reads.length, 3);
  assert.deepEqual(bench.parsed, ['a.md', 'a.md'], 'only --full parses it again');
});

test('a file that cannot be parsed is reported each time, parsed once, and stops no other', async (t) => {
  const source = createMapSource('hr', { 'a.md': '!needs a password', 'b.md': 'B', 'empty.md': '' });
  const bench = await createBench(t, [source]);
  const failed = [
    { path: 'a.md', reason: 'needs a password' },
    { path: 'empty.md', reason: 'has no text' },
  ];
  assert.deepEqual((await bench.sync().run()).documents, { ...nothing, added: 1, failed });
  assert.deepEqual((await bench.sync().run()).documents, { ...nothing, unchanged: 1, failed });
  assert.equal(bench.parsed.filter((path) => path === 'a.md').length, 1);
});

test('a file that turns unreadable keeps its last readable version, and says so, until it is mended', async (t) => {
  const source = createMapSource('hr', { 'a.md': 'A' });
  const bench = await createBench(t, [source]);
  await bench.sync().run();
  source.texts.set('a.md', '!is damaged');
  const { failed } = (await bench.sync().run()).documents;
  assert.deepEqual(failed, [{ path: 'a.md', reason: 'is damaged; the last readable version keeps answering' }]);
  assert.deepEqual(await bench.answering(), ['hr/a.md@1']);
  source.texts.set('a.md', 'A');
  assert.deepEqual((await bench.sync().run()).documents.failed, []);
  source.texts.set('a.md', 'A3');
  assert.equal((await bench.sync().run()).documents.changed, 1);
  assert.equal((await bench.answering()).length, 1);
});

test('a source that is down keeps its last good state and does not stop the others', async (t) => {
  const hr = createMapSource('hr', { 'a.md': 'A' });
  const it = createMapSource('it', { 'a.md': 'A' });
  const bench = await createBench(t, [hr, it]);
  const runAt = (time: string) => bench.sync({ now: () => Date.parse(time) }).run();
  await runAt('2026-06-15T12:00:00Z');
  hr.down = true;
  it.texts.set('a.md', 'A2');
  const { documents, unreadableSources } = await runAt('2026-06-15T13:00:00Z');
  const standing = 'down since 2026-06-15 13:00 UTC; what was read 2026-06-15 12:00 UTC keeps answering';
  assert.deepEqual(documents, { ...nothing, changed: 1, failed: [{ path: 'hr', reason: `hr is down (${standing})` }] });
  assert.deepEqual(unreadableSources, ['hr']);
  assert.deepEqual(await bench.answering(), ['hr/a.md@1', 'it/a.md@2']);
});

test('a question leaves remote sources alone that were read a moment ago or are down, and reads the others', async (t) => {
  const far = createMapSource('far', { 'a.md': 'A' });
  const near = createMapSource('near', { 'b.md': 'B' });
  const bench = await createBench(t, [{ ...far, isRemote: true }, near]);
  const runAt = (time: string, remoteFreshMs?: number) =>
    bench.sync({ now: () => Date.parse(time) }).run({ remoteFreshMs });
  assert.equal((await runAt('2026-06-15T12:00:00Z', 900_000)).documents.added, 2);
  far.texts.set('a.md', 'A2');
  near.texts.set('b.md', 'B2');
  assert.equal((await runAt('2026-06-15T12:10:00Z', 900_000)).documents.changed, 1);
  assert.deepEqual(await bench.answering(), ['far/a.md@1', 'near/b.md@2']);
  assert.equal((await runAt('2026-06-15T12:20:00Z', 900_000)).documents.changed, 1);
  far.down = true;
  assert.deepEqual((await runAt('2026-06-15T13:00:00Z')).unreadableSources, ['far']);
  assert.deepEqual((await runAt('2026-06-15T14:00:00Z', 900_000)).unreadableSources, []);
});

test('sources at hand are read before those on other machines', async (t) => {
  const read: string[] = [];
  const sources = ['far', 'near'].map((name) => {
    const source = createMapSource(name, { 'a.md': name });
    const list: typeof source.list = (signal) => {
      read.push(name);
      return source.list(signal);
    };
    return { ...source, list, isRemote: name === 'far' };
  });
  await (await createBench(t, sources)).sync().run();
  assert.deepEqual(read, ['near', 'far']);
});

test('the same file in two sources is indexed twice, and a note names it', async (t) => {
  const bench = await createBench(t, [createMapSource('hr', { 'a.md': 'A' }), createMapSource('it', { 'b.md': 'A' })]);
  const { documents } = await bench.sync().run();
  assert.deepEqual(documents.notes, [{ path: 'it/b.md', reason: 'is the same file as hr/a.md: keep one of them' }]);
  assert.equal((await bench.answering()).length, 2);
});

test('of the same file for different readers only the narrower answers, and the other says why', async (t) => {
  const hr = createMapSource('hr', { 'a.md': 'A' });
  const { list } = hr;
  hr.list = async (signal) => {
    const { files, skipped } = await list(signal);
    return { files: files.map((file) => ({ ...file, onlyFor: ['c0hr1'] })), skipped };
  };
  const it = createMapSource('it', { 'b.md': 'A' });
  const bench = await createBench(t, [hr, it]);
  const { documents } = await bench.sync().run();
  assert.deepEqual(documents.withheld, [
    {
      path: 'it/b.md',
      reason: 'is the same file as hr/a.md, which fewer people may read: give both the same readers, or keep one',
    },
  ]);
  assert.deepEqual(documents.notes, []);
  assert.equal((await bench.answering()).length, 1);
  it.texts.set('b.md', 'Another A');
  assert.deepEqual((await bench.sync().run()).documents.withheld, []);
  assert.equal((await bench.answering()).length, 2);
});

test('what lies below an unreadable folder is kept, what is merely left out is not', async (t) => {
  const source = createMapSource('hr', { 'sub/a.md': 'A', 'b.md': 'B' });
  const bench = await createBench(t, [source]);
  await bench.sync().run();
  source.texts.clear();
  source.skipped = [
    { path: 'sub', reason: 'the folder cannot be read', unseen: true },
    { path: 'b.md', reason: 'is a link that leaves the folder' },
  ];
  const { documents } = await bench.sync().run();
  assert.equal(documents.removed, 1);
  assert.deepEqual(
    documents.failed.map(({ path }) => path),
    ['sub', 'b.md'],
  );
  assert.deepEqual(await bench.answering(), ['hr/sub/a.md@1']);
});

test('a source that is no longer configured leaves nothing behind', async (t) => {
  const bench = await createBench(t, [createMapSource('hr', { 'a.md': 'A' })]);
  await bench.sync().run();
  const { documents } = await bench.sync({ sources: [createMapSource('people', { 'a.md': 'A' })] }).run();
  assert.deepEqual(documents, { ...nothing, added: 1, removed: 1 });
  assert.deepEqual([...bench.shelf.held.keys()], ['people/a.md@1']);
});

test('what nobody may read, is superseded or not in force today is withheld with the reason', async (t) => {
  const source = createMapSource('hr', {
    'bands.md': '{"audience":["managers"]}\n---\nBands',
    'lost.md': '{"audience":["managres"]}\n---\nLost',
    'half.md': '{"audience":["c0leads","legal"]}\n---\nHalf',
    'old.md': 'Old',
    'new.md': '{"supersedes":"old.md","effectiveFrom":"2027-01-01"}\n---\nNew',
    'draft.md': '{"status":"draft"}\n---\nDraft',
  });
  const bench = await createBench(t, [source]);
  const { withheld, restricted, notes } = (await bench.sync().run()).documents;
  assert.deepEqual(
    withheld.toSorted((a, b) => (a.path < b.path ? -1 : 1)),
    [
      { path: 'draft.md', reason: 'is a draft' },
      {
        path: 'lost.md',
        reason:
          'nobody may read it: "managres" under audience is no role of bylaw.yaml (hr, managers) and no id of a channel, user group or person',
      },
      { path: 'new.md', reason: 'takes effect on 2027-01-01' },
    ],
  );
  assert.deepEqual(restricted, [
    { path: 'bands.md', reason: 'for managers only' },
    { path: 'half.md', reason: 'for C0LEADS or legal only' },
  ]);
  const half =
    '"legal" under audience is no role of bylaw.yaml (hr, managers) and no id of a channel, user group or person: nobody is let in for it';
  assert.deepEqual(notes, [{ path: 'half.md', reason: half }]);
  assert.deepEqual((await bench.sync().run()).documents.notes, notes, 'it is said for as long as it is so');
  const bands = (await bench.records.documents.versions(['hr/bands.md@1'])).get('hr/bands.md@1');
  assert.match(bands?.audienceKey ?? '', /^a-[0-9a-f]{12}$/);
  const next = await bench.answering('2027-01-01');
  assert.ok(next.includes('hr/new.md@1') && !next.includes('hr/old.md@1'), 'it goes live without a file change');
  const today = await bench.answering();
  assert.ok(!today.includes('hr/new.md@1') && today.includes('hr/old.md@1') && !today.includes('hr/draft.md@1'));
});

test('notes for owners are handed on', async (t) => {
  const bench = await createBench(t, [createMapSource('hr', { 'a.md': '{"note":"status: unknown value"}\n---\nA' })]);
  const notes = [{ path: 'a.md', reason: 'status: unknown value' }];
  assert.deepEqual((await bench.sync().run()).documents.notes, notes);
  assert.deepEqual((await bench.sync().run()).documents.notes, []);
  const full = (await bench.sync().run({ full: true })).documents;
  assert.deepEqual([full.notes, full.unchanged, full.changed], [notes, 1, 0], '--full shows them again');
});

test('one sync at a time', async (t) => {
  const bench = await createBench(t, [createMapSource('hr', { 'a.md': 'A' })]);
  await bench.records.leases.acquire('sync', 'someone else', Date.now() + 60_000, Date.now());
  await assert.rejects(bench.sync().run(), (error) => error instanceof BylawError && error.code === 'busy');
  await bench.records.leases.release('sync', 'someone else');
  await bench.sync().run();
});

test('ten thousand identical files are ten thousand documents', async (t) => {
  const texts = Object.fromEntries(Array.from({ length: 10_000 }, (_, i) => [`${i}.md`, 'the same']));
  const bench = await createBench(t, [createMapSource('hr', texts)]);
  assert.equal((await bench.sync().run()).documents.added, 10_000);
  const began = performance.now();
  assert.equal((await bench.sync().run()).documents.unchanged, 10_000);
  t.diagnostic(`unchanged run: ${Math.round(performance.now() - began)} ms`);
  assert.equal((await bench.records.documents.counts()).passages, 10_000);
});

test('interrupted after any step, the next run completes it, and a document always has one answering version', async (t) => {
  for (let step = 1; ; step++) {
    const source = createMapSource('hr', { 'a.md': 'A', 'b.md': 'B', 'c.md': 'C' });
    const bench = await createBench(t, [source]);
    await bench.sync().run();
    source.texts.set('a.md', 'A2').set('d.md', 'D').delete('b.md');
    const seen: number[] = [];
    const watch = async () => {
      const ids = await bench.answering();
      seen.push(ids.filter((id) => id.startsWith('hr/a.md@')).length);
    };
    const tripped = trip(bench.records, bench.shelf, step, watch);
    const outcome = await bench
      .sync({ records: tripped.records, library: tripped.library })
      .run()
      .catch((error: unknown) => error);
    assert.ok(
      seen.every((count) => count === 1),
      `step ${step}: ${seen.join(' ')}`,
    );
    await bench.sync().run();
    assert.deepEqual(
      await bench.answering(),
      ['hr/a.md@2', 'hr/c.md@1', 'hr/d.md@1'].map((id) => fitting(id, bench)),
      `step ${step}`,
    );
    assert.equal(bench.shelf.held.size, 3, `step ${step}`);
    assert.deepEqual(await bench.records.documents.leftovers(), { staged: [], retired: [], archived: [] });
    if (!(outcome instanceof Tripped)) {
      assert.ok(step > 8, `only ${step} steps were tried`);
      break;
    }
  }
});

/** A version staged in a run that was interrupted may have used up a number. */
function fitting(id: string, bench: Awaited<ReturnType<typeof createBench>>): string {
  const document = id.slice(0, id.lastIndexOf('@'));
  return [...bench.shelf.held.keys()].find((held) => held.startsWith(`${document}@`)) ?? id;
}

test("a source's readers hold whatever a document says of itself, and a change of them reaches it", async (t) => {
  const source = createMapSource('wiki', { 'a.md': 'A' });
  const bench = await createBench(t, [source]);
  const { list } = source;
  let onlyFor: readonly string[] | undefined = ['connector:wiki'];
  source.list = async (signal) => ({
    files: (await list(signal)).files.map((file) => ({ ...file, ...(onlyFor && { onlyFor }) })),
    skipped: [],
  });
  const first = await bench.sync().run();
  assert.deepEqual(
    first.documents.withheld.map(({ path }) => path),
    ['a.md'],
  );
  onlyFor = undefined;
  const second = await bench.sync().run();
  assert.deepEqual([second.documents.changed, second.documents.withheld], [1, []]);
});

test('when each source was last read, and since when one is down, is noted', async (t) => {
  const [hr, it] = [createMapSource('hr', { 'a.md': 'A' }), createMapSource('it', { 'b.md': 'B' })];
  const bench = await createBench(t, [hr, it]);
  const runAt = (now: number, sources = [hr, it]) => bench.sync({ now: () => now, sources }).run();
  const start = Date.now();
  await runAt(start);
  it.down = true;
  await runAt(start + 1000);
  await runAt(start + 2000);
  assert.deepEqual(await bench.records.syncs.all(), [
    { source: 'hr', documents: 1, readAt: start + 2000 },
    { source: 'it', documents: 1, readAt: start, failingSince: start + 1000, failure: 'it is down' },
  ]);
  it.down = false;
  await runAt(start + 3000);
  assert.deepEqual((await bench.records.syncs.all())[1], { source: 'it', documents: 1, readAt: start + 3000 });
  await runAt(start + 4000, [hr]);
  assert.deepEqual(await bench.records.syncs.all(), [{ source: 'hr', documents: 1, readAt: start + 4000 }]);
});

test('a source whose reading was stopped counts neither as read nor as down', async (t) => {
  const hr = createMapSource('hr', { 'a.md': 'A' });
  const bench = await createBench(t, [hr]);
  await assert.rejects(bench.sync().run({ signal: AbortSignal.abort(new BylawError('cancelled', 'stopped')) }));
  assert.deepEqual(await bench.records.syncs.all(), []);
});
