import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Version } from '../../src/domain.ts';
import { findDuplicates } from '../../src/ingest/find-duplicates.ts';

function version(document: string, contentHash?: string): Version {
  const [source = '', path = ''] = document.split('/');
  const metadata = { title: path, audience: [], country: [], tags: [], status: 'active' } as const;
  return { id: `${document}@1`, document, number: 1, source, path, metadata, audienceKey: 'everyone', contentHash };
}

test('the same file in two sources is named once, beside the one that stays', () => {
  const found = findDuplicates([
    version('wiki/leave.md', 'a'),
    version('hr/leave.md', 'a'),
    version('hr/travel.md', 'b'),
    version('it/copy.md', 'a'),
    version('it/unknown.md'),
    version('wiki/unknown.md'),
  ]);
  assert.deepEqual(
    found.map(({ version: { document }, of }) => [document, of.document]),
    [
      ['it/copy.md', 'hr/leave.md'],
      ['wiki/leave.md', 'hr/leave.md'],
    ],
  );
});
