import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { IsoDate } from '../../src/domain.ts';
import type { EarlierContent } from '../../src/ingest/sources/source.ts';
import type { SyncDeps } from '../../src/ingest/sync-deps.ts';
import { type Bench, createBench, createMapSource } from './sync-bench.ts';
import { Tripped, trip } from './trip.ts';

const at = (day: IsoDate): Partial<SyncDeps> => ({ today: () => day });
const effective = (day: IsoDate, text: string) => `{"effectiveFrom":"${day}"}\n---\n${text}`;

test('a version that takes effect later is announced while the one before it answers, and switches by the clock', async (t) => {
  const source = createMapSource('hr', { 'a.md': 'Twenty days' });
  const bench = await createBench(t, [source]);
  await bench.syncOn('2026-11-01');
  source.texts.set('a.md', effective('2027-01-01', 'Thirty days'));
  const { documents } = await bench.syncOn('2026-11-30');
  assert.deepEqual(documents.withheld, [
    { path: 'a.md', reason: 'version 2 takes effect on 2027-01-01; until then version 1 answers' },
  ]);
  assert.deepEqual(await bench.answering('2026-12-31'), ['hr/a.md@1']);
  assert.deepEqual(await bench.answering('2027-01-01'), ['hr/a.md@2']);
  assert.deepEqual(await bench.records.documents.upcoming('2026-11-30'), ['hr/a.md@2']);

  bench.setToday('2027-01-01');
  assert.deepEqual(await bench.answering('2027-01-01'), ['hr/a.md@2'], 'at midnight, before anything ran');
  assert.deepEqual(await bench.answering('2026-12-31'), ['hr/a.md@1'], 'and yesterday is still known');
  assert.equal(bench.shelf.held.get('hr/a.md@1')?.isPast, undefined);
  await bench.sync(at('2027-01-01')).archive();
  assert.equal(bench.shelf.held.get('hr/a.md@1')?.isPast, true);
  assert.deepEqual(await bench.answering('2026-12-31'), ['hr/a.md@1']);
  assert.deepEqual((await bench.syncOn('2027-01-01')).documents.withheld, []);
});

test('a clock or time zone that is set back loses no document', async (t) => {
  const source = createMapSource('hr', { 'a.md': 'A1', 'b.md': effective('2026-12-01', 'B1') });
  const bench = await createBench(t, [source]);
  await bench.syncOn('2026-11-20');
  source.texts.set('a.md', 'A2').set('b.md', effective('2026-12-05', 'B2')).set('c.md', 'C1');
  await bench.syncOn('2026-12-05');
  const c = (n: number) => `hr/c.md@${n}`;
  bench.setToday('2026-12-04');
  assert.deepEqual(await bench.answering('2026-12-04'), ['hr/a.md@2', 'hr/b.md@1', c(1)], 'before a sync');
  assert.equal(await bench.records.documents.needsArchive('2026-12-04'), true, 'the archive is asked for b');
  source.texts.set('c.md', 'C2');
  await bench.syncOn('2026-12-04');
  assert.deepEqual(await bench.answering('2026-12-04'), ['hr/a.md@2', 'hr/b.md@1', c(2)], 'after a sync');
  bench.setToday('2020-01-01');
  assert.deepEqual(await bench.answering('2020-01-01'), ['hr/a.md@2', c(2)], 'b says itself that it is not in force');
  source.texts.set('c.md', 'C3');
  await bench.syncOn('2020-01-01');
  assert.deepEqual(await bench.answering('2020-01-01'), ['hr/a.md@2', c(3)]);
});

