import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { type Explained, fromSkill, problemsOf, runSkillScript } from './skill-script.ts';

interface Amount {
  readonly amount: string;
  readonly minor: number;
  readonly currency: string;
}

interface Check extends Explained {
  readonly lines: readonly {
    readonly id: string;
    readonly status: string;
    readonly allowed: Amount;
    readonly excess: Amount;
    readonly reasons: readonly string[];
    readonly needsReceipt: boolean;
    readonly late: boolean;
  }[];
  readonly totals: Readonly<Record<'claimed' | 'allowed' | 'waitingForReceipt' | 'payable', Amount>>;
  readonly missingReceipts: readonly string[];
  readonly late: readonly string[];
  readonly unclear: readonly string[];
}

const check = await fromSkill<(input: unknown) => Check>('expense-check', 'scripts/check.mjs', 'checkExpenses');
const meals = 'policies/expenses.md@1#3';
const hotels = 'policies/travel.md@1#4';
const rate = (category: string, country: string, limit: string, currency = 'EUR', more = {}) => ({
  category,
  country,
  limit,
  currency,
  source: meals,
  ...more,
});
const line = (id: string, category: string, amount: string, more = {}) => ({
  id,
  date: '2026-11-10',
  category,
  amount,
  currency: 'EUR',
  receipt: true,
  ...more,
});
const base = {
  currency: 'EUR',
  submitted: '2026-11-20',
  trip: { start: '2026-11-09', country: 'DE', city: 'Munich' },
  lines: [line('dinner', 'dinner', '45.50')] as unknown[],
  rates: [
    rate('dinner', 'DE', '38'),
    rate('dinner', 'US', '45', 'USD'),
    rate('customer-meal', 'DE', '70'),
    rate('hotel', 'DE', '140', 'EUR', { cities: ['Berlin', 'Hamburg', 'Munich'], source: hotels }),
    rate('hotel', 'DE', '110', 'EUR', { source: hotels }),
    { category: 'hotel', limit: '150', currency: 'EUR', source: hotels },
    rate('mileage', 'DE', '0.30', 'EUR', { source: hotels }),
    rate('per-diem-full-day', 'DE', '28'),
    rate('per-diem-part-day', 'DE', '14'),
  ],
  rules: {
    receipt: { from: [{ amount: '25', currency: 'EUR' }], source: meals },
    deadline: { days: 30, refusedAfterDays: 60, source: meals },
    alcohol: { categories: ['customer-meal'], maxPercentOfBill: 20, source: meals },
    mealsProvided: { source: meals },
    perDiemDeductions: { breakfastPercent: 20, lunchPercent: 40, dinnerPercent: 40, source: meals },
  },
};
const one = (entry: unknown, more = {}) => {
  const result = check({ ...base, ...more, lines: [entry] });
  const [first] = result.lines;
  assert.ok(first);
  return { ...first, result };
};

test('a dinner above the limit is cut to it, with the passage of the limit', () => {
  const { status, allowed, excess, result } = one(base.lines[0]);
  assert.equal(status, 'cut');
  assert.deepEqual(allowed, { amount: '38.00', minor: 3800, currency: 'EUR' });
  assert.equal(excess.amount, '7.50');
  assert.equal(result.totals.payable.minor, 3800);
  assert.ok(result.steps.some(({ text, sources }) => text.includes('limit 38') && sources[0] === meals));
});

test('a hotel has the limit of its city, an unknown city that of the country, an unknown country that of everywhere', () => {
  // 3 × 140, 2 × 110, 1 × 150
  assert.equal(one(line('h', 'hotel', '500', { nights: 3 })).allowed.amount, '420.00');
  assert.equal(one(line('h', 'hotel', '500', { nights: 2, city: 'Kassel' })).allowed.amount, '220.00');
  assert.equal(one(line('h', 'hotel', '500', { country: 'FR', city: 'Lyon' })).allowed.amount, '150.00');
});

test('the limit that holds on the deciding day counts, by the line or by the start of the trip', () => {
  const rates = (decidedBy: string) => [
    rate('dinner', 'DE', '38', 'EUR', { validTo: '2026-12-31', decidedBy }),
    rate('dinner', 'DE', '41', 'EUR', { validFrom: '2027-01-01', decidedBy }),
  ];
  const late = { submitted: '2027-01-10', trip: { start: '2026-12-30', country: 'DE' } };
  const entry = line('d', 'dinner', '50', { date: '2027-01-02' });
  assert.equal(one(entry, { ...late, rates: rates('line-date') }).allowed.amount, '41.00');
  assert.equal(one(entry, { ...late, rates: rates('trip-start') }).allowed.amount, '38.00');
});

