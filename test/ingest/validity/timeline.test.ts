import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { DocumentMetadata, IsoDate, Version } from '../../../src/domain.ts';
import { isInForce, resolveValidity } from '../../../src/ingest/validity/resolve-validity.ts';

interface Told extends Partial<DocumentMetadata> {
  readonly seenOn?: IsoDate;
  readonly changedOn?: IsoDate;
  readonly hash?: string;
}

function versionsOf(path: string, told: readonly Told[]): Version[] {
  return told.map(({ seenOn, changedOn, hash, ...metadata }, i) => ({
    id: `hr/${path}@${i + 1}`,
    document: `hr/${path}`,
    number: i + 1,
    source: 'hr',
    path,
    metadata: { title: path, audience: [], country: [], tags: [], status: 'active', ...metadata },
    audienceKey: 'everyone',
    contentHash: hash ?? `${path} ${i}`,
    ...(seenOn && { seenOn }),
    ...(changedOn && { changed: { on: changedOn } }),
  }));
}

/** Numbers of the versions by the days that they answer for. */
function days(versions: readonly Version[], path = 'a.md'): Record<number, string> {
  const ruling = resolveValidity(versions).find(({ newest }) => newest.path === path);
  return Object.fromEntries(
    (ruling?.versions ?? []).map(({ version, validity: { validFrom = '', validTo = '', seen } }) => [
      version.number,
      `${validFrom}${seen?.from ? '?' : ''}..${validTo}${seen?.to ? '?' : ''}`,
    ]),
  );
}

const never = '0001-01-01';

test('a new version that takes effect later leaves the one before it in force until then', () => {
  const versions = versionsOf('a.md', [
    { seenOn: '2026-01-10' },
    { seenOn: '2026-11-30', effectiveFrom: '2027-01-01' },
    { seenOn: '2026-12-05', effectiveFrom: '2027-01-01' },
  ]);
  assert.deepEqual(days(versions), {
    1: '2026-01-10?..2027-01-01',
    2: '2027-01-01..2027-01-01',
    3: '2027-01-01..',
  });
});

test('three versions with different first days each have their time, whatever the order they came in', () => {
  const versions = versionsOf('a.md', [
    { seenOn: '2026-01-10', effectiveFrom: '2026-01-01' },
    { seenOn: '2026-01-20', effectiveFrom: '2026-07-01' },
    { seenOn: '2026-01-30', effectiveFrom: '2026-04-01' },
  ]);
  assert.deepEqual(days(versions), {
    1: '2026-01-01..2026-04-01',
    2: '2026-07-01..2026-04-01',
    3: '2026-04-01..',
  });
});

test('a change without a day of its own holds from the day of the change, as the source dates it', () => {
  const versions = versionsOf('a.md', [
    { seenOn: '2026-06-01', changedOn: '2024-03-01' },
    { seenOn: '2026-06-01', changedOn: '2025-05-05' },
    { seenOn: '2026-06-01', changedOn: '2030-01-01' },
  ]);
  assert.deepEqual(days(versions), {
    1: '2024-03-01?..2025-05-05?',
    2: '2025-05-05?..2026-06-01?',
    3: '2026-06-01?..',
  });
});

test('an edit keeps the day of the version in force out of it, and one that takes the day away holds at once', () => {
  const edited = versionsOf('a.md', [
    { seenOn: '2026-01-10', effectiveFrom: '2026-01-01' },
    { seenOn: '2026-03-03', effectiveFrom: '2026-01-01' },
  ]);
  assert.deepEqual(days(edited), { 1: '2026-01-01..2026-03-03?', 2: '2026-03-03?..' });
  const undated = versionsOf('a.md', [{ seenOn: '2026-01-10', effectiveFrom: '2027-01-01' }, { seenOn: '2026-03-03' }]);
  assert.deepEqual(days(undated), { 1: '2027-01-01..2026-03-03?', 2: '2026-03-03?..' });
});

test('what is only read anew takes over the days of what was read before', () => {
  const versions = versionsOf('a.md', [
    { seenOn: '2026-01-10', hash: 'same' },
    { seenOn: '2026-08-01', hash: 'same' },
  ]);
  assert.deepEqual(days(versions), { 1: '2026-01-10?..2026-01-10?', 2: '2026-01-10?..' });
});

test('the day that a first version names for its last change is where questions about earlier days begin', () => {
  assert.deepEqual(days(versionsOf('a.md', [{ seenOn: '2026-06-01', updated: '2025-02-03' }])), {
    1: '2025-02-03?..',
  });
  assert.deepEqual(days(versionsOf('a.md', [{ seenOn: '2026-06-01', updated: '2031-02-03' }])), {
    1: '2026-06-01?..',
  });
});

test('a version that was withdrawn answers on no day and still ends the one before it', () => {
  for (const status of ['draft', 'archived', 'superseded'] as const) {
    const versions = versionsOf('a.md', [{ seenOn: '2026-01-10' }, { seenOn: '2026-02-20', status }]);
    assert.deepEqual(days(versions), { 1: '2026-01-10?..2026-02-20?', 2: `2026-02-20..${never}` }, status);
  }
});

