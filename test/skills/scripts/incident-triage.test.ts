import assert from 'node:assert/strict';
import test from 'node:test';
import { type Explained, fromSkill, problemsOf, readSchema, runSkillScript } from './skill-script.ts';

interface Triage extends Explained {
  readonly severity: string | null;
  readonly level: string | null;
  readonly firstResponseBy: string | null;
  readonly firstHour: readonly string[];
  readonly notify: readonly { readonly who: string; readonly by: string; readonly overdue: boolean }[];
  readonly clock: { readonly dueAt: string; readonly remainingHours: number; readonly overdue: boolean } | null;
  readonly missing: readonly string[];
  readonly doNot: readonly string[];
}

const triage = await fromSkill<(input: unknown) => Triage>('incident-triage', 'scripts/triage.mjs', 'triageIncident');
const source = 'policies/incident-reporting.md@1#1';
const calm = {
  serviceDown: false,
  restrictedData: false,
  personalData: false,
  credentialsExposed: false,
  customerAffected: false,
  teamAffected: false,
  someoneHurt: false,
};
const base = {
  type: 'lost-device',
  facts: { ...calm, deviceEncrypted: true },
  noticedAt: '2026-11-27T16:00:00+01:00',
  now: '2026-11-27T16:20:00+01:00',
  timeZone: 'Europe/Berlin',
  policy: {
    report: { amount: 1, unit: 'hours', to: '#security-incident', source },
    authority: { amount: 72, unit: 'hours', decidedBy: 'Data Protection Officer', source },
    accident: { to: 'People team', due: 'same-day', source },
    levels: [
      {
        name: 'critical',
        when: ['service-down', 'restricted-data-exposed'],
        firstResponse: { amount: 15, unit: 'minutes' },
        source,
      },
      {
        name: 'high',
        when: ['team-affected', 'customer-affected'],
        firstResponse: { amount: 2, unit: 'hours' },
        source,
      },
      {
        name: 'normal',
        when: ['no-harm-yet', 'credentials-exposed'],
        firstResponse: { unit: 'next-working-day' },
        source,
      },
    ],
    contacts: [{ who: 'Data Protection Officer', how: 'privacy@larkmoor.example', when: ['personal-data'], source }],
  },
};
const withFacts = (facts: object, more = {}) => triage({ ...base, ...more, facts: { ...base.facts, ...facts } });

test('a lost encrypted device without known harm is the lowest level, reported within the hour', () => {
  const result = triage(base);
  assert.equal(result.severity, 'S3');
  assert.equal(result.notify[0]?.by, '2026-11-27T17:00:00+01:00');
  assert.equal(result.clock, null);
  // Friday evening: the next working day is Monday, until its end
  assert.equal(result.firstResponseBy, '2026-11-30T23:59:00+01:00');
  assert.ok(result.doNot.some((text) => text.includes('get the device back')));
});

test('exposed restricted data is the highest level, and its first response is counted in minutes', () => {
  const result = withFacts({ restrictedData: true, deviceEncrypted: false });
  assert.equal(result.severity, 'S1');
  assert.equal(result.firstResponseBy, '2026-11-27T16:15:00+01:00');
});

test('encryption keeps data from being exposed only while the password is safe', () => {
  assert.equal(withFacts({ restrictedData: true }).severity, 'S3');
  assert.equal(withFacts({ restrictedData: true, credentialsExposed: true }).severity, 'S1');
});

test('what nobody knows yet counts as the worse case and is named', () => {
  const result = withFacts({ restrictedData: null, personalData: null, deviceEncrypted: null });
  assert.equal(result.severity, 'S1');
  assert.deepEqual(result.missing, ['restricted-data-exposed', 'personal-data-exposed']);
  assert.notEqual(result.clock, null);
  assert.match(result.warnings.join(), /worse case/);
});

