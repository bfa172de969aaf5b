import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { type Explained, fromSkill, problemsOf, runSkillScript } from './skill-script.ts';

interface Leave extends Explained {
  readonly leaveYear: { readonly from: string; readonly to: string };
  readonly entitled: number;
  readonly accruedToDate: number;
  readonly carriedIn: number;
  readonly carriedLost: number;
  readonly carriedExpired: number;
  readonly taken: number;
  readonly pending: number;
  readonly remaining: number;
}

const computeLeave = await fromSkill<(input: unknown) => Leave>(
  'leave-entitlement',
  'scripts/compute.mjs',
  'computeLeave',
);
const de = 'policies/leave-de.md@1';
const cited = <T>(value: T, n = 1) => ({ value, source: `${de}#${n}` });
const germany = {
  annualDays: cited(28),
  fullWeekDays: cited(5),
  yearStart: cited('01-01'),
  partYear: { method: 'full-months', source: `${de}#2` },
  rounding: { mode: 'up', toDays: 0.5, source: `${de}#3` },
  carryOver: { lastDay: '03-31', condition: 'met', source: `${de}#4` },
};
const base = {
  asOf: '2026-11-30',
  policy: germany,
  employment: { start: '2020-01-01' },
  schedule: [{ from: '2020-01-01', daysPerWeek: 5 }],
  absences: [] as unknown[],
};
const problems = (input: unknown) => problemsOf('leave-entitlement', 'compute', computeLeave, input);

test('a full year of full time is the annual leave, and every figure names its passage', () => {
  const leave = computeLeave(base);
  assert.equal(leave.entitled, 28);
  assert.equal(leave.remaining, 28);
  // Eleven full months by 30 November: 28 × 11/12 = 25.6667
  assert.equal(leave.accruedToDate, 25.6667);
  assert.ok(
    leave.steps.some(
      ({ text, sources }) =>
        text.includes('28 days × 1 of full time × 1 of the year = 28 days') && sources.includes(`${de}#1`),
    ),
  );
  assert.deepEqual(leave.warnings, []);
});

test('part-time is a share by weekly working days, rounded up to half a day', () => {
  // 28 × 3/5 = 16.8 → 17
  assert.equal(computeLeave({ ...base, schedule: [{ from: '2020-01-01', daysPerWeek: 3 }] }).entitled, 17);
});

test('joining on 1 May with part-time that changes on 1 September counts each stretch once', () => {
  // May–Aug: 4/12 × 28 × 1 = 9.3333; Sep–Dec: 4/12 × 28 × 3/5 = 5.6; together 14.9333 → 15
  const leave = computeLeave({
    ...base,
    employment: { start: '2026-05-01' },
    schedule: [
      { from: '2026-05-01', daysPerWeek: 5 },
      { from: '2026-09-01', daysPerWeek: 3 },
    ],
  });
  assert.equal(leave.entitled, 15);
  const texts = leave.steps.map(({ text }) => text);
  assert.ok(texts.includes('From 2026-09-01 to 2026-12-31: 28 days × 3/5 of full time × 1/3 of the year = 5.6 days'));
  assert.ok(texts.includes('Entitlement before rounding: ≈ 9.3333 + 5.6 = ≈ 14.9333 days'));
});

test('a join and a change of schedule on one day leave no empty stretch behind', () => {
  const leave = computeLeave({
    ...base,
    employment: { start: '2026-09-01' },
    schedule: [
      { from: '2020-01-01', daysPerWeek: 5 },
      { from: '2026-09-01', daysPerWeek: 3 },
    ],
  });
  // 4/12 × 28 × 3/5 = 5.6 → 6
  assert.equal(leave.entitled, 6);
});

test('a month that is not employed from its first to its last day earns nothing by full months', () => {
  // From 2 May: seven full months: 28 × 7/12 = 16.3333 → 16.5
  assert.equal(computeLeave({ ...base, employment: { start: '2026-05-02' } }).entitled, 16.5);
  // Until 30 December: eleven full months: 25.6667 → 26
  assert.equal(computeLeave({ ...base, employment: { start: '2020-01-01', end: '2026-12-30' } }).entitled, 26);
});