test('two limits of equal rank or none leave a line unclear instead of guessing', () => {
  const two = one(base.lines[0], { rates: [rate('dinner', 'DE', '38'), rate('dinner', 'DE', '40')] });
  assert.equal(two.status, 'unclear');
  assert.equal(two.allowed.minor, 0);
  assert.equal(one(base.lines[0], { rates: [rate('dinner', 'US', '45', 'USD')] }).status, 'unclear');
  assert.deepEqual(two.result.unclear, ['dinner']);
});

test('alcohol is paid at meals with customers up to the share of the bill, elsewhere not at all', () => {
  // 20 % of 100.00 = 20.00; 30.00 of alcohol loses 10.00; the limit is 2 × 70 = 140
  assert.equal(one(line('c', 'customer-meal', '100', { people: 2, alcohol: '30' })).allowed.amount, '90.00');
  // 30.00 without 8.00 of alcohol
  assert.equal(one(line('d', 'dinner', '30', { alcohol: '8' })).allowed.amount, '22.00');
});

test('a provided meal is not paid, and it shrinks the per diem by a share of the full-day rate', () => {
  const trip = { ...base.trip, mealsProvided: [{ date: '2026-11-10', meal: 'dinner' }] };
  assert.equal(one(base.lines[0], { trip }).status, 'refused');
  // 28 − 40 % of 28 = 16.80; 14 − 11.20 = 2.80
  assert.equal(one(line('p', 'per-diem-full-day', '28'), { trip }).allowed.amount, '16.80');
  assert.equal(one(line('p', 'per-diem-part-day', '14'), { trip }).allowed.amount, '2.80');
  // 14 − 5.60 − 11.20 is not below nothing
  assert.equal(
    one(line('p', 'per-diem-part-day', '14', { mealsProvided: ['breakfast'] }), { trip }).allowed.amount,
    '0.00',
  );
});

test('decimal amounts add up without a rounding error, and mileage is per unit of distance', () => {
  const lines = ['0.10', '0.20'].map((amount, n) => line(`x${n}`, 'dinner', amount));
  assert.equal(check({ ...base, lines }).totals.payable.amount, '0.30');
  // 123.5 km × 0.30 = 37.05
  assert.equal(one(line('m', 'mileage', '50', { distance: '123.5', receipt: false })).allowed.amount, '37.05');
});

test('another currency is converted by the rate of the day or the last one before it', () => {
  const fx = [
    { date: '2026-11-10', from: 'USD', to: 'EUR', rate: '0.9215', origin: 'ECB' },
    { date: '2026-11-11', from: 'USD', to: 'EUR', rate: '0.5', origin: 'ECB' },
  ];
  const dinner = line('u', 'dinner', '60', { currency: 'USD', country: 'US' });
  const { allowed, result } = one(dinner, { fx });
  assert.equal(allowed.amount, '45.00');
  // 45 × 0.9215 = 41.4675 → 41.47; 60 × 0.9215 = 55.29
  assert.equal(result.totals.payable.amount, '41.47');
  assert.equal(result.totals.claimed.amount, '55.29');
  const none = one(dinner);
  assert.equal(none.status, 'unclear');
  assert.match(none.result.warnings.join(), /No rate between USD and EUR/);
});

test('a limit in the other currency is met through a rate quoted either way, without gaining a cent', () => {
  const fx = [{ date: '2026-11-10', from: 'EUR', to: 'USD', rate: '1.0842', origin: 'ECB' }];
  // 38 × 1.0842 = 41.1996 → 41.20 USD; 41.20 ÷ 1.0842 = 38.0004 → 38.00; 60 ÷ 1.0842 = 55.3403 → 55.34
  const { allowed, result } = one(line('u', 'dinner', '60', { currency: 'USD' }), { fx });
  assert.equal(allowed.amount, '41.20');
  assert.equal(result.totals.payable.amount, '38.00');
  assert.equal(result.totals.claimed.amount, '55.34');
});

test('currencies without decimal places have none', () => {
  const fx = [{ date: '2026-11-10', from: 'JPY', to: 'EUR', rate: '0.0061', origin: 'ECB' }];
  const rates = [{ category: 'dinner', limit: '6000', currency: 'JPY', source: meals }];
  const { allowed, result } = one(line('j', 'dinner', '7000', { currency: 'JPY', country: 'JP' }), { fx, rates });
  assert.deepEqual(allowed, { amount: '6000', minor: 6000, currency: 'JPY' });
  // 6000 × 0.0061 = 36.60
  assert.equal(result.totals.payable.amount, '36.60');
});

