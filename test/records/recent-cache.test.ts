import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createRecentCache } from '../../src/records/recent-cache.ts';

const createTextCache = () => createRecentCache<string>(10, (text) => text.length);

it('a cache drops what was not used for longest', () => {
  const cache = createTextCache();
  cache.set('a', 'aaaa');
  cache.set('b', 'bbbb');
  assert.equal(cache.get('a'), 'aaaa');
  cache.set('c', 'cc');
  assert.equal(cache.get('b'), 'bbbb');
  cache.set('d', 'd');
  assert.deepEqual(
    ['a', 'b', 'c', 'd'].map((key) => cache.get(key)),
    [undefined, 'bbbb', 'cc', 'd'],
  );
});

it('a cache holds nothing that weighs more than all of it, and counts what is replaced once', () => {
  const cache = createTextCache();
  cache.set('a', 'a'.repeat(11));
  assert.equal(cache.get('a'), undefined);
  cache.set('b', 'bbbbb');
  cache.set('b', 'bbbbb');
  cache.set('c', 'ccccc');
  assert.equal(cache.get('b'), 'bbbbb');
  cache.clear();
  assert.equal(cache.get('b'), undefined);
});
