import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createTextCache } from '../../src/records/text-cache.ts';

it('a text cache drops what was not used for longest', () => {
  const cache = createTextCache(10);
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

it('a text cache holds no text that is larger than all of it, and counts a replaced one once', () => {
  const cache = createTextCache(10);
  cache.set('a', 'a'.repeat(11));
  assert.equal(cache.get('a'), undefined);
  cache.set('b', 'bbbbb');
  cache.set('b', 'bbbbb');
  cache.set('c', 'ccccc');
  assert.equal(cache.get('b'), 'bbbbb');
  cache.clear();
  assert.equal(cache.get('b'), undefined);
});
