import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { MakeStore } from './records-contract.ts';

export function describeMemories(make: MakeStore): void {
  describe('memories', () => {
    it('belong to one person, and the last text stands', async (t) => {
      const { memories } = await make(t)();
      await memories.write('U1', 'team/name.md', 'Ops', 1);
      await memories.write('U1', 'team/name.md', 'Ops 😀', 2);
      await memories.write('U1', 'a.md', '', 3);
      assert.deepEqual(await memories.list('U1'), [
        { path: 'a.md', chars: 0, at: 3 },
        { path: 'team/name.md', chars: 6, at: 2 },
      ]);
      assert.equal(await memories.read('U1', 'team/name.md'), 'Ops 😀');
      assert.equal(await memories.read('U1', 'a.md'), '');
      assert.equal(await memories.read('U2', 'team/name.md'), undefined);
      assert.deepEqual(await memories.list('U2'), []);
    });

    it('are removed one by one or by folder, or all of a person', async (t) => {
      const { memories } = await make(t)();
      for (const path of ['a', 'a/b', 'a/c/d', 'a%', 'ab/c', 'e']) await memories.write('U1', path, 'text', 1);
      await memories.write('U2', 'a/b', 'text', 1);
      assert.equal(await memories.remove('U1', 'nothing'), 0);
      assert.equal(await memories.remove('U1', 'a/c'), 1);
      assert.equal(await memories.remove('U1', 'a'), 2);
      assert.deepEqual(
        (await memories.list('U1')).map(({ path }) => path),
        ['a%', 'ab/c', 'e'],
      );
      assert.equal(await memories.clear('U1'), 3);
      assert.deepEqual(await memories.list('U1'), []);
      assert.equal(await memories.read('U2', 'a/b'), 'text');
    });

    it('are renamed with what lies below them, unless something is in the way', async (t) => {
      const { memories } = await make(t)();
      await memories.write('U1', 'a/b', 'one', 1);
      await memories.write('U1', 'a/c', 'two', 1);
      await memories.write('U1', 'd', 'three', 1);
      await memories.write('U2', 'e/b', 'other', 1);
      assert.equal(await memories.rename('U1', 'nothing', 'f', 2), false);
      assert.equal(await memories.rename('U1', 'd', 'a', 2), false);
      assert.equal(await memories.rename('U1', 'd', 'a/b', 2), false);
      assert.equal(await memories.rename('U1', 'a', 'e', 2), true);
      assert.deepEqual(await memories.list('U1'), [
        { path: 'd', chars: 5, at: 1 },
        { path: 'e/b', chars: 3, at: 2 },
        { path: 'e/c', chars: 3, at: 2 },
      ]);
      assert.equal(await memories.read('U1', 'e/c'), 'two');
      assert.equal(await memories.read('U2', 'e/b'), 'other');
    });
  });
}
