/** A question that a skill of the product answers on the sample handbook, with the right values. */
export interface Conversation {
  readonly skill: string;
  readonly script: string;
  readonly question: string;
  readonly searches: readonly string[];
  /** What the script gets; `from` names the passage that holds a text. */
  readonly input: (from: (quoted: string) => string) => unknown;
  /** Statements, each with what it cites. */
  readonly says: readonly (readonly [statement: string, quoted: string])[];
  /** Steps as they are shown below, each with the document that it cites. */
  readonly steps: readonly (readonly [text: RegExp, document: string])[];
}

export const conversations: readonly Conversation[] = [
  {
    skill: 'leave-entitlement',
    script: 'compute.mjs',
    question: 'I joined in Germany on 1 May 2026, work Monday to Wednesday, took 3 and 4 August off. What is left?',
    searches: ['vacation days per calendar year in Germany', 'part-time rounding half day result'],
    input: (from) => {
      const annual = from('28 days of paid vacation per calendar year');
      const rounding = from('rounded up to the next half day');
      return {
        asOf: '2026-11-30',
        policy: {
          annualDays: { value: 28, source: annual },
          fullWeekDays: { value: 5, source: annual },
          yearStart: { value: '01-01', source: annual },
          partYear: { method: 'full-months', source: from('one twelfth of the annual vacation') },
          rounding: { mode: 'up', toDays: 0.5, source: rounding },
        },
        employment: { start: '2026-05-01' },
        schedule: [{ from: '2026-05-01', daysPerWeek: 3, workdays: ['MO', 'TU', 'WE'] }],
        absences: [{ from: '2026-08-03', to: '2026-08-04', status: 'approved' }],
      };
    },
    // 28 × 8/12 × 3/5 = 11.2, rounded up to 11.5; less 2 days
    says: [
      ['You have 9.5 days remaining.', 'remaining: 9.5'],
      [' Your entitlement for the year is 11.5 days.', 'entitled: 11.5'],
      [' The result is rounded up to the next half day.', 'rounded up to the next half day'],
    ],
    steps: [
      [/Entitlement before rounding: 11\.2 days/, 'leave-de.md'],
      [/Rounded up to steps of 0\.5: 11\.5 days/, 'leave-de.md'],
    ],
  },
  {
    skill: 'expense-check',
    script: 'check.mjs',
    question: 'On a trip in Germany I paid 45.50 EUR for dinner on 10 November, with a receipt. What do I get back?',
    searches: [
      'meal limits dinner on a business trip',
      'receipt required for every expense',
      'claims submitted within days',
    ],
    input: (from) => ({
      currency: 'EUR',
      submitted: '2026-11-30',
      trip: { start: '2026-11-09', country: 'DE' },
      lines: [
        {
          ...{ id: 'dinner', date: '2026-11-10', category: 'dinner', amount: '45.50', currency: 'EUR' },
          ...{ receipt: true, country: 'DE' },
        },
      ],
      rates: [
        {
          ...{ category: 'dinner', country: 'DE', limit: '38.00', currency: 'EUR', decidedBy: 'line-date' },
          source: from('Dinner on a business trip'),
        },
      ],
      rules: {
        receipt: { from: [{ amount: '25.00', currency: 'EUR' }], source: from('A receipt is required') },
        deadline: { days: 30, refusedAfterDays: 60, source: from('within 30 days of the purchase') },
      },
    }),
    says: [
      ['Of the dinner, 38.00 EUR are allowed and 7.50 EUR are above the limit.', 'allowed 38.00 EUR'],
      [' Expense claims must be submitted in Claimbox within 30 days of the purchase.', 'within 30 days'],
    ],
    steps: [[/38\.00/, 'expenses.md']],
  },
  {
    skill: 'policy-effective-date',
    script: 'resolve.mjs',
    question: 'Which expense policy holds today in Germany?',
    searches: ['expense claims must be submitted'],
    input: (from) => ({
      asOf: '2026-11-30',
      person: { country: 'DE' },
      passages: [
        {
          ...{ source: from('Expense claims must be submitted'), document: 'policies/expenses.md', title: 'Expenses' },
          ...{ version: 1, effectiveFrom: '2026-03-01', topic: 'deadline', value: 'within 30 days' },
        },
      ],
    }),
    says: [['The policy Expenses is in force since 2026-03-01.', 'in force since 2026-03-01']],
    steps: [[/in force since 2026-03-01/, 'expenses.md']],
  },
  {
    skill: 'escalate-to-human',
    script: 'route.mjs',
    question: 'Nobody answers my question about a sabbatical. Who in Germany takes it, and by when?',
    searches: [
      'desks for requests that no policy answers: People team Germany',
      'desks in Germany work Monday to Friday',
    ],
    input: (from) => {
      const desk = from('people-de@larkmoor.example');
      const hours = from('Desks in Germany work Monday to Friday');
      return {
        ...{ topic: 'leave', region: 'DE', severity: 'normal', sensitive: false, consent: false },
        now: '2026-11-30T10:00:00+01:00',
        queues: [
          {
            ...{ name: 'People team Germany', topics: ['leave', 'pay'], regions: ['DE'] },
            ...{ channel: 'people-de@larkmoor.example', source: desk },
            firstAnswer: { amount: 2, unit: 'business-days', source: desk },
            hours: {
              ...{ timeZone: 'Europe/Berlin', days: ['MO', 'TU', 'WE', 'TH', 'FR'], open: '09:00', close: '17:00' },
              source: hours,
            },
          },
        ],
        request: { title: 'Sabbatical', question: 'How long can a sabbatical be?' },
      };
    },
    says: [
      ['The People team Germany takes it at people-de@larkmoor.example.', 'people-de@larkmoor.example'],
      [' They answer by 2026-12-02 17:00.', '2026-12-02 17:00'],
    ],
    steps: [[/2026-12-02 17:00/, 'onboarding.md']],
  },
  {
    skill: 'incident-triage',
    script: 'triage.mjs',
    question: 'I lost my encrypted laptop at 9:30 in Berlin, nobody knows my password. What now?',
    searches: ['security incidents must be reported within one hour', 'levels meaning first response'],
    input: (from) => {
      const levels = from('1, critical');
      return {
        type: 'lost-device',
        facts: {
          ...{ serviceDown: false, restrictedData: false, personalData: false, deviceEncrypted: true },
          ...{ credentialsExposed: false, customerAffected: false, teamAffected: false, someoneHurt: false },
        },
        ...{ noticedAt: '2026-11-30T09:30:00+01:00', now: '2026-11-30T10:00:00+01:00' },
        ...{ timeZone: 'Europe/Berlin', jurisdiction: 'DE' },
        policy: {
          report: { amount: 1, unit: 'hours', to: '#security-incident', source: from('within one hour') },
          levels: [
            {
              ...{ name: 'critical', when: ['service-down', 'restricted-data-exposed'], source: levels },
              firstResponse: { amount: 15, unit: 'minutes' },
            },
            { name: 'normal', when: ['no-harm-yet'], source: levels, firstResponse: { unit: 'next-working-day' } },
          ],
          contacts: [],
        },
      };
    },
    says: [
      ['Report it in #security-incident.', 'Report them in #security-incident'],
      [' It has to be reported by 2026-11-30 10:30.', '2026-11-30 10:30'],
    ],
    steps: [[/2026-11-30 10:30/, 'incident-reporting.md']],
  },
];
