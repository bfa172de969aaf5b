import assert from 'node:assert/strict';
import test from 'node:test';
import { type Explained, fromSkill, problemsOf, runSkillScript } from './skill-script.ts';

interface Route extends Explained {
  readonly queue: string | null;
  readonly channel: string;
  readonly openNow: boolean;
  readonly slaDueAt: string | null;
  readonly slaDueLocal: string | null;
  readonly redactedFields: readonly string[];
  readonly needConsent: boolean;
  readonly draft: {
    readonly to: string;
    readonly title: string;
    readonly body: string;
    readonly fields: Readonly<Record<string, string>>;
  } | null;
}

const route = await fromSkill<(input: unknown) => Route>('escalate-to-human', 'scripts/route.mjs', 'routeRequest');
const source = 'policies/onboarding.md@1#5';
const week = ['MO', 'TU', 'WE', 'TH', 'FR'];
const berlin = { timeZone: 'Europe/Berlin', days: week, open: '09:00', close: '17:00', source };
const desk = (name: string, more = {}) => ({
  name,
  topics: ['leave'],
  channel: `${name.toLowerCase()}@larkmoor.example`,
  firstAnswer: { amount: 8, unit: 'business-hours', source },
  hours: berlin,
  source,
  ...more,
});
const base = {
  topic: 'leave',
  region: 'DE',
  severity: 'normal',
  sensitive: false,
  now: '2026-11-30T10:00:00+01:00',
  consent: false,
  queues: [desk('General'), desk('Germany', { regions: ['DE'] })],
  request: { title: 'Unpaid sabbatical', question: 'How long can an unpaid sabbatical be?' },
};
const due = (now: string, amount: number, unit: string, hours: unknown = berlin) =>
  route({ ...base, now, queues: [desk('Germany', { firstAnswer: { amount, unit, source }, hours })] }).slaDueLocal;

test('the desk nearest to the region takes the topic, and nothing goes without consent', () => {
  const result = route(base);
  assert.equal(result.queue, 'Germany');
  assert.equal(result.channel, 'germany@larkmoor.example');
  assert.equal(result.needConsent, true);
  assert.equal(route({ ...base, region: 'US' }).queue, 'General');
  assert.equal(route({ ...base, consent: true }).needConsent, false);
});

test('business hours stop at night, over the weekend and on holidays', () => {
  assert.equal(due('2026-11-30T10:00:00+01:00', 3, 'business-hours'), '2026-11-30T13:00:00+01:00');
  // Monday 10:00 + 7 h = 17:00 on the dot; one more is Tuesday 10:00
  assert.equal(due('2026-11-30T10:00:00+01:00', 7, 'business-hours'), '2026-11-30T17:00:00+01:00');
  assert.equal(due('2026-11-30T10:00:00+01:00', 8, 'business-hours'), '2026-12-01T10:00:00+01:00');
  // Friday 16:30: half an hour, then Monday until 10:30
  assert.equal(due('2026-11-27T16:30:00+01:00', 2, 'business-hours'), '2026-11-30T10:30:00+01:00');
  // Saturday: from Monday 9:00
  assert.equal(due('2026-11-28T12:00:00+01:00', 1, 'business-hours'), '2026-11-30T10:00:00+01:00');
  const holiday = { ...berlin, holidays: ['2026-11-30'] };
  assert.equal(due('2026-11-27T16:30:00+01:00', 2, 'business-hours', holiday), '2026-12-01T10:30:00+01:00');
});

test('business hours keep to the wall clock over a change of the clocks', () => {
  // Clocks go forward on Sunday 29 March 2026: Friday 16:00 +01:00, one hour, then Monday 9:00–10:00 +02:00
  assert.equal(due('2026-03-27T16:00:00+01:00', 2, 'business-hours'), '2026-03-30T10:00:00+02:00');
  // Back on Sunday 25 October 2026
  assert.equal(due('2026-10-23T16:00:00+02:00', 2, 'business-hours'), '2026-10-26T10:00:00+01:00');
  // A desk open all Sunday has 23 hours on 29 March: 24 h from midnight end at 1:00 on Monday
  const always = { ...berlin, days: [...week, 'SA', 'SU'], open: '00:00', close: '24:00' };
  assert.equal(due('2026-03-29T00:00:00+01:00', 24, 'business-hours', always), '2026-03-30T01:00:00+02:00');
});