test('a receipt is asked for from the threshold on, and the money waits for it', () => {
  const at = (amount: string) => one(line('d', 'dinner', amount, { receipt: false }));
  assert.equal(at('24.99').needsReceipt, false);
  const needs = at('25.00');
  assert.equal(needs.needsReceipt, true);
  assert.equal(needs.result.totals.waitingForReceipt.amount, '25.00');
  assert.equal(needs.result.totals.payable.minor, 0);
});

test('the deadline counts days: the last one is in time, the next is late, after the end nothing is paid', () => {
  const on = (date: string) => one(line('d', 'dinner', '20', { date }), { submitted: '2026-11-30' });
  assert.equal(on('2026-10-31').late, false); // 30 days
  assert.equal(on('2026-10-30').late, true); // 31
  assert.equal(on('2026-10-01').status, 'ok'); // 60
  assert.equal(on('2026-09-30').status, 'refused'); // 61
});

test('a line that a passage excludes is refused with that passage', () => {
  const rules = { ...base.rules, notPaid: [{ lineId: 'f', source: 'policies/expenses.md@1#6' }] };
  const { status, result } = one(line('f', 'other', '30'), { rules });
  assert.equal(status, 'refused');
  assert.ok(result.steps.some(({ sources }) => sources[0] === 'policies/expenses.md@1#6'));
});

test('nothing allowed is ever more than claimed, and allowed and excess add up', () => {
  const cents = fc.integer({ min: 0, max: 100_000 });
  fc.assert(
    fc.property(
      cents,
      fc.constantFrom('dinner', 'customer-meal', 'hotel', 'per-diem-full-day'),
      cents,
      (claimed, category, spirits) => {
        const amount = (claimed / 100).toFixed(2);
        const alcohol = (Math.min(spirits, claimed) / 100).toFixed(2);
        const { allowed, excess } = one(line('x', category, amount, { alcohol }));
        assert.ok(allowed.minor >= 0 && allowed.minor <= claimed);
        assert.equal(allowed.minor + excess.minor, claimed);
      },
    ),
    { numRuns: 200 },
  );
});

test('input that does not fit is refused with its place', async () => {
  const { source: _, ...uncited } = rate('dinner', 'DE', '38');
  const cases: [unknown, string][] = [
    [{ ...base, rates: [uncited] }, '/rates/0/source'],
    [{ ...base, lines: [line('d', 'dinner', '12,50')] }, '/lines/0/amount'],
    [{ ...base, lines: [{ ...line('d', 'dinner', '1'), amount: 12.5 }] }, '/lines/0/amount'],
    [{ ...base, lines: [line('d', 'dinner', '12.505')] }, '/lines/0/amount'],
    [{ ...base, lines: [line('d', 'drinks', '12')] }, '/lines/0/category'],
    [{ ...base, lines: [line('d', 'dinner', '5', { date: '2026-11-31' })] }, '/lines/0/date'],
    [{ ...base, lines: [line('d', 'dinner', '5', { date: '2026-11-21' })] }, '/lines/0/date'],
    [{ ...base, lines: [line('d', 'dinner', '5', { alcohol: '6' })] }, '/lines/0/alcohol'],
    [{ ...base, lines: [line('m', 'mileage', '5')] }, '/lines/0/distance'],
    [{ ...base, lines: [line('d', 'dinner', '5'), line('d', 'dinner', '5')] }, '/lines/1/id'],
    [{ ...base, lines: [] }, '/lines'],
    [
      { ...base, rates: [rate('dinner', 'DE', '38', 'EUR', { validFrom: '2026-02-01', validTo: '2026-01-01' })] },
      '/rates/0/validTo',
    ],
    [{ ...base, rules: { ...base.rules, notPaid: [{ lineId: 'no', source: meals }] } }, '/rules/notPaid/0/lineId'],
  ];
  for (const [input, path] of cases) {
    const [first] = await problemsOf('expense-check', 'check', check, input);
    assert.equal(first?.path, path, JSON.stringify(first));
  }
});

test('the script reads stdin, writes JSON, and exits with 2 on bad input', () => {
  const good = runSkillScript('expense-check', 'check.mjs', JSON.stringify(base));
  assert.equal(good.status, 0);
  assert.equal((good.output as Check).totals.payable.amount, '38.00');
  assert.equal(runSkillScript('expense-check', 'check.mjs', '{}').status, 2);
});
