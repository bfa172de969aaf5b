import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findDisagreement } from '../../src/conflicts/disagreement.ts';
import { type RuleSentence, readRule } from '../../src/conflicts/rule.ts';

/** `Title > Heading: sentence`; documents are told apart by their titles, and by `#` behind one. */
function sentence(line: string): RuleSentence {
  const [, place = '', text = ''] = /^(.*?): (.*)$/s.exec(line) ?? [];
  const [title = '', ...headings] = place.split(' > ');
  return { text, document: title, title: title.replace(/#\d$/, ''), headings };
}

const compare = ([a, b]: readonly [string, string]) => findDisagreement(readRule(sentence(a)), readRule(sentence(b)));

const conflicts: readonly (readonly ['number' | 'date' | 'permission', string, string])[] = [
  [
    'number',
    'Leave > Days: Full-time employees receive 30 days of paid leave a year.',
    'Works agreement > Leave: Staff get 28 days of paid vacation per year.',
  ],
  [
    'number',
    'Travel > Meals: Meals are reimbursed up to EUR 45 per day.',
    'Expenses > Food: Meals are reimbursed up to EUR 40 per day.',
  ],
  ['number', 'Travel > Hotels: | Berlin | 165 EUR |', 'Expenses > Hotels: | Berlin | 140 EUR |'],
  [
    'number',
    'Expenses > Receipts: A receipt is required for every expense of 10 EUR and more.',
    'Expenses#2 > Receipts: A receipt is required for every expense of 25 EUR and more.',
  ],
  [
    'number',
    'Compliance: New hires complete the training within their first three weeks.',
    'Harassment prevention: New hires complete the training within two weeks of hire.',
  ],
  [
    'number',
    'Remote work > Abroad: You may work from abroad for up to 20 days a year.',
    'Tax guide > Working abroad: Working from abroad is possible for up to 30 days a year.',
  ],
  [
    'number',
    'Security > Passwords: Passwords must be changed every 90 days.',
    'IT handbook > Accounts: Passwords must be changed every 180 days.',
  ],
  [
    'number',
    'Leave > Carry-over: Unused leave expires after 3 months.',
    'FAQ > Leave: Unused leave expires after six months.',
  ],
  ['date', 'Leave > Carry-over: Unused leave lapses on 31 March.', 'FAQ > Holidays: Unused leave lapses on 30 June.'],
  ['date', 'Bonus > Payment: The bonus is paid on 15 March 2026.', 'Pay calendar: The bonus is paid on 30 April 2026.'],
  ['permission', 'Travel > Meals: Alcohol is not reimbursed.', 'Customer events > Costs: Alcohol is reimbursed.'],
  [
    'permission',
    'Security > Devices: Private phones may be used for work mail.',
    'Acceptable use > Phones: Private phones may not be used for work mail.',
  ],
  [
    'permission',
    'Remote work > Equipment: Employees must return the monitor.',
    'Leaving > Equipment: Employees do not need to return the monitor.',
  ],
  [
    'permission',
    'Travel > Class: Business class is allowed on flights to Asia.',
    'Expenses > Flights: Business class is forbidden on flights to Asia.',
  ],
  [
    'number',
    'Urlaub > Anspruch: Mitarbeitende erhalten 30 Tage bezahlten Urlaub pro Jahr.',
    'FAQ > Urlaub: Beschäftigte bekommen 28 Tage bezahlten Urlaub im Jahr.',
  ],
  [
    'permission',
    'IT > Software: Private Software darf installiert werden.',
    'Sicherheit > Software: Private Software darf nicht installiert werden.',
  ],
  ['permission', 'Büro > Hunde: Hunde sind im Büro erlaubt.', 'Hausordnung > Tiere: Hunde sind im Büro nicht erlaubt.'],
  [
    'permission',
    'Reisen > Belege: Ein Originalbeleg ist für das Hotel erforderlich.',
    'Spesen > Belege: Ein Originalbeleg ist für das Hotel nicht erforderlich.',
  ],
  [
    'number',
    'Parental leave > Duration: Parents receive 16 weeks of paid parental leave.',
    'Benefits > Families: Parents receive 12 weeks of paid parental leave.',
  ],
  [
    'number',
    'Incidents > Reporting: Incidents are reported within 24 hours.',
    'Security > Incidents: Incidents are reported within 72 hours.',
  ],
  [
    'number',
    'Learning: The learning budget is USD 1,000 a year.',
    'Benefits > Learning budget: The learning budget is USD 1,500 a year.',
  ],
  [
    'number',
    'Expenses > Late claims: Claims must be submitted within 30 days.',
    'Travel > After the trip: Claims must be submitted within 60 days.',
  ],
];

test('sentences that state one rule differently disagree, whatever the order', () => {
  for (const [kind, a, b] of conflicts) {
    assert.equal(compare([a, b])?.kind, kind, `${a}\n${b}`);
    assert.equal(compare([b, a])?.kind, kind, `${b}\n${a}`);
  }
});

const noConflicts: readonly (readonly [string, string])[] = [
  ['Büro > Hunde: Hunde sind im Büro nicht gestattet.', 'Hausordnung > Tiere: Hunde sind im Büro verboten.'],
  ['Schulung: Die Teilnahme am Kurs ist freiwillig.', 'Kurse: Die Teilnahme am Kurs ist nicht verpflichtend.'],
  [
    'Leave > Days: Employees receive 30 days of paid leave a year.',
    'Works agreement: Employees receive 30 days of paid leave a year.',
  ],
  [
    'Leave > Days: Employees receive thirty days of paid leave a year.',
    'Works agreement: Employees receive 30 days of paid leave a year.',
  ],
  [
    'Parental leave > Birth parents: Birth parents receive 16 weeks.',
    'Parental leave > Other parents: Other parents receive 6 weeks.',
  ],
  [
    'Parental leave: Birth parents receive 16 weeks of paid leave.',
    'Benefits: Adoptive parents receive 6 weeks of paid leave.',
  ],
  [
    'Leave in Germany > Days: Employees receive 30 days of paid leave a year.',
    'Leave in the United States > Days: Employees receive 20 days of paid leave a year.',
  ],
  [
    'Health Plus plan > Deductible: The deductible is $1,000 a year.',
    'Health Standard plan > Deductible: The deductible is $2,000 a year.',
  ],
  [
    'Sick leave > Notice: Absence is reported within 1 hour.',
    'Parental leave > Notice: Absence is reported within 4 weeks.',
  ],
  ['Travel > Meals: | Breakfast | 9 EUR |', 'Expenses > Meals: | Dinner | 27 EUR |'],
  ['Travel > Hotels: | Other cities in Germany | 125 EUR |', 'Expenses > Hotels: | All other cities | 150 EUR |'],
  [
    'Commission > Account executives > Quota: 60 % of annual incentive.',
    'Commission > Engineers > Quota: 75 % of annual incentive.',
  ],
  [
    'Reviews > Ratings: Level 5 ratings receive up to 3.85 % of basic pay.',
    'Pay > Ratings: Level 4 ratings receive up to 2.1 % of basic pay.',
  ],
  ['Travel > Meals: Alcohol is not reimbursed.', 'Customer events: Alcohol is reimbursed if a customer takes part.'],
  ['Travel > Meals: Alcohol is not reimbursed.', 'Customer events: Taxis are reimbursed.'],
  ['Security > Passwords: Passwords have at least 12 characters.', 'Security > Phones: Codes have at least 6 digits.'],
  ['Leave > Notice: Request leave two weeks ahead.', 'Leave > Sick days: A certificate is due after three days.'],
  ['Expenses > Receipts: Submit receipts within 30 days.', 'Expenses > Approval: Managers approve within 5 days.'],
  [
    'HR Links > Steps: Navigate to the Employment Data 1 tab.',
    'HR Links > Status: Navigate to the Employment Data 2 tab.',
  ],
  [
    'Travel > Rail: Within Europe, trains are used whenever the journey takes less than six hours.',
    'Travel 2: Within Germany, trains are used whenever the journey takes less than five hours.',
  ],
  ['Bonus > Payment: The bonus is paid on 15 March.', 'Pay calendar: The bonus is paid on 15 March 2026.'],
  [
    'Gifts: Gifts of more than EUR 50 must be declared.',
    'Gifts guide: Gifts of at least EUR 20 are recorded in the register.',
  ],
  ['Remote work: You may work from home 2 days a week.', 'Offices: The Berlin office has 2 floors and 40 desks.'],
  ['Remote work: You may work from home.', 'Onboarding: In the first week you must not work alone in the laboratory.'],
  [
    'See [the form](https://example.com/a1) for claims: Use it within 5 days.',
    'See [the form](https://example.com/b2) for claims: Use it within 5 days.',
  ],
];

test('sentences about different things, people or places, or that say the same, do not', () => {
  for (const pair of noConflicts) {
    assert.equal(compare(pair), undefined, pair.join('\n'));
    assert.equal(compare([pair[1], pair[0]]), undefined, pair.join('\n'));
  }
});

test('the one that says more about whom it is for is named', () => {
  const pair = [
    'Remote work: You may work from home 2 days a week.',
    'Internships: Interns may work from home 1 day a week.',
  ] as const;
  assert.equal(compare(pair)?.specific, 'second');
  assert.equal(compare([pair[1], pair[0]])?.specific, 'first');
});
