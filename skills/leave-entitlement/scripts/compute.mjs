import { dayNumber, isoDay, weekday, weekdayNames } from '../lib/calendar.mjs';
import { lastCarryDay, spend } from '../lib/carry-over.mjs';
import { fraction, minus, over, plus, ratio, show, sum, times, toNumber, zero } from '../lib/fraction.mjs';
import { note, refuse, runScript } from '../lib/json-input.mjs';

/**
 * Leave of the leave year that `asOf` falls into. Figures of the policy come in with the passage they stand in.
 * All arithmetic is on exact fractions; only the year's result is rounded, and only as the policy says.
 */
export function computeLeave(input) {
  const run = { steps: [], warnings: [] };
  const asOf = dayNumber(input.asOf, '/asOf');
  const year = leaveYear(asOf, input.policy.yearStart.value);
  note(
    run,
    `Leave year ${isoDay(year.from)} to ${isoDay(year.to - 1)} (${year.to - year.from} days)`,
    input.policy.yearStart,
  );
  const person = readPerson(input, year);
  const exact = earned(input.policy, year, person, year.to, run);
  const entitled = round(exact, input.policy.rounding, run);
  const accrued = earned(input.policy, year, person, asOf + 1);
  note(run, `Accrued by ${isoDay(asOf)}: ${show(accrued)} days (not rounded)`, input.policy.partYear);
  const days = countAbsences(input, year, person, asOf, run);
  const balance = spend(input, year, asOf, days, run);
  const total = (status) => sum(days.filter((day) => day.status === status).map((day) => day.amount));
  const [taken, pending] = [total('taken'), total('pending')];
  const remaining = minus(minus(plus(entitled, minus(balance.carried, balance.expired)), taken), pending);
  run.steps.push({
    text: `Remaining: ${show(entitled)} entitled + ${show(balance.carried)} carried in − ${show(balance.expired)} expired − ${show(taken)} taken − ${show(pending)} booked or requested = ${show(remaining)} days`,
    sources: [],
  });
  if (remaining.n < 0n) run.warnings.push('More days are taken or booked than there are.');
  return {
    leaveYear: { from: isoDay(year.from), to: isoDay(year.to - 1) },
    entitled: toNumber(entitled),
    accruedToDate: toNumber(accrued),
    carriedIn: toNumber(balance.carried),
    carriedLost: toNumber(balance.lost),
    carriedExpired: toNumber(balance.expired),
    taken: toNumber(taken),
    pending: toNumber(pending),
    remaining: toNumber(remaining),
    ...run,
  };
}

function leaveYear(asOf, start) {
  const thisYear = Number(isoDay(asOf).slice(0, 4));
  const begin = (year) => dayNumber(`${year}-${start}`, '/policy/yearStart/value');
  const from = begin(thisYear) <= asOf ? thisYear : thisYear - 1;
  return { from: begin(from), to: begin(from + 1) };
}

function readPerson({ employment, schedule, policy }, year) {
  const start = dayNumber(employment.start, '/employment/start');
  const end = employment.end === undefined ? year.to : dayNumber(employment.end, '/employment/end') + 1;
  if (end <= start) refuse('/employment/end', 'is before the start');
  const entries = schedule.map((entry, n) => readEntry(entry, n, policy)).sort((a, b) => a.from - b.from);
  for (const [n, entry] of entries.entries())
    if (entry.from === entries[n + 1]?.from) refuse('/schedule', `has two entries for ${isoDay(entry.from)}; keep one`);
  const employed = { from: Math.max(start, year.from), to: Math.min(end, year.to) };
  if (employed.from < employed.to && entries[0].from > employed.from)
    refuse('/schedule', `says nothing about the days from ${isoDay(employed.from)}; add an entry from then`);
  return { employed, entries };
}

