import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { type Explained, fromSkill, problemsOf, runSkillScript } from './skill-script.ts';

interface Summary {
  readonly source: string;
  readonly title: string;
}

interface Resolved extends Explained {
  readonly day: string;
  readonly applicable: readonly Summary[];
  readonly superseded: readonly Summary[];
  readonly notYet: readonly Summary[];
  readonly expired: readonly Summary[];
  readonly outOfScope: readonly Summary[];
  readonly scopeUnknown: readonly Summary[];
  readonly conflicts: readonly { readonly reason: string; readonly passages: readonly Summary[] }[];
}

const resolve = await fromSkill<(input: unknown) => Resolved>(
  'policy-effective-date',
  'scripts/resolve.mjs',
  'resolvePolicies',
);
const passage = (document: string, more = {}) => ({
  source: `policies/${document}@1#4`,
  document: `policies/${document}`,
  title: document,
  version: 1,
  ...more,
});
const travel = passage('travel.md', { effectiveFrom: '2025-09-01', topic: 'hotel in Munich', value: '140 EUR' });
const travel2027 = passage('travel-2027.md', {
  effectiveFrom: '2027-01-01',
  effectiveTo: '2027-12-31',
  supersedes: ['travel.md'],
  topic: 'Hotel in Munich',
  value: '165 EUR',
});
const on = (asOf: string, passages: unknown[], more = {}) => resolve({ asOf, person: {}, passages, ...more });
const documents = (list: readonly Summary[]) => list.map(({ title }) => title);

test('a future policy is not yet in force and replaces nothing before its first day', () => {
  const before = on('2026-12-31', [travel, travel2027]);
  assert.deepEqual(documents(before.applicable), ['travel.md']);
  assert.deepEqual(documents(before.notYet), ['travel-2027.md']);
  assert.deepEqual(before.conflicts, []);
  const after = on('2027-01-01', [travel, travel2027]);
  assert.deepEqual(documents(after.applicable), ['travel-2027.md']);
  assert.deepEqual(documents(after.superseded), ['travel.md']);
  assert.deepEqual(after.conflicts, []);
});

test('the last day is still in force, the day after is not, and an expired policy replaces nothing', () => {
  assert.deepEqual(documents(on('2027-12-31', [travel2027]).applicable), ['travel-2027.md']);
  const after = on('2028-01-01', [travel, travel2027]);
  assert.deepEqual(documents(after.expired), ['travel-2027.md']);
  assert.deepEqual(documents(after.applicable), ['travel.md']);
});

test('open ranges hold without end', () => {
  for (const day of ['1999-01-01', '2026-11-30', '2199-12-31'])
    assert.deepEqual(documents(on(day, [passage('a.md')]).applicable), ['a.md']);
});

test('a moment belongs to the day of the time zone', () => {
  const moment = '2026-12-31T23:30:00Z';
  const berlin = on(moment, [travel, travel2027], { timeZone: 'Europe/Berlin' });
  assert.equal(berlin.day, '2027-01-01');
  assert.deepEqual(documents(berlin.applicable), ['travel-2027.md']);
  const newYork = on(moment, [travel, travel2027], { timeZone: 'America/New_York' });
  assert.equal(newYork.day, '2026-12-31');
  assert.deepEqual(documents(newYork.applicable), ['travel.md']);
});

test('two current versions of one document are a conflict, and both are shown', () => {
  const second = { ...travel, source: 'policies/travel.md@2#4', version: 2, value: '150 EUR' };
  const { applicable, conflicts } = on('2026-11-30', [travel, second]);
  assert.equal(applicable.length, 2);
  assert.match(conflicts[0]?.reason ?? '', /several versions/);
});

test('a version may replace another version of its own document', () => {
  const second = { ...travel, source: 'policies/travel.md@2#4', version: 2, supersedes: ['policies/travel.md@1'] };
  const { applicable, superseded, conflicts } = on('2026-11-30', [travel, second]);
  assert.deepEqual(
    applicable.map(({ source }) => source),
    [second.source],
  );
  assert.deepEqual(
    superseded.map(({ source }) => source),
    [travel.source],
  );
  assert.deepEqual(conflicts, []);
});

test('two that replace each other both stay, as a conflict', () => {
  const a = passage('a.md', { supersedes: ['b.md'] });
  const b = passage('b.md', { supersedes: ['a.md'] });
  const { applicable, conflicts } = on('2026-11-30', [a, b]);
  assert.equal(applicable.length, 2);
  assert.equal(conflicts.length, 1);
});

