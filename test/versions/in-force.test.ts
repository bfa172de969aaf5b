import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DocumentMetadata, Version } from '../../src/domain.ts';
import { inForce } from '../../src/versions/in-force.ts';

function since(number: number, told: Partial<Version> & { readonly effectiveFrom?: string }): string | undefined {
  const { effectiveFrom, ...version } = told;
  const metadata: DocumentMetadata = {
    ...{ title: 'Leave', audience: [], country: [], tags: [] },
    status: 'active',
    ...(effectiveFrom && { effectiveFrom }),
  };
  return inForce({
    id: 'a@1',
    document: 'a',
    number,
    source: 'hr',
    path: 'a',
    metadata,
    audienceKey: 'everyone',
    ...version,
  }).since;
}

test('since when a version is in force is told where a document, its source or a change that was seen says so', () => {
  assert.equal(since(1, { seenOn: '2026-05-01', validFrom: '2026-05-01' }), undefined, 'first read');
  assert.equal(since(1, { validFrom: '2026-01-01', effectiveFrom: '2026-01-01', seenOn: '2026-05-01' }), '2026-01-01');
  assert.equal(
    since(1, { validFrom: '2026-04-01', changed: { on: '2026-04-01' }, seenOn: '2026-05-01' }),
    '2026-04-01',
  );
  assert.equal(since(2, { validFrom: '2026-06-01', seenOn: '2026-06-01' }), '2026-06-01', 'a change that was seen');
  assert.equal(since(2, { validFrom: '2026-05-01', seenOn: '2026-06-01' }), undefined, 'read anew after an upgrade');
  const changed = { validFrom: '2026-06-01', effectiveFrom: '2026-01-01' };
  assert.equal(since(3, { ...changed, seenOn: '2026-07-01' }), '2026-06-01', 'changed after it took effect');
});