test('business days end at closing, and a request after closing counts from the next open day', () => {
  assert.equal(due('2026-11-27T10:00:00+01:00', 1, 'business-days'), '2026-11-30T17:00:00+01:00');
  assert.equal(due('2026-11-27T18:00:00+01:00', 1, 'business-days'), '2026-12-01T17:00:00+01:00');
  assert.equal(due('2026-11-30T10:00:00+01:00', 2, 'business-days'), '2026-12-02T17:00:00+01:00');
});

test('hours pass on the clock, and a moment in another zone is the same moment', () => {
  assert.equal(due('2026-11-27T16:00:00+01:00', 24, 'hours'), '2026-11-28T16:00:00+01:00');
  assert.equal(due('2026-11-30T04:00:00-05:00', 1, 'business-hours'), '2026-11-30T11:00:00+01:00');
});

test('what is sensitive goes to a confidential desk only, and its text stays here', () => {
  const queues = [...base.queues, desk('Ombudsperson', { confidential: true })];
  const sensitive = { ...base, sensitive: true, queues };
  const result = route(sensitive);
  assert.equal(result.queue, 'Ombudsperson');
  assert.deepEqual(result.redactedFields, ['title', 'question']);
  assert.doesNotMatch(JSON.stringify(result.draft), /sabbatical/i);
  const none = route({ ...base, sensitive: true });
  assert.equal(none.queue, null);
  assert.equal(none.draft, null);
  assert.match(none.warnings.join(), /No confidential desk/);
});

test('secrets and numbers of a person are taken out of the draft', () => {
  const { draft, redactedFields } = route({
    ...base,
    request: {
      title: 'Payout',
      question: 'My password is hunter2! and my IBAN is DE89 3704 0044 0532 0130 00. Where is the password policy?',
      fields: { salary: '90000', card: '4111 1111 1111 1111', office: 'Berlin', note: 'card 4111 1111 1111 1111' },
    },
  });
  assert.doesNotMatch(JSON.stringify(draft), /hunter2|0532|90000|4111/);
  assert.match(draft?.body ?? '', /Where is the password policy\?/);
  assert.equal(draft?.fields.office, 'Berlin');
  assert.deepEqual(redactedFields, ['question', 'salary', 'card', 'note']);
});

test('an unknown region is asked for, an unknown topic has no desk, and no time is named without a passage', () => {
  const { region: _, ...anywhere } = base;
  assert.match(
    route({ ...anywhere, queues: [desk('Germany', { regions: ['DE'] })] }).warnings.join(),
    /depends on the region/,
  );
  assert.equal(route({ ...base, topic: 'parking' }).queue, null);
  const { firstAnswer: __, ...silent } = desk('Germany');
  const result = route({ ...base, queues: [silent] });
  assert.equal(result.slaDueAt, null);
  assert.match(result.warnings.join(), /name no time/);
});

test('input that does not fit is refused with its place', async () => {
  const { source: _, ...uncited } = desk('Germany');
  const cases: [unknown, string][] = [
    [{ ...base, queues: [uncited] }, '/queues/0/source'],
    [{ ...base, now: '2026-11-30T10:00:00' }, '/now'],
    [{ ...base, now: '2026-02-30T10:00:00Z' }, '/now'],
    [{ ...base, queues: [desk('A'), desk('a')] }, '/queues/1/name'],
    [
      { ...base, queues: [desk('A', { hours: { ...berlin, open: '17:00', close: '09:00' } })] },
      '/queues/0/hours/close',
    ],
    [{ ...base, queues: [desk('A', { hours: { ...berlin, open: '9am' } })] }, '/queues/0/hours/open'],
    [{ ...base, queues: [desk('A', { hours: { ...berlin, timeZone: 'Berlin/Mitte' } })] }, '/queues/0/hours/timeZone'],
    [{ ...base, queues: [desk('A', { hours: undefined })].map(({ hours, ...rest }) => rest) }, '/queues/0/hours'],
    [{ ...base, severity: 'huge' }, '/severity'],
  ];
  for (const [input, path] of cases) {
    const [first] = await problemsOf('escalate-to-human', 'route', route, input);
    assert.equal(first?.path, path);
  }
});

test('the script reads stdin, writes JSON, and exits with 2 on bad input', () => {
  const good = runSkillScript('escalate-to-human', 'route.mjs', JSON.stringify(base));
  assert.equal(good.status, 0);
  assert.equal((good.output as Route).queue, 'Germany');
  assert.equal(runSkillScript('escalate-to-human', 'route.mjs', 'null').status, 2);
});
