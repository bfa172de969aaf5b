import assert from 'node:assert/strict';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { embedPending } from '../../src/library/embed-pending.ts';
import type { VectorStore } from '../../src/library/vector-store.ts';
import { createSqliteRecords } from '../../src/records/sqlite.ts';
import { createToyEmbedder } from '../support/toy-embedder.ts';
import { draftOf } from './library-draft.ts';
import { atEnd, makeFolder } from './library-fixture.ts';

const documents = 40;

/** A store that hands each write to `upsert` and holds nothing. */
function createStore(upsert: VectorStore['upsert']): VectorStore {
  return {
    upsert,
    query: async () => [],
    remove: async () => {},
    countOf: async () => 0,
    counts: async () => new Map(),
    sweep: async () => {},
    dropSpace: async () => {},
    dropOtherSpaces: async () => [],
    dropOtherInstallations: async () => {},
  };
}

async function open(t: TestContext, upsert: VectorStore['upsert']) {
  const records = createSqliteRecords({ file: join(makeFolder(t), 'records.sqlite'), now: Date.now });
  await records.start();
  atEnd(t, () => records.stop());
  const drafts = Array.from({ length: documents }, (_, i) =>
    draftOf({ path: `${i}.md`, passages: [`Rule ${i} stands alone.`] }),
  );
  const staged = await records.documents.stage(drafts);
  await records.documents.activate(staged.map(({ id }) => id));
  const embedder = createToyEmbedder();
  const run = (store = createStore(upsert)) =>
    embedPending(
      {
        ...{ embedder, records, store, owner: 'test', now: Date.now },
        prepare: () => embedder.start(),
        exclusively: (work) => work(),
        isRemoved: () => false,
      },
      { signal: new AbortController().signal },
    );
  return { records, embedder, run };
}

test('embeds what comes next while what was embedded is stored', async (t) => {
  const embeddedAll = Promise.withResolvers<void>();
  const { embedder, run } = await open(t, async () => {
    // Would wait for ever if the rest were embedded only after this.
    await embeddedAll.promise;
  });
  embedder.before = async () => {
    if (embedder.asked.length === documents) embeddedAll.resolve();
    return undefined;
  };
  assert.deepEqual(await run(), { embedded: documents, pending: 0 });
});

test('a store that fails ends the run, marks nothing, and what was embedded is not embedded again', async (t) => {
  const { run, records, embedder } = await open(t, async () => {
    throw new Error('the store is down');
  });
  await assert.rejects(run(), /the store is down/);
  assert.equal(await records.vectors.countPending(embedder.space), documents);
  assert.deepEqual(await run(createStore(async () => {})), { embedded: 0, pending: 0 });
});