test('a removed document leaves the library and what is read from the records, and its history goes on if it returns', async (t) => {
  const source = createMapSource('hr', { 'a.md': 'A1', 'b.md': 'B' });
  const bench = await createBench(t, [source]);
  await bench.syncOn('2026-10-01');
  source.texts.set('a.md', 'A2');
  await bench.syncOn('2026-10-02');
  source.texts.delete('a.md');
  assert.equal((await bench.syncOn('2026-10-03')).documents.removed, 1);
  assert.deepEqual([...bench.shelf.held.keys()], ['hr/b.md@1']);
  for (const day of ['2026-10-01', '2026-10-02', '2026-10-03']) {
    assert.ok(!(await bench.answering(day)).some((id) => id.startsWith('hr/a.md')));
  }
  const { documents } = bench.records;
  assert.equal(await documents.text('hr/a.md@2'), undefined);
  source.texts.set('a.md', 'A3');
  await bench.syncOn('2026-10-04');
  const history = await documents.history('hr/a.md');
  assert.deepEqual(
    history.map(({ number, state, seenOn }) => [number, state, seenOn]),
    [
      [3, 'current', '2026-10-04'],
      [2, 'removed', '2026-10-02'],
      [1, 'removed', '2026-10-01'],
    ],
  );
  assert.deepEqual(await bench.answering('2026-10-04'), ['hr/a.md@3', 'hr/b.md@1']);
});

test('a document that its source knows the past of brings it, each state with its day and author', async (t) => {
  const source = createMapSource('git', { 'a.md': 'Third' });
  const bench = await createBench(t, [source]);
  const earlier = (path: string, text: string, on: IsoDate, by: string): EarlierContent => ({
    path,
    changed: { on, by },
    read: async () => Buffer.from(text),
  });
  let asked = 0;
  const { list } = source;
  source.list = async (signal) => ({
    files: (await list(signal)).files.map((file) => ({ ...file, changed: { on: '2026-09-09', by: 'Cem' } })),
    skipped: [],
  });
  source.history = async () => {
    asked += 1;
    return [
      earlier('old.md', 'First', '2024-01-10', 'Ada'),
      earlier('a.md', '!damaged', '2024-06-01', 'Bea'),
      earlier('a.md', 'Second', '2025-02-20', 'Bea'),
      earlier('a.md', 'Second', '2025-03-01', 'Bea'),
    ];
  };
  assert.equal((await bench.syncOn('2026-11-30')).documents.added, 1);
  const history = await bench.records.documents.history('git/a.md');
  assert.deepEqual(
    history.map(({ number, state, changed, validFrom, validTo }) => [number, state, changed?.by, validFrom, validTo]),
    [
      [3, 'current', 'Cem', '2026-09-09', undefined],
      [2, 'past', 'Bea', '2025-02-20', '2026-09-09'],
      [1, 'past', 'Ada', '2024-01-10', '2025-02-20'],
    ],
  );
  assert.deepEqual(await bench.answering('2024-12-24'), ['git/a.md@1']);
  assert.deepEqual(await bench.answering('2025-12-24'), ['git/a.md@2']);
  assert.deepEqual(await bench.answering(), ['git/a.md@3']);
  assert.deepEqual([...bench.shelf.held.values()].map(({ number, isPast }) => [number, isPast]).sort(), [
    [1, true],
    [2, true],
    [3, undefined],
  ]);
  source.texts.set('a.md', 'Fourth');
  await bench.syncOn('2026-12-01');
  source.texts.delete('a.md');
  await bench.syncOn('2026-12-02');
  source.texts.set('a.md', 'Fourth');
  await bench.syncOn('2026-12-03');
  assert.equal(asked, 1, 'what is known already is not brought again');
});

test('what answered on a day is what a question about that day finds later', async (t) => {
  const step = fc.record({
    wait: fc.integer({ min: 0, max: 3 }),
    // Days ahead; none for a change that says nothing of itself.
    ahead: fc.option(fc.integer({ min: 0, max: 6 }), { nil: undefined }),
    edits: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 7 }), async (steps) => {
      const source = createMapSource('hr', { 'a.md': 'Text 0' });
      await using bench = await createBench(t, [source]);
      let n = 0;
      const seen = new Map<IsoDate, readonly string[]>();
      await bench.syncOn(dayOf(0));
      for (const [i, { wait, ahead, edits }] of steps.entries()) {
        for (let w = 0; w < wait; w++) {
          seen.set(dayOf(n), await lookOn(bench, dayOf(n)));
          n += 1;
        }
        if (edits)
          source.texts.set(
            'a.md',
            ahead === undefined ? `Text ${i + 1}` : effective(dayOf(n + ahead), `Text ${i + 1}`),
          );
        await bench.syncOn(dayOf(n));
      }
      seen.set(dayOf(n), await lookOn(bench, dayOf(n)));
      bench.setToday(dayOf(n + 10));
      for (const [day, answering] of seen) {
        assert.equal(answering.length, 1, `${day} had ${answering.length}`);
        assert.deepEqual(await bench.answering(day), answering, day);
      }
    }),
    { numRuns: 15 },
  );
});

