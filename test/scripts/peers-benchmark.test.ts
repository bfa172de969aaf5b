import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { syncWithBylaw } from '../../scripts/peers/sync-with-bylaw.ts';
import { changeOne, writePolicyFolder } from '../../scripts/stand-ins/policy-folder.ts';

test('a handbook of recombined sentences is indexed once, read again where it changed, and not at all where it did not', async (t) => {
  const place = mkdtempSync(join(tmpdir(), 'bylaw-peers-'));
  t.after(() => rmSync(place, { recursive: true }));
  const [docs, state] = [join(place, 'docs'), join(place, 'state')];
  writePolicyFolder(docs, 50);

  const first = await syncWithBylaw(docs, state);
  assert.equal(first.documents.added, 50);
  assert.equal(first.filesRead, 50);
  assert.ok(first.passages > 100, `${first.passages} passages`);
  assert.ok(first.vectors >= first.passages, `${first.vectors} vectors`);

  const unchanged = await syncWithBylaw(docs, state);
  assert.deepEqual([unchanged.documents.unchanged, unchanged.filesRead], [50, 0]);
  assert.equal(unchanged.vectors, first.vectors);

  changeOne(docs, 17);
  const changed = await syncWithBylaw(docs, state);
  assert.deepEqual([changed.documents.changed, changed.documents.unchanged, changed.filesRead], [1, 49, 1]);
});
