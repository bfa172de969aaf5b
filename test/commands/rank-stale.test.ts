import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rankStale } from '../../src/commands/rank-stale.ts';
import type { DocumentMetadata, Version } from '../../src/domain.ts';

const today = '2026-11-30';

function version(name: string, metadata: Partial<DocumentMetadata>, more: Partial<Version> = {}): Version {
  return {
    ...{ id: `${name}@1`, document: name, number: 1, source: 'h', path: name, audienceKey: 'everyone' },
    metadata: { title: name, audience: [], country: [], tags: [], status: 'active', ...metadata },
    ...more,
  };
}

test('documents past their review rank by citations times days overdue', () => {
  const versions = [
    version('long', { reviewDate: '2026-06-03', owner: 'Finance' }),
    version('much', { reviewDate: '2026-11-20', owner: 'People' }),
    version('uncited', { reviewDate: '2025-11-30' }),
    version('today', { reviewDate: today }),
    version('later', { reviewDate: '2027-01-01' }),
    version('draft', { reviewDate: '2026-01-01', status: 'draft' }),
    version('ended', { reviewDate: '2026-01-01' }, { validTo: '2026-05-01' }),
  ];
  const citations = new Map([
    ['long', 2],
    ['much', 40],
    ['today', 9],
    ['ended', 9],
  ]);
  const { overdue, untouched } = rankStale(versions, citations, { today, untouchedDays: 365 });
  assert.deepEqual(
    overdue.map(({ document, citations: cited, days, score, owner }) => [document, cited, days, score, owner]),
    [
      ['much', 40, 10, 400, 'People'],
      ['long', 2, 180, 360, 'Finance'],
      ['uncited', 0, 365, 0, undefined],
    ],
  );
  assert.deepEqual(untouched, []);
});

test('without a review date the days since the last change count, from a year on', () => {
  const versions = [
    version('source', { updated: '2020-01-01' }, { changed: { on: '2024-11-30' }, seenOn: '2026-01-01' }),
    version('said', { updated: '2025-11-29' }, { seenOn: '2026-01-01' }),
    version('seen', {}, { seenOn: '2025-11-30' }),
    version('nothing', {}),
    version('reviewed', { reviewDate: '2027-01-01', updated: '2020-01-01' }),
  ];
  const { untouched } = rankStale(versions, new Map([['said', 3]]), { today, untouchedDays: 365 });
  assert.deepEqual(
    untouched.map(({ document, lastChange, days, score }) => [document, lastChange, days, score]),
    [
      ['said', '2025-11-29', 366, 1098],
      ['source', '2024-11-30', 730, 0],
    ],
  );
});
