import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compareWords } from '../../../src/answer/grounding/compare-words.ts';
import { unsupportedFigures } from '../../../src/answer/grounding/figure-support.ts';

const holds = (statement: string, ...quoted: string[]) =>
  compareWords(statement, { cited: [{ quoted, around: [] }] }).length === 0 &&
  unsupportedFigures(statement, quoted.join('\n')).length === 0;

const same: readonly [statement: string, ...quoted: string[]][] = [
  ["You don't need a receipt.", 'A receipt is not required.'],
  ['Request it before you book.', 'It must be requested before booking.'],
  ['Report a lost or stolen device immediately.', 'A lost or stolen device must be immediately reported.'],
  [
    'The authority has to be informed no later than 72 hours after the breach.',
    'The authority must be informed within 72 hours of the breach.',
  ],
  [
    'The laptop is delivered no later than two working days before the first day.',
    'The laptop is delivered at least 2 working days before the first day.',
  ],
  ['A doctor’s note is required from the fourth day.', 'A doctor’s note is required from the 4th day.'],
  ["Sick days aren't carried over or paid out.", 'Sick days are not carried over and not paid out.'],
  ['It must be long and it must be stored safely.', 'It must be long and be stored safely.'],
  ["If you're unable to work, tell your manager.", "If you can't work, tell your manager."],
  ['In some cases leave is longer.', 'Leave is sometimes longer.'],
  ['37signals works in cycles of six weeks.', 'We work in 6-week cycles at 37signals.'],
  ['You may use your phone only if it is enrolled.', 'You may use your phone if it is enrolled.'],
  ['If it was stolen, call the hotline.', 'If it was lost or stolen, call the hotline.'],
  ['You cannot open the records.', 'The records must not be opened by you, and you may not open the records.'],
  [
    'If you leave, days are paid out, and unused budget is not paid out.',
    'If you leave, days are paid out.',
    'If you leave, unused budget is not paid out.',
  ],
  [
    "Claims need a receipt, and unused budget isn't carried over to the next quarter.",
    'Claims need a receipt.',
    'Unused budget is not carried over to the next quarter.',
  ],
];

const other: readonly [statement: string, ...quoted: string[]][] = [
  ['You need a receipt.', 'A receipt is not required.'],
  ['Sick days are carried over and not paid out.', 'Sick days are not carried over and not paid out.'],
  ['Sick days are not carried over and paid out.', 'Sick days are not carried over and not paid out.'],
  ['It must be long and must be stored safely.', 'It must be long and is stored safely.'],
  ['You are paid no at least 100% of it.', 'You are paid no less than 100% of it.'],
  ['Managers always approve requests.', 'Managers approve requests.'],
  ['Leave is usually longer.', 'Leave is sometimes longer.'],
  ['- ** once a month:** Meet with the director.', '- **At least once a month:** Meet with the director.'],
  [
    'The compare page shows two candidates side by side on one page.',
    'Within the compare page, two candidates are shown side by side on one page.',
  ],
  [
    'People start at the entry point if an exception is made.',
    'People start at the entry point unless an exception is made.',
  ],
  [
    'You should talk to five or 20 candidates.',
    'You should talk to five or 10 candidates. ![](https://a.example/b%20c.png)',
  ],
  ['Public networks may be used with the VPN switched off.', 'Public networks may be used with the VPN switched on.'],
  [
    'The laptop is delivered within two working days before the first day.',
    'The laptop is delivered at least two working days before the first day.',
  ],
  ['Not even managers may open the records.', 'Managers may open the records.'],
  ['It is granted automatically.', 'Unless the manager objects, it is granted automatically.'],
  ['You may use your phone.', 'You may use your phone if it is enrolled.'],
  ['You use a private phone, and it must be enrolled.', 'Should you use a private phone, it must be enrolled.'],
  ['You may carry over unused days.', 'You may carry over unused days until 31 March.'],
  ['Employees may work abroad.', 'Employees who have passed probation may work abroad.'],
  ['Business class is allowed.', 'Business class is allowed only for medical reasons.'],
  ['Costs need consent.', 'Costs above 300 EUR need consent.'],
  ['Report incidents to the hotline.', 'Report incidents to the hotline immediately.'],
  ['Visitors are accompanied.', 'Visitors are accompanied at all times.'],
  ['You may leave even if you are needed.', 'You may leave if you are needed.'],
  ['You may stay for 20 days.', 'You may stay for 20 working days.'],
  ['The rate is 45 EUR.', 'The rate is 45 EUR per day.'],
  ['The rate is 45 EUR per meal.', 'The rate is 45 EUR per day.'],
  [
    'Parents receive 6 weeks for a birth and 16 weeks for an adoption.',
    'Parents receive 16 weeks for a birth and 6 weeks for an adoption.',
  ],
  [
    'Alcohol must be submitted within 30 days.',
    'Alcohol is reimbursed only at meals with customers.',
    'Claims must be submitted within 30 days.',
  ],
  [
    'Alcohol is reimbursed at meals with customers and must be submitted within 30 days.',
    'Alcohol is reimbursed at meals with customers.',
    'Claims must be submitted within 30 days.',
  ],
  ['Most classes are recommended, some are recommended.', 'Most classes are required, some are recommended.'],
  ['**Smoking:** allowed in the garden.', '**No smoking:** allowed in the garden.'],
  [
    'Claims need no receipt, and unused budget is carried over.',
    'Claims need a receipt.',
    'Unused budget is not carried over.',
  ],
];

