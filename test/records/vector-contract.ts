import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Records } from '../../src/records/records.ts';
import type { MakeStore } from './records-contract.ts';
import { ids, publish, versionDraft } from './version-draft.ts';

export function describeVectors(make: MakeStore): void {
  describe('vectors', () => {
    it('are pending for staged and current versions that have passages, oldest first', async (t) => {
      const records = await make(t)();
      const { documents, vectors } = records;
      const current = await publish(records, 'z.md');
      await publish(records, 'empty.md', { text: '', passages: [] });
      const [staged] = await documents.stage([versionDraft('a.md')]);
      assert.deepEqual(ids(await vectors.pending('space-1', 10)), [current, staged?.id]);
      assert.deepEqual(ids(await vectors.pending('space-1', 1)), [current]);
      assert.equal(await vectors.countPending('space-1'), 2);
    });

    it('are marked in one space at a time', async (t) => {
      const records = await make(t)();
      const { vectors } = records;
      const id = await publish(records, 'a.md');
      await vectors.mark('space-1', [
        { versionId: id, vectors: 2 },
        { versionId: 'handbook/unknown.md@1', vectors: 1 },
      ]);
      await vectors.mark('space-1', [{ versionId: id, vectors: 3 }]);
      assert.deepEqual(await vectors.marked('space-1'), new Map([[id, 3]]));
      assert.equal(await vectors.countPending('space-1'), 0);
      assert.equal(await vectors.countPending('space-2'), 1);
      await vectors.clear('space-1');
      assert.deepEqual(await vectors.marked('space-1'), new Map());
      assert.deepEqual(ids(await vectors.pending('space-1', 10)), [id]);
    });

    it('should not be held for versions that were replaced or removed', async (t) => {
      const records = await make(t)();
      const { documents, vectors } = records;
      const old = await publish(records, 'a.md');
      const gone = await publish(records, 'b.md');
      await vectors.mark('space-1', [
        { versionId: old, vectors: 1 },
        { versionId: gone, vectors: 1 },
      ]);
      const next = await publish(records, 'a.md');
      await documents.retire(['handbook/b.md']);
      assert.deepEqual(await vectors.marked('space-1'), new Map());
      await vectors.mark('space-1', [{ versionId: old, vectors: 1 }]);
      await documents.settle([old, gone]);
      assert.deepEqual(await vectors.marked('space-1'), new Map());
      assert.deepEqual(ids(await vectors.pending('space-1', 10)), [next]);
    });

    it('are cached by space and hash, exactly', async (t) => {
      const records = await make(t)();
      const { embeddings } = records;
      await embeddings.use([{ versionId: await publish(records, 'a.md'), hashes: ['h1', 'h2'] }]);
      const vector = Float32Array.of(0.1, -0, 3.4028234663852886e38, 1e-45);
      const part = new Float32Array([9, 9, ...vector]).subarray(2);
      await embeddings.put('space-1', [
        { hash: 'h1', vector },
        { hash: 'h2', vector: part },
      ]);
      await embeddings.put('space-1', [{ hash: 'h1', vector }]);
      const found = await embeddings.get('space-1', ['h2', 'h3', 'h1']);
      assert.deepEqual(
        found,
        new Map([
          ['h2', vector],
          ['h1', vector],
        ]),
      );
      assert.deepEqual(await embeddings.get('space-2', ['h1']), new Map());
    });

    it('are cached only of texts that a version uses', async (t) => {
      const records = await make(t)();
      await records.embeddings.use([
        { versionId: await publish(records, 'a.md'), hashes: ['h1'] },
        { versionId: 'handbook/unknown.md@1', hashes: ['h2'] },
      ]);
      await cache(records, 'space-1', 'h1', 'h2', 'h3');
      assert.deepEqual(await cached(records, 'space-1'), ['h1']);
    });

    it('leave the cache with the last version that uses their text, in every space', async (t) => {
      const records = await make(t)();
      const { documents, embeddings } = records;
      const a = await publish(records, 'a.md');
      const b = await publish(records, 'b.md');
      await embeddings.use([
        { versionId: a, hashes: ['h1', 'h2'] },
        { versionId: b, hashes: ['h2', 'h3'] },
      ]);
      await embeddings.use([{ versionId: a, hashes: ['h2', 'h4', 'h4'] }]);
      for (const space of ['space-1', 'space-2']) await cache(records, space, 'h1', 'h2', 'h3', 'h4');
      await documents.retire(['handbook/a.md']);
      assert.deepEqual(await cached(records, 'space-1'), ['h1', 'h2', 'h3', 'h4']);
      await documents.settle([a]);
      for (const space of ['space-1', 'space-2']) assert.deepEqual(await cached(records, space), ['h2', 'h3']);
      await embeddings.use([{ versionId: a, hashes: ['h1'] }]);
      await cache(records, 'space-1', 'h1');
      assert.deepEqual(await cached(records, 'space-1'), ['h2', 'h3']);
    });

    it('stay cached for a replaced version until its document is removed', async (t) => {
      const records = await make(t)();
      const { documents, embeddings } = records;
      const first = await publish(records, 'a.md');
      await embeddings.use([{ versionId: first, hashes: ['h1'] }]);
      await cache(records, 'space-1', 'h1');
      const second = await publish(records, 'a.md');
      await documents.settle([first]);
      assert.deepEqual(await cached(records, 'space-1'), ['h1']);
      await documents.retire(['handbook/a.md']);
      await documents.settle([second]);
      assert.deepEqual(await cached(records, 'space-1'), []);
    });

    it('of a version that never became current leave the cache', async (t) => {
      const records = await make(t)();
      const [staged] = await records.documents.stage([versionDraft('a.md')]);
      await records.embeddings.use([{ versionId: staged?.id ?? '', hashes: ['h1'] }]);
      await cache(records, 'space-1', 'h1');
      await records.documents.settle([staged?.id ?? '']);
      assert.deepEqual(await cached(records, 'space-1'), []);
    });
  });
}

async function cache(records: Records, space: string, ...hashes: string[]): Promise<void> {
  await records.embeddings.put(
    space,
    hashes.map((hash) => ({ hash, vector: Float32Array.of(1) })),
  );
}

async function cached(records: Records, space: string): Promise<string[]> {
  return [...(await records.embeddings.get(space, ['h1', 'h2', 'h3', 'h4'])).keys()];
}
