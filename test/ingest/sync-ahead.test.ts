import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createBench, createMapSource } from './sync-bench.ts';

const documents = 101;

function handbook() {
  const name = (i: number) => `${String(i).padStart(3, '0')}.md`;
  return createMapSource(
    'handbook',
    Object.fromEntries(Array.from({ length: documents }, (_, i) => [name(i), `${i}`])),
  );
}

test('reads the next documents while those before are written', async (t) => {
  const source = handbook();
  const bench = await createBench(t, [source]);
  const { shelf } = bench;
  const readMeanwhile = Promise.withResolvers<void>();
  const sync = bench.sync({
    sources: [
      {
        ...source,
        read: async (file, signal) => {
          if (source.reads.length === documents - 1) readMeanwhile.resolve();
          return source.read(file, signal);
        },
      },
    ],
    library: {
      ...shelf,
      add: async (versions) => {
        // Would wait for ever if the last document were read only after those before it were written.
        await readMeanwhile.promise;
        await shelf.add(versions);
      },
    },
  });
  const report = await sync.run();
  assert.equal(report.documents.added, documents);
  assert.equal((await bench.answering()).length, documents);
});

test('a write that fails ends the run with its reason, and the next run completes it', async (t) => {
  const source = handbook();
  const bench = await createBench(t, [source]);
  const { shelf } = bench;
  const add = async () => {
    throw new Error('the disk is full');
  };
  await assert.rejects(bench.sync({ library: { ...shelf, add } }).run(), /the disk is full/);
  assert.deepEqual(await bench.answering(), []);
  const report = await bench.sync().run();
  assert.equal(report.documents.added, documents);
  assert.equal((await bench.answering()).length, documents);
});
