import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createGroups } from '../../../src/audience-groups.ts';
import type { DocumentMetadata, Version } from '../../../src/domain.ts';
import { resolveValidity } from '../../../src/ingest/validity/resolve-validity.ts';
import { withheldReason } from '../../../src/ingest/validity/withheld-reason.ts';

function version(path: string, metadata: Partial<DocumentMetadata> = {}, source = 'hr'): Version {
  return {
    id: `${source}/${path}@1`,
    document: `${source}/${path}`,
    number: 1,
    source,
    path,
    metadata: { title: path, audience: [], country: [], tags: [], status: 'active', ...metadata },
    audienceKey: 'everyone',
  };
}

function reasons(versions: readonly Version[], on = '2026-11-30'): Record<string, string> {
  const rows = resolveValidity(versions).flatMap((ruling) => {
    const reason = withheldReason(ruling, on, createGroups({ hr: ['ada'] }));
    return reason === undefined ? [] : [[ruling.newest.path, reason] as const];
  });
  return Object.fromEntries(rows);
}

test('a document that says nothing of itself answers', () => {
  assert.deepEqual(reasons([version('a.md')]), {});
});

test('readers whom nobody knows, drafts, archives and days out of force keep a document out, each with its reason', () => {
  const found = reasons([
    version('hr.md', { audience: ['hr'] }),
    version('bands.md', { audience: ['managers'] }),
    version('broken.md', { audience: ['unknown'] }),
    version('draft.md', { status: 'draft' }),
    version('old.md', { status: 'archived' }),
    version('next.md', { effectiveFrom: '2027-01-01' }),
    version('past.md', { effectiveTo: '2026-11-30' }),
    version('today.md', { effectiveFrom: '2026-11-30', effectiveTo: '2026-12-01' }),
  ]);
  assert.deepEqual(found, {
    'bands.md':
      'nobody may read it: "managers" under audience is no role of bylaw.yaml (hr) and no id of a channel, user group or person',
    'broken.md': 'nobody may read it: its front matter does not tell who may read it',
    'draft.md': 'is a draft',
    'old.md': 'is archived',
    'next.md': 'takes effect on 2027-01-01',
    'past.md': 'is no longer in force since 2026-11-30',
  });
});

test('a document gives way on the first day of the one that supersedes it', () => {
  const versions = [
    version('travel.md'),
    version('new/travel-2027.md', { supersedes: '../travel.md', effectiveFrom: '2027-01-01' }),
  ];
  assert.deepEqual(reasons(versions, '2026-12-31'), { 'new/travel-2027.md': 'takes effect on 2027-01-01' });
  assert.deepEqual(reasons(versions, '2027-01-01'), { 'travel.md': 'is superseded by new/travel-2027.md' });
});

test('a successor is found by path, file name, bare name or title, in its own source only', () => {
  for (const reference of ['sub/expenses.md', 'expenses.md', 'Expenses', 'Expenses Policy']) {
    const newer = version('sub/expenses.md', { title: 'Expenses Policy' });
    const elsewhere = version('expenses.md', { title: 'Expenses Policy' }, 'it');
    const older = version('old.md', { supersededBy: reference });
    assert.deepEqual(reasons([elsewhere, older, newer]), { 'old.md': 'is superseded by sub/expenses.md' }, reference);
  }
});

test('a document whose successor cannot be found stays out, since it says itself that it was replaced', () => {
  assert.deepEqual(reasons([version('old.md', { supersededBy: 'gone.md' })]), { 'old.md': 'is superseded by gone.md' });
});

test('a draft supersedes nothing yet', () => {
  const found = reasons([version('a.md'), version('b.md', { supersedes: 'a.md', status: 'draft' })]);
  assert.deepEqual(found, { 'b.md': 'is a draft' });
});

test('status superseded keeps a document out even before its successor begins', () => {
  const versions = [
    version('a.md', { status: 'superseded', supersededBy: 'b.md' }),
    version('b.md', { effectiveFrom: '2027-01-01' }),
  ];
  assert.equal(reasons(versions)['a.md'], 'is superseded by b.md');
});

test('a document whose days contradict each other is kept out, and said to', () => {
  const found = reasons([version('odd.md', { effectiveFrom: '2026-05-01', effectiveTo: '2026-04-02' })]);
  assert.deepEqual(found, { 'odd.md': 'ends before it takes effect on 2026-05-01' });
});
