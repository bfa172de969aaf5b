import { isoDay } from './calendar.mjs';
import { fraction, less, minus, show, sum, zero } from './fraction.mjs';
import { note } from './json-input.mjs';

/** Carried-over days go first, as long as they may be used. */
export function spend({ policy, carriedInDays = 0 }, year, asOf, days, run) {
  const rule = policy.carryOver;
  const left = fraction(carriedInDays, '/carriedInDays');
  if (left.n === 0n) return { carried: zero, lost: zero, expired: zero };
  if (rule === undefined) {
    run.warnings.push('No carry-over rule was given, so days of last year are left out.');
    return { carried: zero, lost: left, expired: zero };
  }
  const cap = rule.maxDays === undefined ? left : fraction(rule.maxDays, '/policy/carryOver/maxDays');
  const carried = less(cap, left) ? cap : left;
  const lost = minus(left, carried);
  note(
    run,
    `Carried in: ${show(carried)} of ${show(left)} days left over${lost.n > 0n ? ` (${show(lost)} above the limit)` : ''}`,
    rule,
  );
  const last = rule.condition === 'not-met' ? undefined : lastCarryDay(rule, year);
  if (last === undefined) return { carried, lost, expired: zero };
  const used = sum(days.filter(({ day }) => day <= last).map(({ amount }) => amount));
  const open = less(used, carried) ? minus(carried, used) : zero;
  if (asOf <= last) {
    if (open.n > 0n)
      run.warnings.push(`${show(open)} carried-over days expire after ${isoDay(last)} unless they are taken by then.`);
    return { carried, lost, expired: zero };
  }
  note(
    run,
    `Carried-over days used first: ${show(minus(carried, open))} by ${isoDay(last)}, so ${show(open)} expired`,
    rule,
  );
  if (open.n > 0n && rule.condition !== 'met')
    run.warnings.push('Whether these days expired may depend on a condition in the passage; it was not confirmed.');
  return { carried, lost, expired: open };
}

/** The last day in this leave year on which days of last year may be used. */
export function lastCarryDay(rule, year) {
  if (rule?.lastDay === undefined) return undefined;
  const inYear = (number) => {
    const [month, date] = rule.lastDay.split('-').map(Number);
    const day = Date.UTC(number, month - 1, date) / 86_400_000;
    return isoDay(day).slice(5) === rule.lastDay ? day : day - 1;
  };
  const first = Number(isoDay(year.from).slice(0, 4));
  return inYear(first) >= year.from ? inYear(first) : inYear(first + 1);
}