test('by calendar days, a leap year has 366', () => {
  const byDays = { ...germany, partYear: { method: 'calendar-days', source: `${de}#2` }, rounding: undefined };
  const half = (asOf: string, end: string) =>
    computeLeave({ ...base, asOf, policy: byDays, employment: { start: '2020-01-01', end } }).entitled;
  // 28 × 60/366 = 4.5902 until 29 February 2028; 28 × 59/365 = 4.526 until 28 February 2027
  assert.equal(half('2028-12-01', '2028-02-29'), 4.5902);
  assert.equal(half('2027-12-01', '2027-02-28'), 4.526);
});

test('a leave year from April holds the day asked about', () => {
  const april = { ...germany, yearStart: cited('04-01') };
  assert.deepEqual(computeLeave({ ...base, asOf: '2026-02-10', policy: april }).leaveYear, {
    from: '2025-04-01',
    to: '2026-03-31',
  });
});

test('half days, weekends and public holidays count as the calendar says', () => {
  const leave = computeLeave({
    ...base,
    holidays: ['2026-05-01'],
    absences: [
      // Thu 30 April to Mon 4 May without the holiday on Friday: Thursday and Monday
      { from: '2026-04-30', to: '2026-05-04', status: 'approved' },
      { from: '2026-06-10', to: '2026-06-10', halfDay: true, status: 'approved' },
      { from: '2026-12-21', to: '2026-12-23', status: 'approved' },
      { from: '2026-12-28', to: '2026-12-28', status: 'requested' },
    ],
  });
  assert.equal(leave.taken, 2.5);
  assert.equal(leave.pending, 4);
  assert.equal(leave.remaining, 21.5);
});

test('an absence in week 53 is divided at the turn of the year', () => {
  // Week 53 of 2026: Mon 28 December to Sun 3 January; four working days in 2026, Friday 1 January is 2027
  const absences = [{ from: '2026-12-28', to: '2027-01-03', status: 'approved' }];
  assert.equal(computeLeave({ ...base, absences }).pending, 4);
  assert.equal(computeLeave({ ...base, asOf: '2027-01-10', absences }).taken, 1);
});

test('carried-over days are used first, and what is left expires after the last day', () => {
  const absences = [
    { from: '2026-03-30', to: '2026-04-02', status: 'approved' }, // two days in March, two in April
  ];
  const leave = computeLeave({ ...base, carriedInDays: 5, absences });
  assert.equal(leave.carriedIn, 5);
  assert.equal(leave.carriedExpired, 3);
  assert.equal(leave.taken, 4);
  // 28 + 5 − 3 − 4
  assert.equal(leave.remaining, 26);
});

test('before the last day carried-over days are there, with a warning', () => {
  const leave = computeLeave({ ...base, asOf: '2026-02-01', carriedInDays: 5 });
  assert.equal(leave.carriedExpired, 0);
  assert.equal(leave.remaining, 33);
  assert.match(leave.warnings.join(), /5 carried-over days expire after 2026-03-31/);
});

test('a limit on carrying over loses the rest, and an unmet condition keeps days from expiring', () => {
  const capped = { ...germany, carryOver: { maxDays: 5, lastDay: '06-30', source: `${de}#4` } };
  const leave = computeLeave({ ...base, policy: capped, carriedInDays: 7.5 });
  assert.deepEqual([leave.carriedIn, leave.carriedLost, leave.carriedExpired], [5, 2.5, 5]);
  assert.match(leave.warnings.join(), /condition/);
  const kept = { ...germany, carryOver: { lastDay: '03-31', condition: 'not-met', source: `${de}#4` } };
  assert.equal(computeLeave({ ...base, policy: kept, carriedInDays: 3 }).remaining, 31);
});

test('days of last year without a carry-over rule are left out and said so', () => {
  const { carryOver: _, ...policy } = germany;
  const leave = computeLeave({ ...base, policy, carriedInDays: 3 });
  assert.equal(leave.remaining, 28);
  assert.match(leave.warnings.join(), /No carry-over rule/);
});