test('interrupted at any step of switching, archiving and removing, the next run completes it', async (t) => {
  for (let step = 1; ; step++) {
    const source = createMapSource('hr', { 'a.md': 'A1', 'b.md': 'B1', 'c.md': 'C1', 'd.md': 'D1' });
    await using bench = await createBench(t, [source]);
    await bench.syncOn('2026-10-01');
    source.texts.set('d.md', effective('2026-11-01', 'D2'));
    await bench.syncOn('2026-10-02');
    source.texts.set('a.md', 'A2').set('c.md', effective('2027-01-01', 'C2')).delete('b.md');
    bench.setToday('2026-11-15');
    const seen = new Set<string>();
    const watch = async () => {
      const ids = await bench.answering('2026-11-15');
      for (const path of ['a', 'c', 'd'])
        seen.add(`${path}: ${ids.filter((id) => id.startsWith(`hr/${path}`)).length}`);
    };
    const tripped = trip(bench.records, bench.shelf, step, watch);
    const outcome = await bench
      .sync(tripped)
      .run()
      .catch((error: unknown) => error);
    assert.deepEqual([...seen].sort(), ['a: 1', 'c: 1', 'd: 1'], `step ${step}`);
    await bench.syncOn('2026-11-15');
    const shelf = [...bench.shelf.held.values()].map(({ path, isPast }) => `${path}${isPast ? ' past' : ''}`).sort();
    assert.deepEqual(shelf, ['a.md', 'a.md past', 'c.md', 'c.md', 'd.md', 'd.md past'], `step ${step}`);
    assert.deepEqual(await bench.records.documents.leftovers(), { staged: [], retired: [], archived: [] });
    assert.equal((await bench.answering('2026-10-20')).length, 3, 'earlier days are known, b is gone from them');
    if (!(outcome instanceof Tripped)) {
      assert.ok(step > 15, `only ${step} steps were tried`);
      break;
    }
  }
});

test('interrupted at any step of forgetting, it answers nothing and can be done again', async (t) => {
  for (let step = 1; ; step++) {
    const source = createMapSource('hr', { 'a.md': 'A1', 'b.md': 'B1' });
    await using bench = await createBench(t, [source]);
    await bench.syncOn('2026-10-01');
    source.texts.set('a.md', 'A2');
    await bench.syncOn('2026-10-02');
    const tripped = trip(bench.records, bench.shelf, step, async () => {});
    const outcome = await bench
      .sync(tripped)
      .forget('hr/a.md', 'ada')
      .catch((error: unknown) => error);
    if (step > 1) assert.deepEqual(await bench.answering('2026-10-02'), ['hr/b.md@1'], `step ${step}`);
    await bench.sync().forget('hr/a.md', 'ada');
    assert.deepEqual([...bench.shelf.held.keys()], ['hr/b.md@1'], `step ${step}`);
    assert.deepEqual(await bench.records.documents.history('hr/a.md'), []);
    const { documents } = await bench.syncOn('2026-10-03');
    assert.match(documents.failed[0]?.reason ?? '', /^is what ada had forgotten on/);
    if (!(outcome instanceof Tripped)) {
      assert.ok(step >= 6, `only ${step} steps were tried`);
      break;
    }
  }
});

function dayOf(n: number): IsoDate {
  return new Date(Date.UTC(2026, 0, 1 + n)).toISOString().slice(0, 10);
}

async function lookOn(bench: Bench, day: IsoDate): Promise<readonly string[]> {
  bench.setToday(day);
  return await bench.answering(day);
}
