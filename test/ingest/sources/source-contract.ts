import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { BylawError } from '../../../src/errors.ts';
import type { Source } from '../../../src/ingest/sources/source.ts';
import { createBench } from '../sync-bench.ts';

export interface SourceFixture {
  readonly source: Source;
  /** Changes what `hello.md` (at first `Hello`) holds to the text given. */
  change(text: string): Promise<void>;
  /** Takes `hello.md` away and leaves `other.md`. */
  remove(): Promise<void>;
  /** The place can't be reached any more; absent for one that is always there. */
  readonly takeDown?: () => Promise<void>;
}

/** What every source must do. `make` gives one with the file `hello.md` and nothing else. */
export function describeSource(name: string, make: (t: TestContext) => Promise<SourceFixture>): void {
  const live = () => new AbortController().signal;

  test(`${name}: lists a file and reads it`, async (t) => {
    const { source } = await make(t);
    const { files } = await source.list(live());
    assert.deepEqual(
      files.map((file) => file.path),
      ['hello.md'],
    );
    const file = files[0];
    assert.ok(file);
    assert.equal(Buffer.from(await source.read(file, live())).toString(), 'Hello');
  });

  test(`${name}: an unchanged file has an equal stamp, a changed one another`, async (t) => {
    const { source, change } = await make(t);
    const stamp = async () => (await source.list(live())).files[0]?.stamp;
    const first = await stamp();
    assert.equal(await stamp(), first);
    await change('Other');
    assert.notEqual(await stamp(), first);
  });

  test(`${name}: a file that does not exist is unreadable by name of the kind, not by a crash`, async (t) => {
    const { source } = await make(t);
    await assert.rejects(
      source.read({ path: 'gone.md', stamp: '' }, live()),
      (error) => error instanceof BylawError && error.code === 'document_unreadable',
    );
  });

  test(`${name}: what was removed is not listed, and nothing claims that it was only not seen`, async (t) => {
    const { source, remove } = await make(t);
    const { files } = await source.list(live());
    await remove();
    const after = await source.list(live(), new Map(files.map(({ path, stamp }) => [path, stamp])));
    assert.deepEqual(
      after.files.map((file) => file.path),
      ['other.md'],
    );
    assert.deepEqual(after.skipped, []);
  });

  test(`${name}: a place that is down is unreadable as a whole, in words that say what to do`, async (t) => {
    const { source, takeDown } = await make(t);
    if (takeDown === undefined) return;
    const { files } = await source.list(live());
    await takeDown();
    await assert.rejects(
      source.list(live(), new Map(files.map(({ path, stamp }) => [path, stamp]))),
      (error) => error instanceof BylawError && error.code === 'source_unreadable' && error.message.includes(': '),
    );
  });

  test(`${name}: while it is down what was read keeps answering, and since when is said and noted`, async (t) => {
    const { source, takeDown } = await make(t);
    if (takeDown === undefined) return;
    const bench = await createBench(t, [source]);
    const runAt = (time: string) => bench.sync({ now: () => Date.parse(time) }).run();
    assert.equal((await runAt('2026-06-15T12:00:00Z')).documents.added, 1);
    const answering = await bench.answering();
    await takeDown();
    await runAt('2026-06-15T13:00:00Z');
    const { documents, unreadableSources } = await runAt('2026-06-15T14:00:00Z');
    assert.deepEqual(unreadableSources, [source.name]);
    assert.match(
      documents.failed[0]?.reason ?? '',
      / \(down since 2026-06-15 13:00 UTC; what was read 2026-06-15 12:00 UTC keeps answering\)$/,
    );
    assert.deepEqual([documents.removed, await bench.answering()], [0, answering]);
    const [state] = await bench.records.syncs.all();
    assert.equal(state?.failingSince, Date.parse('2026-06-15T13:00:00Z'));
  });

  test(`${name}: an unchanged document is parsed once`, async (t) => {
    const { source } = await make(t);
    const bench = await createBench(t, [source]);
    await bench.sync().run();
    assert.equal((await bench.sync().run()).documents.unchanged, 1);
    assert.deepEqual(bench.parsed.length <= 1, true);
  });

  test(`${name}: a listing that was called off ends as called off, not as a place that is down`, async (t) => {
    const { source } = await make(t);
    const called = new AbortController();
    called.abort(new Error('called off'));
    await source.list(called.signal).then(
      () => undefined,
      (error) => assert.equal(error instanceof BylawError, false),
    );
  });
}