test('a document that says it is over was in force until its successor began, or until the day that it names', () => {
  const over = {
    seenOn: '2026-11-30',
    effectiveFrom: '2024-01-01',
    status: 'superseded',
    supersededBy: 'b.md',
  } as const;
  const daysOf = (told: Told, successor: Told) =>
    days([...versionsOf('a.md', [told]), ...versionsOf('b.md', [successor])])[1];
  assert.equal(daysOf(over, { seenOn: '2026-11-30', effectiveFrom: '2026-03-01' }), '2024-01-01..2026-03-01?');
  assert.equal(daysOf(over, { seenOn: '2026-11-30', effectiveFrom: '2027-01-01' }), '2024-01-01..2026-11-30?');
  const archived = { seenOn: '2026-11-30', effectiveFrom: '2024-01-01', status: 'archived' } as const;
  assert.equal(daysOf({ ...archived, effectiveTo: '2025-01-01' }, { seenOn: '2026-11-30' }), '2024-01-01..2025-01-01?');
  assert.equal(daysOf(archived, { seenOn: '2026-11-30' }), `2024-01-01..${never}`, 'nobody knows until when');
});

test('a document gives way from the day that its successor is in force, in every version', () => {
  const old = versionsOf('a.md', [{ seenOn: '2026-01-10' }, { seenOn: '2026-02-20' }]);
  const from = (told: Told) => [
    ...old,
    ...versionsOf('b.md', [{ seenOn: '2026-03-01' }, { supersedes: 'a.md', ...told }]),
  ];
  assert.deepEqual(days(from({ seenOn: '2026-05-01' }))[2], '2026-02-20?..2026-05-01?');
  assert.deepEqual(days(from({ seenOn: '2026-05-01', effectiveFrom: '2027-01-01' }))[2], '2026-02-20?..2027-01-01');
  const again = [...from({ seenOn: '2026-05-01' })];
  again.push(...versionsOf('b.md', [{}, {}, { seenOn: '2026-09-09', supersedes: 'a.md' }]).slice(2));
  assert.deepEqual(days(again)[2], '2026-02-20?..2026-05-01?', 'an edit of the successor changes nothing');
});

test('a circle, a reference to itself and one to nothing are the safe way round, and said', () => {
  const circle = resolveValidity([
    ...versionsOf('a.md', [{ supersedes: 'b.md' }]),
    ...versionsOf('b.md', [{ supersedes: 'c.md' }]),
    ...versionsOf('c.md', [{ supersedes: 'a.md' }]),
    ...versionsOf('d.md', [{ supersedes: 'a.md' }]),
    ...versionsOf('self.md', [{ supersedes: 'self.md' }]),
    ...versionsOf('ghost.md', [{ supersedes: 'gone.md' }]),
  ]);
  const found = Object.fromEntries(
    circle.map(({ newest, versions, problem, note }) => [
      newest.path,
      [versions.some(({ validity }) => isInForce(validity, '2026-11-30')), problem ?? note],
    ]),
  );
  const inCircle = (others: string) =>
    `it and ${others} supersede each other in a circle: say in one of them only which is newer`;
  assert.deepEqual(found, {
    'a.md': [false, inCircle('b.md, c.md')],
    'b.md': [false, inCircle('a.md, c.md')],
    'c.md': [false, inCircle('a.md, b.md')],
    'd.md': [true, undefined],
    'self.md': [false, 'says that it supersedes itself'],
    'ghost.md': [true, 'supersedes gone.md, which is not there'],
  });
});

const dayNumber = fc.integer({ min: 0, max: 40 });
const asDay = (n: number) => new Date(Date.UTC(2026, 0, 1 + n)).toISOString().slice(0, 10);
const history = fc.array(
  fc.record(
    {
      seen: dayNumber,
      effective: fc.option(dayNumber, { nil: undefined }),
      changed: fc.option(dayNumber, { nil: undefined }),
    },
    { requiredKeys: ['seen'] },
  ),
  { minLength: 1, maxLength: 7 },
);

test('of any history every day has one version at most, and one from the first that began', () => {
  fc.assert(
    fc.property(history, (told) => {
      const versions = versionsOf(
        'a.md',
        told.map(({ seen, effective, changed }) => ({
          seenOn: asDay(seen),
          ...(effective !== undefined && { effectiveFrom: asDay(effective) }),
          ...(changed !== undefined && { changedOn: asDay(changed) }),
        })),
      );
      const [ruling] = resolveValidity(versions);
      const rows = ruling?.versions ?? [];
      const begins = rows.map(({ validity }) => validity.validFrom ?? '').sort()[0] ?? '';
      for (let n = 0; n <= 42; n++) {
        const on = asDay(n);
        const then = rows.filter(({ validity: { validFrom = '', validTo = '9' } }) => validFrom <= on && validTo > on);
        // The last of those that have begun.
        const expected = rows.findLast(({ validity }) => (validity.validFrom ?? '') <= on);
        assert.deepEqual(
          then.map(({ version }) => version.number),
          expected === undefined ? [] : [expected.version.number],
        );
        assert.equal(then.length === 1, on >= begins);
        const now = rows.filter(({ validity }) => isInForce(validity, on));
        assert.ok(now.length <= 1, 'two would answer today');
        // A day that a document says of itself is all that can keep it from answering, wherever the clock stands.
        const waits = rows.every(({ validity }) => validity.seen?.from !== true && (validity.validFrom ?? '') > on);
        assert.equal(now.length === 0, waits);
      }
    }),
    { numRuns: 500 },
  );
});