test('the clock for the authority runs over the weekend and by real hours over a clock change', () => {
  const leak = { personalData: true, deviceEncrypted: false };
  // Friday 16:00 + 72 h
  const weekend = withFacts(leak, { now: '2026-11-28T16:00:00+01:00' }).clock;
  assert.equal(weekend?.dueAt, '2026-11-30T16:00:00+01:00');
  assert.equal(weekend?.remainingHours, 48);
  // Over 29 March 2026, 72 real hours are 73 on the wall clock
  const spring = withFacts(leak, { noticedAt: '2026-03-27T16:00:00+01:00', now: '2026-03-27T16:00:00+01:00' }).clock;
  assert.equal(spring?.dueAt, '2026-03-30T17:00:00+02:00');
  const late = withFacts(leak, { now: '2026-11-30T16:06:00+01:00' });
  assert.equal(late.clock?.overdue, true);
  assert.equal(late.clock?.remainingHours, -0.1);
});

test('the data protection officer is told of data about people, also on an encrypted device', () => {
  assert.deepEqual(
    withFacts({ personalData: true }).notify.map(({ who }) => who),
    ['#security-incident', 'Data Protection Officer'],
  );
  assert.equal(withFacts({ personalData: true }).clock, null);
  assert.equal(triage(base).notify.length, 1);
});

test('an accident is told on the same day, and the injured person comes first', () => {
  const result = triage({ ...base, type: 'accident', facts: { someoneHurt: true } });
  assert.equal(result.notify[0]?.who, 'People team');
  assert.equal(result.notify[0]?.by, '2026-11-27T23:59:00+01:00');
  assert.match(result.firstHour[0] ?? '', /person first/);
});

test('a missed report is overdue', () => {
  const result = triage({ ...base, now: '2026-11-27T18:00:00+01:00' });
  assert.equal(result.notify[0]?.overdue, true);
  assert.match(result.warnings.join(), /overdue/);
});

test('a level or deadline that nobody passed in is said to be missing', () => {
  const { authority: _, ...policy } = { ...base.policy, levels: [base.policy.levels[0]] };
  const result = withFacts({ personalData: true, deviceEncrypted: false }, { policy });
  assert.equal(result.severity, null);
  assert.equal(result.clock, null);
  assert.match(result.warnings.join(), /No level/);
  assert.match(result.warnings.join(), /deadline for the authority/);
});

test('there is no place to put a secret into', async () => {
  for (const facts of [
    { ...calm, password: 'hunter2' },
    { ...calm, note: 'the password is hunter2' },
  ])
    assert.match(
      (await problemsOf('incident-triage', 'triage', triage, { ...base, facts }))[0]?.message ?? '',
      /not known/,
    );
  assert.ok(
    triage({ ...base, type: 'credential-exposure' }).doNot.some((text) => text.startsWith('Never write a password')),
  );
});

test('input that does not fit is refused with its place', async () => {
  const { source: _, ...uncited } = base.policy.report;
  const nextDay = { name: 'x', when: ['no-harm-yet'], firstResponse: { unit: 'hours' }, source };
  const cases: [unknown, string][] = [
    [{ ...base, policy: { ...base.policy, report: uncited } }, '/policy/report/source'],
    [{ ...base, policy: { ...base.policy, levels: [] } }, '/policy/levels'],
    [{ ...base, policy: { ...base.policy, levels: [nextDay] } }, '/policy/levels/0/firstResponse/amount'],
    [{ ...base, now: '2026-11-27T15:00:00+01:00' }, '/now'],
    [{ ...base, noticedAt: '2026-11-27' }, '/noticedAt'],
    [{ ...base, type: 'earthquake' }, '/type'],
    [{ ...base, facts: { ...calm, personalData: 'maybe' } }, '/facts/personalData'],
  ];
  for (const [input, path] of cases) {
    const [first] = await problemsOf('incident-triage', 'triage', triage, input);
    assert.equal(first?.path, path);
  }
});

test('the script reads stdin, writes JSON, and exits with 2 on bad input', () => {
  const good = runSkillScript('incident-triage', 'triage.mjs', JSON.stringify(base));
  assert.equal(good.status, 0);
  assert.equal((good.output as Triage).severity, 'S3');
  assert.equal(runSkillScript('incident-triage', 'triage.mjs', '').status, 2);
  assert.equal(readSchema('incident-triage', 'triage').type, 'object');
});
