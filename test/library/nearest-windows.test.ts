import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type FoundWindow, nearestWindows, passagesOf } from '../../src/library/nearest-windows.ts';

const collection = (name: string, highest: number, size: number): FoundWindow[] =>
  Array.from({ length: size }, (_, i) => ({ id: `${name}.${i}.0`, cosine: highest - i / 10_000 }));

test('finds the same windows as asking every collection for all, however they are spread', async () => {
  for (const highest of [
    [0.9, 0.9, 0.9, 0.9, 0.9, 0.9, 0.9, 0.9],
    [0.9, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5],
    [0.9, 0.89, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5],
    [0.9],
    [],
  ]) {
    const collections = highest.map((value, i) => collection(`c${i}`, value, i === 7 ? 20 : 1_000));
    const all = collections
      .flat()
      .toSorted((a, b) => b.cosine - a.cosine)
      .slice(0, 300);
    const found = await nearestWindows(collections, 300, async (windows, count) => windows.slice(0, count));
    assert.deepEqual(
      found.map(({ cosine }) => cosine),
      all.map(({ cosine }) => cosine),
    );
  }
});

test('asks for a share first, and for all only where the best may be', async () => {
  const asked: number[][] = [];
  const collections = [0.9, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5].map((value, i) => collection(`c${i}`, value, 1_000));
  await nearestWindows(collections, 300, async (windows, count) => {
    asked.push([collections.indexOf(windows), count]);
    return windows.slice(0, count);
  });
  assert.deepEqual(asked, [...collections.map((_, i) => [i, 100]), [0, 300]]);
});

test('gives each passage once, at its best window', () => {
  const windows = [
    { id: 'v.0.0', cosine: 0.2 },
    { id: 'v.1.0', cosine: 0.5 },
    { id: 'v.0.1', cosine: 0.8 },
  ];
  assert.deepEqual(passagesOf(windows), [
    { version: 'v', n: 0, cosine: 0.8 },
    { version: 'v', n: 1, cosine: 0.5 },
  ]);
});
