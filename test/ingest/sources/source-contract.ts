import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { BylawError } from '../../../src/errors.ts';
import type { Source } from '../../../src/ingest/sources/source.ts';

export interface SourceFixture {
  readonly source: Source;
  /** Changes what `hello.md` (at first `Hello`) holds to the text given. */
  change(text: string): Promise<void>;
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
}