test('only what covers the person applies, and an unknown attribute is asked for', () => {
  const de = passage('leave-de.md', { scope: { countries: ['DE'] } });
  const us = passage('leave-us.md', { scope: { countries: ['US'] } });
  const known = on('2026-11-30', [de, us], { person: { country: 'US' } });
  assert.deepEqual(documents(known.applicable), ['leave-us.md']);
  assert.deepEqual(documents(known.outOfScope), ['leave-de.md']);
  const unknown = on('2026-11-30', [de, us]);
  assert.deepEqual(documents(unknown.applicable), []);
  assert.equal(unknown.scopeUnknown.length, 2);
  assert.match(unknown.warnings.join(), /depends on country/);
});

test('a replacement for another country leaves the policy in force here', () => {
  const usOnly = passage('new.md', { supersedes: ['old.md'], scope: { countries: ['US'] } });
  const { applicable } = on('2026-11-30', [passage('old.md'), usOnly], { person: { country: 'DE' } });
  assert.deepEqual(documents(applicable), ['old.md']);
});

test('different values are a conflict, unless authority or scope puts one first', () => {
  const a = passage('a.md', { topic: 'notice', value: '4 weeks' });
  const b = passage('b.md', { topic: 'notice', value: '2 weeks' });
  assert.match(on('2026-11-30', [a, b]).conflicts[0]?.reason ?? '', /different values on notice/);
  assert.deepEqual(on('2026-11-30', [a, { ...b, value: '4  Weeks' }]).conflicts, []);
  const narrow = on('2026-11-30', [a, { ...b, scope: { countries: ['DE'] } }], { person: { country: 'DE' } });
  assert.deepEqual(documents(narrow.applicable), ['b.md', 'a.md']);
  assert.deepEqual(narrow.conflicts, []);
  const law = on('2026-11-30', [a, { ...b, authority: 'law' }]);
  assert.deepEqual(documents(law.applicable), ['b.md', 'a.md']);
  assert.match(law.warnings.join(), /law sets a minimum/);
});

test('every passage ends in exactly one place, whatever the dates', () => {
  const day = fc
    .integer({ min: 0, max: 2000 })
    .map((n) => new Date(Date.UTC(2025, 0, 1 + n)).toISOString().slice(0, 10));
  const entry = fc.record({ effectiveFrom: day, effectiveTo: day }, { requiredKeys: [] });
  fc.assert(
    fc.property(day, fc.array(entry, { minLength: 1, maxLength: 8 }), (asOf, entries) => {
      const result = on(
        asOf,
        entries.map((more, n) => passage(`p${n}.md`, more)),
      );
      const backwards = result.conflicts.filter(({ reason }) => reason.includes('before its first')).length;
      const placed = [
        result.applicable,
        result.superseded,
        result.notYet,
        result.expired,
        result.outOfScope,
        result.scopeUnknown,
      ];
      assert.equal(placed.flat().length + backwards, entries.length);
    }),
    { numRuns: 100 },
  );
});

test('input that does not fit is refused with its place', async () => {
  const cases: [unknown, string][] = [
    [{ asOf: '2026-11-30', person: {}, passages: [] }, '/passages'],
    [{ asOf: '2026-11-30', person: {}, passages: [{ document: 'a', title: 'a' }] }, '/passages/0/source'],
    [{ asOf: '30.11.2026', person: {}, passages: [travel] }, '/asOf'],
    [{ asOf: '2026-02-29', person: {}, passages: [travel] }, '/asOf'],
    [{ asOf: '2026-11-30T10:00:00Z', person: {}, passages: [travel] }, '/timeZone'],
    [{ asOf: '2026-11-30T10:00:00Z', timeZone: 'Mars/Base', person: {}, passages: [travel] }, '/timeZone'],
    [{ asOf: '2026-11-30', person: { name: 'Kim' }, passages: [travel] }, '/person/name'],
    [
      { asOf: '2026-11-30', person: {}, passages: [{ ...travel, effectiveTo: '2026-13-01' }] },
      '/passages/0/effectiveTo',
    ],
  ];
  for (const [input, path] of cases) {
    const [first] = await problemsOf('policy-effective-date', 'resolve', resolve, input);
    assert.equal(first?.path, path);
  }
});

test('the script reads stdin, writes JSON, and exits with 2 on bad input', () => {
  const input = { asOf: '2026-11-30', person: {}, passages: [travel, travel2027] };
  const good = runSkillScript('policy-effective-date', 'resolve.mjs', JSON.stringify(input));
  assert.equal(good.status, 0);
  assert.deepEqual(documents((good.output as Resolved).applicable), ['travel.md']);
  assert.equal(runSkillScript('policy-effective-date', 'resolve.mjs', '[]').status, 2);
});