test('changing the schedule to the same one changes nothing, and no year earns more than the annual leave', () => {
  const day = fc
    .integer({ min: 0, max: 730 })
    .map((n) => new Date(Date.UTC(2027, 0, 1 + n)).toISOString().slice(0, 10));
  fc.assert(
    fc.property(
      day,
      fc.integer({ min: 1, max: 5 }),
      fc.constantFrom('full-months', 'calendar-days'),
      (from, daysPerWeek, method) => {
        const input = { ...base, asOf: '2028-06-30', policy: { ...germany, partYear: { method, source: `${de}#2` } } };
        const once = computeLeave({ ...input, schedule: [{ from: '2020-01-01', daysPerWeek }] });
        const twice = computeLeave({
          ...input,
          schedule: [
            { from: '2020-01-01', daysPerWeek },
            { from, daysPerWeek },
          ],
        });
        assert.equal(once.entitled, twice.entitled);
        assert.ok(once.entitled <= 28);
        assert.ok(once.accruedToDate <= once.entitled);
      },
    ),
    { numRuns: 100 },
  );
});

test('input that does not fit is refused with its place', async () => {
  const { source: _, ...uncited } = germany.annualDays as { value: number; source: string };
  const cases: [unknown, string, RegExp][] = [
    [{ ...base, policy: { ...germany, annualDays: uncited } }, '/policy/annualDays/source', /missing/],
    [
      { ...base, policy: { ...germany, annualDays: { value: 28, source: 'I know it' } } },
      '/policy/annualDays/source',
      /passage/,
    ],
    [{ ...base, asOf: '2026-02-30' }, '/asOf', /not a day/],
    [{ ...base, salary: 1 }, '/salary', /not known/],
    [{ ...base, schedule: [{ from: '2020-01-01' }] }, '/schedule/0', /daysPerWeek or fte/],
    [{ ...base, schedule: [{ from: '2020-01-01', daysPerWeek: 6 }] }, '/schedule/0', /full week/],
    [{ ...base, schedule: [{ from: '2026-03-01', daysPerWeek: 5 }] }, '/schedule', /says nothing/],
    [
      {
        ...base,
        schedule: [
          { from: '2020-01-01', daysPerWeek: 5 },
          { from: '2020-01-01', daysPerWeek: 4 },
        ],
      },
      '/schedule',
      /two entries/,
    ],
    [{ ...base, absences: [{ from: '2026-05-05', to: '2026-05-04', status: 'approved' }] }, '/absences/0/to', /before/],
    [
      { ...base, absences: [{ from: '2026-05-04', to: '2026-05-05', halfDay: true, status: 'approved' }] },
      '/absences/0/halfDay',
      /single day/,
    ],
    [
      { ...base, absences: Array(2).fill({ from: '2026-05-04', to: '2026-05-04', status: 'approved' }) },
      '/absences',
      /twice/,
    ],
    [
      { ...base, absences: [{ from: '2026-12-30', to: '2027-01-02', days: 2, status: 'approved' }] },
      '/absences/0',
      /split/,
    ],
    [
      {
        ...base,
        schedule: [{ from: '2020-01-01', daysPerWeek: 3 }],
        absences: [{ from: '2026-05-04', to: '2026-05-04', status: 'approved' }],
      },
      '/schedule/0/workdays',
      /needed/,
    ],
  ];
  for (const [input, path, message] of cases) {
    const [first] = await problems(input);
    assert.equal(first?.path, path);
    assert.match(first?.message ?? '', message);
  }
});

test('the script reads stdin, writes JSON, and exits with 2 on bad input', () => {
  const good = runSkillScript('leave-entitlement', 'compute.mjs', JSON.stringify(base));
  assert.equal(good.status, 0);
  assert.equal((good.output as Leave).remaining, 28);
  const bad = runSkillScript('leave-entitlement', 'compute.mjs', '{');
  assert.equal(bad.status, 2);
  assert.deepEqual(bad.output, {
    error: 'invalid_input',
    problems: [{ path: '', message: 'is not JSON; pass one JSON object on standard input' }],
  });
});