function readEntry(entry, n, policy) {
  if ((entry.daysPerWeek === undefined) === (entry.fte === undefined))
    refuse(`/schedule/${n}`, 'needs either daysPerWeek or fte, as the policy counts part-time');
  const full = fraction(policy.fullWeekDays.value, '/policy/fullWeekDays/value');
  const share =
    entry.fte === undefined
      ? over(fraction(entry.daysPerWeek, `/schedule/${n}/daysPerWeek`), full)
      : fraction(entry.fte, `/schedule/${n}/fte`);
  if (share.n > share.d) refuse(`/schedule/${n}`, 'is more than a full week of the policy');
  const workdays =
    entry.workdays ?? (entry.fte !== undefined || entry.daysPerWeek === 5 ? weekdayNames.slice(0, 5) : undefined);
  if (workdays !== undefined && entry.daysPerWeek !== undefined && workdays.length !== Math.ceil(entry.daysPerWeek))
    refuse(`/schedule/${n}/workdays`, 'names another number of days than daysPerWeek');
  return { n, from: dayNumber(entry.from, `/schedule/${n}/from`), share, workdays };
}

/** What is earned from the start of the leave year until the day before `until`. */
function earned(policy, year, { employed, entries }, until, run) {
  const annual = fraction(policy.annualDays.value, '/policy/annualDays/value');
  const to = Math.min(employed.to, until);
  const yearDays = year.to - year.from;
  const sources = [policy.annualDays, policy.fullWeekDays, policy.partYear];
  const weights = entries.map(() => zero);
  for (const part of partsOf(policy.partYear.method, year, employed.from, to)) {
    for (const [n, { from }] of entries.entries()) {
      const days = Math.min(part.to, entries[n + 1]?.from ?? part.to) - Math.max(part.from, from);
      if (days <= 0) continue;
      const weight = part.months === undefined ? ratio(days, yearDays) : ratio(days, 12 * (part.to - part.from));
      weights[n] = plus(weights[n], weight);
    }
  }
  const shares = entries.map(({ share }, n) => times(times(annual, share), weights[n]));
  if (run !== undefined) {
    for (const step of explain(policy, annual, entries, weights, employed, year)) note(run, step, ...sources);
    const parts = shares.filter(({ n }) => n > 0n).map(show);
    const addends = parts.length > 1 ? `${parts.join(' + ')} = ` : '';
    note(run, `Entitlement before rounding: ${addends}${show(sum(shares))} days`, ...sources);
    if (employed.from >= employed.to) run.warnings.push('The employment does not touch this leave year.');
  }
  return sum(shares);
}

/** The stretches that earn leave: all employed days at once, or each month that is employed from its first to its last day. */
function partsOf(method, year, from, to) {
  if (from >= to) return [];
  if (method === 'calendar-days') return [{ from, to }];
  const parts = [];
  for (let month = year.from; month < year.to; ) {
    const next = nextMonth(month);
    if (from <= month && next <= to) parts.push({ from: month, to: next, months: 1 });
    month = next;
  }
  return parts;
}

function nextMonth(day) {
  const [year, month, date] = isoDay(day).split('-').map(Number);
  return Date.UTC(year, month, date) / 86_400_000;
}

function explain(policy, annual, entries, weights, employed, year) {
  if (employed.from >= employed.to) return [];
  const months = partsOf('full-months', year, employed.from, employed.to).length;
  const whole = employed.to - employed.from === year.to - year.from;
  const time =
    policy.partYear.method === 'full-months'
      ? `${months} of 12 full months`
      : `${employed.to - employed.from} of ${year.to - year.from} days`;
  const lines = [
    `Employed ${isoDay(employed.from)} to ${isoDay(employed.to - 1)}: ${whole ? 'the whole leave year' : time}`,
  ];
  for (const [n, { from, share }] of entries.entries()) {
    const first = Math.max(from, employed.from);
    const last = Math.min(entries[n + 1]?.from ?? employed.to, employed.to) - 1;
    if (first > last) continue;
    const factors = `${show(annual)} days × ${asShare(share)} of full time × ${asShare(weights[n])} of the year`;
    lines.push(
      `From ${isoDay(first)} to ${isoDay(last)}: ${factors} = ${show(times(times(annual, share), weights[n]))} days`,
    );
  }
  return lines;
}

const asShare = ({ n, d }) => (d === 1n ? `${n}` : `${n}/${d}`);