for (const [statement, ...quoted] of same) {
  test(`“${statement}” says what “${quoted.join(' ')}” says`, () => {
    assert.equal(
      holds(statement, ...quoted),
      true,
      JSON.stringify(compareWords(statement, { cited: [{ quoted, around: [] }] })),
    );
  });
}

for (const [statement, ...quoted] of other) {
  test(`“${statement}” says something else than “${quoted.join(' ')}”`, () => {
    assert.equal(holds(statement, ...quoted), false);
  });
}

test('what a first period is counted from may be left to the title that says it', () => {
  const quoted = ['During the first four weeks after parental leave, parents may work 80 % of their hours.'];
  const statement = 'During the first four weeks, parents may work 80 % of their hours.';
  assert.deepEqual(compareWords(statement, { cited: [{ quoted, around: ['Parental leave'] }] }), []);
  assert.notDeepEqual(compareWords(statement, { cited: [{ quoted, around: ['Working time'] }] }), []);
});

test('a rule is told of those it is for, of no others, and not as given where it may be asked for', () => {
  const differs = (statement: string, quoted: string, around: string[] = []) =>
    compareWords(statement, { cited: [{ quoted: [quoted], around }] }).length > 0;
  const shared = 'Partners will share feedback with your manager.';
  assert.ok(differs('Customers will share feedback with your manager.', shared, ['Customers']));
  assert.ok(!differs('Your partners will share feedback with your manager.', shared, ['Customers']));
  const stored = 'Restricted data must never be stored on a USB stick.';
  assert.ok(differs('Company data must never be stored on a USB stick.', stored));
  assert.ok(!differs('Data must never be stored on a USB stick.', stored, ['Restricted data']));
  assert.ok(differs('You receive unpaid leave of four weeks.', 'You can request unpaid leave of four weeks.'));
});

test('what is not required is never told as required, and a label orders nothing', () => {
  const differs = (statement: string, quoted: string) =>
    compareWords(statement, { cited: [{ quoted: [quoted], around: [] }] }).length > 0;
  assert.ok(
    differs('Medical leave are taken fully per medical event.', 'Medical leave must be taken fully per medical event.'),
  );
  assert.ok(differs('Summaries are required at the end.', 'Summaries are not required at the end.'));
  assert.ok(
    differs(
      'CODEOWNERS: a repository have a CODEOWNERS file.',
      'CODEOWNERS: a repository must have a CODEOWNERS file.',
    ),
  );
  assert.ok(
    differs(
      'It must be planned and will be paid if you need to go.',
      'It is planned and will be paid if you need to go.',
    ),
  );
});

test('an “always” in the line over a list is not said of its items', () => {
  const quoted = ['- Content is expected to change.'];
  const cited = [{ quoted, intro: ['What we always keep in mind:'], around: [] }];
  assert.notDeepEqual(compareWords('Content is always expected to change.', { cited }), []);
  assert.deepEqual(compareWords('Content is expected to change.', { cited }), []);
});