function round(exact, rounding, run) {
  if (rounding === undefined) {
    if (exact.d !== 1n) run.warnings.push('No rounding rule was given, so the result is not rounded.');
    return exact;
  }
  const unit = fraction(rounding.toDays, '/policy/rounding/toDays');
  const { n, d } = over(exact, unit);
  const units = { down: n / d, up: (n + d - 1n) / d, nearest: (2n * n + d) / (2n * d) }[rounding.mode];
  const rounded = times({ n: units, d: 1n }, unit);
  note(run, `Rounded ${rounding.mode} to steps of ${rounding.toDays}: ${show(rounded)} days`, rounding);
  return rounded;
}

function countAbsences({ absences, holidays = [], policy }, year, person, asOf, run) {
  const free =
    policy.holidaysDeducted?.value === true ? [] : holidays.map((day, n) => dayNumber(day, `/holidays/${n}`));
  const days = absences.flatMap((absence, n) => {
    const [from, to] = [dayNumber(absence.from, `/absences/${n}/from`), dayNumber(absence.to, `/absences/${n}/to`)];
    if (to < from) refuse(`/absences/${n}/to`, 'is before from');
    if (to - from > 400) refuse(`/absences/${n}`, 'is longer than a year; split it');
    if (absence.halfDay && from !== to) refuse(`/absences/${n}/halfDay`, 'is for a single day; split the absence');
    const counted =
      absence.days === undefined
        ? eachDay(absence, n, from, to, person, free)
        : given(absence, n, from, to, cuts(policy, year, asOf));
    const inside = counted.filter(
      ({ day }) => day >= year.from && day < year.to && day >= person.employed.from && day < person.employed.to,
    );
    const amount = sum(inside.map((day) => day.amount));
    const status = absence.status === 'requested' ? 'requested' : 'approved';
    run.steps.push({ text: `${absence.from} to ${absence.to} (${status}): ${show(amount)} days count`, sources: [] });
    if (inside.length < counted.length)
      run.warnings.push(
        `Days of the absence from ${absence.from} outside this leave year or the employment are not counted here.`,
      );
    return inside.map(({ day, amount }) => ({
      day,
      amount,
      status: status === 'approved' && day <= asOf ? 'taken' : 'pending',
    }));
  });
  days.sort((a, b) => a.day - b.day);
  const perDay = new Map();
  for (const { day, amount } of days.filter(({ amount }) => amount.n <= amount.d)) {
    perDay.set(day, plus(perDay.get(day) ?? zero, amount));
    if (perDay.get(day).n > perDay.get(day).d) refuse('/absences', `count ${isoDay(day)} twice`);
  }
  return days;
}

function eachDay(absence, n, from, to, { entries }, free) {
  const days = [];
  for (let day = from; day <= to; day += 1) {
    const entry = entries.findLast((one) => one.from <= day) ?? entries[0];
    if (entry.workdays === undefined)
      refuse(`/schedule/${entry.n}/workdays`, `is needed to count the absence ${n} (or give its days)`);
    if (entry.workdays.includes(weekdayNames[weekday(day) - 1]) && !free.includes(day))
      days.push({ day, amount: absence.halfDay ? ratio(1, 2) : ratio(1, 1) });
  }
  return days;
}

/** A number of days known from elsewhere can't be divided, so that it must not span a day on which something changes. */
function given(absence, n, from, to, boundaries) {
  const crossed = boundaries.find((first) => from < first && first <= to);
  if (crossed !== undefined) refuse(`/absences/${n}`, `spans ${isoDay(crossed)}; split it there, or leave days out`);
  return [{ day: from, amount: fraction(absence.days, `/absences/${n}/days`) }];
}

function cuts(policy, year, asOf) {
  const last = lastCarryDay(policy.carryOver, year);
  return [year.from, year.to, asOf + 1, ...(last === undefined ? [] : [last + 1])];
}

if (import.meta.main ?? process.argv[1] === import.meta.filename)
  await runScript(new URL('../assets/compute.schema.json', import.meta.url), computeLeave);
